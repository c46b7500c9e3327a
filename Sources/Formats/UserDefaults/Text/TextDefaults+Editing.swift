import ByteIO
import Jokes

// Changes become edits of the text; what none of them is about keeps its bytes.
extension TextDefaults {
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    var edits: [Edit] = []
    var additions: [TextAddition] = []
    for change in changes.changes {
      if let location = try find(change.key) {
        edits += try edit(at: location, change)
      } else if let value = try newValue(change) {
        additions.append(TextAddition(key: change.key, value: value))
      }
    }
    edits += try edit(
      top, removing: [], adding: additions, within: layout.hasLines ? [] : nil)
    return edits
  }

  /// What a change makes of a key that is not there.
  private func newValue(
    _ change: DefaultsChanges.Change
  ) throws(DefaultsDumpError) -> TextValue? {
    if let flag = change.flag { return .flag(flag) }
    if let data = change.data { return .data(data) }
    if !change.strings.isEmpty { return .strings(change.strings) }
    if let id = change.missingRating(besides: []) {
      throw noRating(of: id, in: change.key, at: top.range.lowerBound)
    }
    let additions = change.additions(besides: [])
    return additions.isEmpty ? nil : .dictionary(additions)
  }

  private func edit(
    at location: Range<Int>, _ change: DefaultsChanges.Change
  ) throws(DefaultsDumpError) -> [Edit] {
    if let flag = change.flag {
      // A 1 or a YES reads as true, and stays.
      if try value(at: location).flag == flag { return [] }
      return [Edit(location, token(flag))]
    }
    if let data = change.data {
      if let edit = try setData(at: location, to: data) { return [edit] }
      throw noData(in: change.key, at: location.lowerBound)
    }
    if change.editsArray {
      let elements = try requiredElements(of: change.key, at: location)
      let front = elements.indices.prefix(change.frontCount)
      return try edit(
        at: location,
        removing: try places(of: change.removedStrings, among: elements).union(front),
        adding: change.strings.map { .init(value: .string($0)) })
    }
    return try editEntries(at: location, change)
  }

  private func editEntries(
    at location: Range<Int>, _ change: DefaultsChanges.Change
  ) throws(DefaultsDumpError) -> [Edit] {
    var edits: [Edit] = []
    var removed: Set<Int> = []
    var present: Set<JokeID> = []
    let members = try uniqueMembers(of: change.key, at: location)
    for (index, member) in members.enumerated() {
      switch change.entries[member.key] {
      case .rating(let rating): edits.append(try setRating(at: member.1, to: rating))
      case .number(let number): edits.append(Edit(member.1, token(number)))
      case .removal: removed.insert(index)
      case nil: continue
      }
      present.insert(member.key)
    }
    if let id = change.missingRating(besides: present) {
      throw noRating(of: id, in: change.key, at: location.lowerBound)
    }
    let additions = change.additions(besides: present).map {
      TextAddition(key: $0.key.text, value: .number($0.number))
    }
    return edits + (try edit(at: location, removing: removed, adding: additions))
  }

  /// Edits a container of the top level.
  private func edit(
    at location: Range<Int>, removing removed: Set<Int> = [], adding additions: [TextAddition]
  ) throws(DefaultsDumpError) -> [Edit] {
    guard let container = try container(at: location) else { return [] }
    let host = top.entries.first { $0.value == location }
    let lead = host.map { top.lead(of: $0, in: bytes) } ?? []
    return try edit(
      container, removing: removed, adding: additions, within: TextLayout.indentation(lead))
  }

  /// - Parameter indentation: that of the line on which the container begins, where it has one of
  ///   its own.
  private func edit(
    _ container: TextContainer, removing removed: Set<Int>, adding additions: [TextAddition],
    within indentation: [UInt8]?
  ) throws(DefaultsDumpError) -> [Edit] {
    let removals = removed.isEmpty ? [] : removal(of: removed, from: container)
    guard !additions.isEmpty else { return removals }
    let frame = frame(of: container, within: indentation)
    let sibling = container.entries.last
    var texts: [[UInt8]] = []
    for addition in additions {
      texts.append(try text(of: addition, like: sibling, in: frame))
    }
    if let last = container.entries.indices.last(where: { !removed.contains($0) }) {
      var text: [UInt8] = []
      text.reserveCapacity(texts.reduce(0) { $0 + $1.count + frame.next.count + 1 })
      for addition in texts {
        text += Self.separator
        text += frame.next
        text += addition
      }
      let place = container.entries[last].end
      return [Edit(place..<place, text)] + removals
    }
    return fill(container, with: texts, in: frame, removals)
  }

  /// Puts entries into a container that has none, or none any more.
  private func fill(
    _ container: TextContainer, with texts: [[UInt8]], in frame: TextFrame,
    _ removals: [Edit]
  ) -> [Edit] {
    let text = frame.first + texts.joined(separator: Self.separator + frame.next)
    guard let interior = container.interior else {
      let (open, close) = Self.brackets(isDictionary: container.isDictionary)
      return [Edit(container.range, open + text + frame.closing + close)]
    }
    guard hasComments(container) else {
      return [Edit(interior, text + frame.closing)]
    }
    let end = container.whitespace(before: interior.upperBound, in: bytes).lowerBound
    return removals + [Edit(end..<end, text)]
  }

  /// Whether something stands in a container besides its entries.
  func hasComments(_ container: TextContainer) -> Bool {
    guard let interior = container.interior else { return false }
    var gaps: [Range<Int>] = []
    var position = interior.lowerBound
    for entry in container.entries {
      gaps.append(position..<entry.start)
      position = entry.end
    }
    gaps.append(position..<interior.upperBound)
    return gaps.contains { gap in
      bytes[gap].contains { !isTextWhitespace($0) && !Self.separator.contains($0) }
    }
  }

  /// How the entries of a container are laid out, or would be.
  private func frame(of container: TextContainer, within indentation: [UInt8]?) -> TextFrame {
    guard let first = container.entries.first, let last = container.entries.last,
      let interior = container.interior
    else { return layout.frame(within: indentation) }
    let lead = container.lead(of: last, in: bytes)
    let inner = TextLayout.indentation(lead)
    return TextFrame(
      first: container.lead(of: first, in: bytes),
      next: container.entries.count > 1 || inner != nil ? lead : layout.gap,
      closing: Array(bytes[container.whitespace(before: interior.upperBound, in: bytes)]),
      indentation: inner)
  }

  private func text(
    of addition: TextAddition, like sibling: TextContainer.Entry?, in frame: TextFrame
  ) throws(DefaultsDumpError) -> [UInt8] {
    let value = try text(of: addition.value, within: frame.indentation)
    guard let key = addition.key else { return value }
    return try keyToken(key) + link(like: sibling, in: frame) + value
  }

  private func text(
    of value: TextValue, within indentation: [UInt8]?
  ) throws(DefaultsDumpError) -> [UInt8] {
    switch value {
    case .flag(let flag): return token(flag)
    case .number(let number): return token(number)
    case .string(let text): return try token(text)
    case .data(let data): return token(data)
    case .dictionary(let entries):
      let additions = entries.map { TextAddition(key: $0.key.text, value: .number($0.number)) }
      return try text(ofContainer: additions, isDictionary: true, within: indentation)
    case .strings(let strings):
      let additions = strings.map { TextAddition(value: .string($0)) }
      return try text(ofContainer: additions, isDictionary: false, within: indentation)
    }
  }

  private func text(
    ofContainer additions: [TextAddition], isDictionary: Bool, within indentation: [UInt8]?
  ) throws(DefaultsDumpError) -> [UInt8] {
    let frame = layout.frame(within: indentation)
    let (open, close) = Self.brackets(isDictionary: isDictionary)
    var result = open + frame.first
    for (index, addition) in additions.enumerated() {
      if index > 0 { result += Self.separator + frame.next }
      result += try text(of: addition, like: nil, in: frame)
    }
    return result + frame.closing + close
  }
}
