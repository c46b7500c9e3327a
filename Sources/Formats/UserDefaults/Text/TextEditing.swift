import Jokes
import Scan
import SystemIO

/// Turns the changes of a textual dump into byte edits; unchanged parts keep their bytes.
struct TextEditing<Form: TextDefaults> {
  let form: Form
  let changes: DefaultsChanges
  let layout: TextLayout

  /// A place in the dump, and what replaces the bytes there.
  private struct Splice {
    let range: Range<Int>
    let text: NewText

    init(_ range: Range<Int>, _ text: NewText) { (self.range, self.text) = (range, text) }

    init(_ edit: Edit) { self.init(edit.range, .bytes(edit.replacement)) }
  }

  private enum NewText {
    case bytes([UInt8])
    /// The new value of a change.
    case value(DefaultsChanges.Change)
    case additions(Additions)
  }

  /// The additions to a container.
  ///
  /// A class, because copying its fields took a fiftieth of the time.
  private final class Additions {
    enum Entries {
      /// The new entries or elements of a target.
      case members(Int)
      /// The targets that are missing, as new top-level values.
      case missingTargets
    }

    let entries: Entries
    /// Whether other entries precede them.
    let hasSiblings: Bool
    /// The bytes between a key and its value.
    let link: [UInt8]
    let frame: TextFrame
    /// The text before and after the entries.
    let lead, trail: [UInt8]

    init(
      _ entries: Entries, hasSiblings: Bool = false, _ link: [UInt8], in frame: TextFrame,
      lead: [UInt8] = [], trail: [UInt8] = []
    ) {
      (self.entries, self.hasSiblings, self.link) = (entries, hasSiblings, link)
      (self.frame, self.lead, self.trail) = (frame, lead, trail)
    }
  }

  func edited() throws(DefaultsDumpError) -> EditedDump {
    var splices = try splices()
    if splices.count > 1 { splices.sort { $0.range.lowerBound < $1.range.lowerBound } }
    var text = EditedText(capacity: form.bytes.count + addedByteCount)
    var parts: [(old: Range<Int>, new: Range<Int>)] = []
    parts.reserveCapacity(splices.count)
    var position = 0
    for splice in splices {
      text.append(form.bytes.span.extracting(position..<splice.range.lowerBound))
      let start = text.count
      switch splice.text {
      case .bytes(let bytes): text.append(bytes.span)
      case .value(let change): try append(valueOf: change, to: &text.new)
      case .additions(let additions):
        let (lead, trail) = (additions.lead, additions.trail)
        text.append(lead.span)
        try append(additions, to: &text)
        text.append(trail.span)
      }
      parts.append((splice.range, start..<text.count))
      position = splice.range.upperBound
    }
    text.append(form.bytes.span.extracting(position..<form.bytes.count))
    return EditedDump(text.finished(), changing: parts)
  }

  /// An estimate of the size of the new text, so that the result need not grow.
  private var addedByteCount: Int {
    changes.changes.reduce(0) { $0 + $1.name.count + $1.content.count + 64 }
  }

  private func splices() throws(DefaultsDumpError) -> [Splice] {
    var splices: [Splice] = []
    splices.reserveCapacity(changes.targets.count + 1)
    let top = form.top
    var addsTargets = false
    for number in changes.targets.indices {
      var (removed, addsMembers) = ([Int](), false)
      for change in changes.changes where change.target == number {
        if case .removal = change.action {
          if let place = change.place { removed.append(place) }
        } else if let value = changes.member(of: change, in: top) {
          if let edit = try edit(of: value, change) { splices.append(edit) }
        } else {
          addsMembers = true
        }
      }
      guard let place = changes.targets[number].place else {
        addsTargets = addsTargets || addsMembers
        continue
      }
      if let container = changes.targets[number].container, !removed.isEmpty || addsMembers {
        if removed.count > 1 { removed.sort() }
        let lead = top.lead(of: top[place])
        edit(
          container, removing: removed, adding: addsMembers ? .members(number) : nil,
          within: TextLayout.indentation(lead), into: &splices)
      }
    }
    if addsTargets {
      edit(
        top, removing: [], adding: .missingTargets, within: layout.hasLines ? [] : nil,
        into: &splices)
    }
    return splices
  }

