import Jokes
import Scan
import SystemIO

// Changes become edits of the text; what none of them is about keeps its bytes.
extension TextDefaults {
  func edits(making changes: DefaultsChanges) throws(DefaultsDumpError) -> [Edit] {
    var edits: [Edit] = []
    var additions: [(key: String, value: TextValue)] = []
    for change in changes.changes {
      if let location = try find(change.key) {
        edits += try edit(at: location, change)
      } else if let value = try newValue(change) {
        additions.append((change.key, value))
      }
    }
    edits += try edit(
      top, removing: [], adding: .members(additions), within: layout.hasLines ? [] : nil)
    return edits
  }

  /// What a change makes of a key that is not there.
  private func newValue(
    _ change: DefaultsChanges.Change
  ) throws(DefaultsDumpError) -> TextValue? {
    if let flag = change.flag { return .flag(flag) }
    if let data = change.data { return .data(data) }
    if !change.strings.isEmpty { return .array(.strings(change.strings)) }
    if let id = change.missingRating(besides: change.noEntries) {
      throw noRating(of: id, in: change.key, at: top.range.lowerBound)
    }
    let additions = change.additions(besides: change.noEntries)
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
        adding: .strings(change.strings))
    }
    return try editEntries(at: location, change)
  }

  private func editEntries(
    at location: Range<Int>, _ change: DefaultsChanges.Change
  ) throws(DefaultsDumpError) -> [Edit] {
    var edits: [Edit] = []
    var removed: Set<Int> = []
    var present = change.noEntries
    var index = 0
    try forEachUniqueMember(of: change.key, at: location) { id, value throws(DefaultsDumpError) in
      defer { index += 1 }
      guard let place = change.entries.place(of: id) else { return }
      present[place] = true
      switch change.entries[place] {
      case nil: break
      case .rating(let rating): edits.append(try setRating(at: value, to: rating))
      case .number(let number):
        var token: [UInt8] = []
        append(number, to: &token)
        edits.append(Edit(value, token))
      case .removal: removed.insert(index)
      }
    }
    if let id = change.missingRating(besides: present) {
      throw noRating(of: id, in: change.key, at: location.lowerBound)
    }
    let additions = change.additions(besides: present)
    return edits + (try edit(at: location, removing: removed, adding: additions))
  }

  /// Edits a container of the top level.
  private func edit(
    at location: Range<Int>, removing removed: Set<Int> = [], adding additions: TextAdditions
  ) throws(DefaultsDumpError) -> [Edit] {
    guard !removed.isEmpty || !additions.isEmpty, let container = try container(at: location)
    else { return [] }
    let host = top.entries.first { $0.value == location }
    let lead = host.map { top.lead(of: $0, in: bytes) } ?? []
    return try edit(
      container, removing: removed, adding: additions, within: TextLayout.indentation(lead))
  }

  /// - Parameter indentation: that of the line on which the container begins, where it has one of
  ///   its own.
  private func edit(
    _ container: TextContainer, removing removed: Set<Int>, adding additions: TextAdditions,
    within indentation: [UInt8]?
  ) throws(DefaultsDumpError) -> [Edit] {
    let removals = removed.isEmpty ? [] : removal(of: removed, from: container)
    guard !additions.isEmpty else { return removals }
    let frame = frame(of: container, within: indentation)
    let sibling = container.entries.last
    let link = link(like: sibling, in: frame)
    if let last = container.entries.indices.last(where: { !removed.contains($0) }) {
      var text: [UInt8] = []
      try append(additions, hasSiblings: true, link, in: frame, to: &text)
      let place = container.entries[last].end
      return [Edit(place..<place, text)] + removals
    }
    var text = frame.first
    try append(additions, hasSiblings: false, link, in: frame, to: &text)
    return fill(container, with: text, in: frame, removals)
  }

  /// Puts entries into a container that has none, or none any more.
  private func fill(
    _ container: TextContainer, with text: [UInt8], in frame: TextFrame, _ removals: [Edit]
  ) -> [Edit] {
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

  /// - Parameter hasSiblings: whether entries come before the first.
  private func append(
    _ additions: TextAdditions, hasSiblings: Bool, _ link: [UInt8], in frame: TextFrame,
    to text: inout [UInt8]
  ) throws(DefaultsDumpError) {
    var isSeparated = hasSiblings
    func separate(_ text: inout [UInt8]) {
      if isSeparated {
        text += Self.separator
        text += frame.next
      }
      isSeparated = true
    }
    switch additions {
    case .strings(let strings):
      text.reserveCapacity(text.count + 32 * strings.count)
      for string in strings {
        separate(&text)
        try append(string: string, to: &text)
      }
    case .entries(let entries, let present):
      text.reserveCapacity(text.count + 48 * entries.order.count)
      for place in entries.order where !present[place] {
        guard case .number(let number)? = entries[place] else { continue }
        separate(&text)
        try entries.withKey(at: place) { key throws(DefaultsDumpError) in
          try append(key: key, to: &text)
        }
        text += link
        append(number, to: &text)
      }
    case .members(let members):
      for (key, value) in members {
        separate(&text)
        let bytes = Array(key.utf8)
        try append(key: bytes.span, to: &text)
        text += link
        try append(value, within: frame.indentation, to: &text)
      }
    }
  }

  private func append(
    _ value: TextValue, within indentation: [UInt8]?, to text: inout [UInt8]
  ) throws(DefaultsDumpError) {
    let (additions, isDictionary): (TextAdditions, Bool)
    switch value {
    case .flag(let flag): return text += token(flag)
    case .data(let data): return text += token(data)
    case .dictionary(let entries): (additions, isDictionary) = (entries, true)
    case .array(let elements): (additions, isDictionary) = (elements, false)
    }
    let frame = layout.frame(within: indentation)
    let (open, close) = Self.brackets(isDictionary: isDictionary)
    text += open
    text += frame.first
    try append(
      additions, hasSiblings: false, link(like: nil, in: frame), in: frame, to: &text)
    text += frame.closing
    text += close
  }
}