  private func edit(
    of member: DumpIndex.Member, _ change: DefaultsChanges.Change
  ) throws(DefaultsDumpError) -> Splice? {
    switch change.action {
    case .rating(let rating):
      if let edit = try form.setRating(at: member.value, to: digit(of: rating)) {
        return Splice(edit)
      }
    case .number: break
    case .flag(let flag):
      // A 1 or a YES reads as true and stays.
      if try form.value(of: member).flag == flag { return nil }
    case .data:
      let data = changes.bytes(change.content).copied
      if let edit = try form.setData(at: member.value, to: data) { return Splice(edit) }
      throw form.noData(in: changes.targets[change.target].key.name, at: member.value.lowerBound)
    case .string, .removal: return nil
    }
    return Splice(member.value, .value(change))
  }

  /// Appends the new value of a change.
  private func append(
    valueOf change: DefaultsChanges.Change, to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    let content = changes.bytes(change.content)
    switch change.action {
    case .rating(let rating):
      let digit = digit(of: rating)
      try form.append(.integer, digit.span, to: &text)
    case .number: try form.append(.real, content, to: &text)
    case .string: try form.append(.string, content, to: &text)
    case .data: try form.append(.data, content, to: &text)
    case .flag(let flag):
      let word = flag ? trueWord : falseWord
      try form.append(.boolean, word.span, to: &text)
    case .removal: break
    }
  }

  private func digit(of rating: Rating) -> [UInt8] { [UInt8(ascii: "0") + UInt8(rating.rawValue)] }

  /// - Parameter indentation: the indentation of the container's first line; nil if it shares a
  ///   line.
  private func edit(
    _ container: DumpIndex, removing removed: [Int], adding entries: Additions.Entries?,
    within indentation: [UInt8]?, into splices: inout [Splice]
  ) {
    let removals = removed.isEmpty ? [] : form.removal(of: removed, from: container)
    guard let entries else { return splices += removals.map { Splice($0) } }
    let frame = frame(of: container, within: indentation)
    var last = container.count - 1
    for place in removed.reversed() where place == last { last -= 1 }
    var (range, lead, trail) = (container.range, [UInt8](), [UInt8]())
    var keepsRest = true
    if last >= 0 {
      range = container[last].end..<container[last].end
    } else if let interior = container.interior {
      keepsRest = form.hasComments(container)
      let end = container.whitespace(before: interior.upperBound).lowerBound
      (range, lead) = (keepsRest ? end..<end : interior, frame.first)
      if !keepsRest { trail = frame.closing }
    } else {
      keepsRest = false
      let (open, close) = Form.brackets(isDictionary: container.isDictionary)
      (lead, trail) = (open + frame.first, frame.closing + close)
    }
    let additions = Additions(
      entries, hasSiblings: last >= 0, form.link(like: container.last, in: frame), in: frame,
      lead: lead, trail: trail)
    // Before removals at the same place.
    splices.append(Splice(range, .additions(additions)))
    if keepsRest { splices += removals.map { Splice($0) } }
  }

  /// The white space around the entries of a container, existing or new.
  private func frame(of container: DumpIndex, within indentation: [UInt8]?) -> TextFrame {
    guard let first = container.first, let last = container.last,
      let interior = container.interior
    else { return layout.frame(within: indentation) }
    let lead = container.lead(of: last)
    let inner = TextLayout.indentation(lead)
    return TextFrame(
      first: container.lead(of: first),
      next: container.count > 1 || inner != nil ? lead : layout.gap,
      closing: Array(form.bytes[container.whitespace(before: interior.upperBound)]),
      indentation: inner)
  }

  private func append(
    _ additions: Additions, to text: inout EditedText
  ) throws(DefaultsDumpError) {
    var isSeparated = additions.hasSiblings
    let (link, next) = (additions.link, additions.frame.next)
    let separator = next.isEmpty ? Form.separator : Form.separator + next
    switch additions.entries {
    case .members(let target):
      for change in changes.changes where isAddition(change, to: target) {
        if isSeparated { text.new.append(separator.span) }
        isSeparated = true
        switch change.action {
        case .rating, .number:
          try form.append(.key, changes.bytes(change.name), to: &text.new)
          text.new.append(link.span)
        case .string, .removal, .flag, .data: break
        }
        try append(valueOf: change, to: &text.new)
        text.settle()
      }
    case .missingTargets:
      for (target, missing) in changes.targets.enumerated() where missing.place == nil {
        guard let change = changes.changes.first(where: { isAddition($0, to: target) }) else {
          continue
        }
        if isSeparated { text.new.append(separator.span) }
        isSeparated = true
        let key = missing.key.bytes
        try form.append(.key, key.span, to: &text.new)
        text.new.append(link.span)
        try append(
          valueOf: target, beginning: change, within: additions.frame.indentation, to: &text)
      }
    }
  }

  /// Whether a change adds an entry or element to a target.
  private func isAddition(_ change: DefaultsChanges.Change, to target: Int) -> Bool {
    guard change.target == target, change.place == nil else { return false }
    if case .removal = change.action { return false }
    return true
  }

  /// Appends a new top-level value.
  ///
  /// - Parameter change: the first change that adds to it.
  private func append(
    valueOf target: Int, beginning change: DefaultsChanges.Change,
    within indentation: [UInt8]?, to text: inout EditedText
  ) throws(DefaultsDumpError) {
    let isDictionary: Bool
    switch change.action {
    case .flag, .data: return try append(valueOf: change, to: &text.new)
    case .string: isDictionary = false
    case .rating, .number, .removal: isDictionary = true
    }
    let frame = layout.frame(within: indentation)
    let (open, close) = Form.brackets(isDictionary: isDictionary)
    text.new.append(open.span)
    text.new.append(frame.first.span)
    try append(Additions(.members(target), form.link(like: nil, in: frame), in: frame), to: &text)
    text.new.append(frame.closing.span)
    text.new.append(close.span)
  }
}

private let (trueWord, falseWord) = (Array("true".utf8), Array("false".utf8))

extension TextDefaults {
  /// Whether a container has text besides its entries, such as comments.
  func hasComments(_ container: DumpIndex) -> Bool {
    guard let interior = container.interior else { return false }
    var position = interior.lowerBound
    for member in container {
      if isComment(position..<member.start) { return true }
      position = member.end
    }
    return isComment(position..<interior.upperBound)
  }

  private func isComment(_ gap: Range<Int>) -> Bool {
    bytes[gap].contains { !isTextWhitespace($0) && !Self.separator.contains($0) }
  }
}

/// The bytes of an edited dump.
private struct EditedText: ~Copyable {
  private var settled: [UInt8] = []
  /// The last bytes: appending many small pieces to an array takes longer.
  var new: ScratchBytes
  private static let newByteCount = 64 << 10

  init(capacity: Int) {
    settled.reserveCapacity(capacity)
    new = ScratchBytes(capacity: min(capacity, Self.newByteCount))
  }

  var count: Int { settled.count + new.count }

  mutating func append(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    settle()
    if bytes.count < Self.newByteCount { return new.append(bytes) }
    settle(atLeast: 0)
    settled.append(contentsOf: bytes)
  }

  /// Moves the new bytes behind the others if they are many.
  mutating func settle(atLeast byteCount: Int = newByteCount) {
    guard new.count >= byteCount else { return }
    var bytes: [UInt8] = []
    swap(&bytes, &settled)
    bytes.append(contentsOf: new.span)
    swap(&bytes, &settled)
    new.removeAll(keeping: .max)
  }

  /// Returns all bytes.
  consuming func finished() -> [UInt8] {
    settle(atLeast: 0)
    return settled
  }
}
