import Jokes
import Scan
import SystemIO

/// Turns the changes of a textual dump into edits; unchanged parts keep their bytes.
struct TextEditing<Form: TextDefaults> {
  let form: Form
  let changes: DefaultsChanges
  let layout: TextLayout

  /// The additions to a container.
  private enum Additions {
    /// The new entries or elements of a target.
    case members(Int)
    /// The targets that are missing, as new top-level values.
    case missingTargets
  }

  /// Edits, the text of each of which is spelled piece by piece.
  private struct SpelledEdits: ~Copyable {
    var edits: [Edit] = []
    /// The text of the next edit.
    var text = ScratchBytes(capacity: 1 << 10)

    /// Adds the edit that puts the text in a place.
    mutating func addText(at range: Range<Int>) {
      edits.append(Edit(range, text.span.copied))
      text.removeAll(keeping: 64 << 10)
    }
  }

  /// The edits, in order of place.
  func edits() throws(DefaultsDumpError) -> [Edit] {
    var new = SpelledEdits()
    new.edits.reserveCapacity(changes.targets.count + 1)
    let top = form.top
    var addsTargets = false
    for number in changes.targets.indices {
      var (removed, addsMembers) = ([Int](), false)
      for change in changes.changes where change.target == number {
        if case .removal = change.action {
          if let place = change.place { removed.append(place) }
        } else if let value = changes.member(of: change, in: top) {
          try replace(value, making: change, in: &new)
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
        try edit(
          container, removing: removed, adding: addsMembers ? .members(number) : nil,
          within: TextLayout.indentation(lead), in: &new)
      }
    }
    if addsTargets {
      try edit(
        top, removing: [], adding: .missingTargets, within: layout.hasLines ? [] : nil,
        in: &new)
    }
    return Edit.sorted(new.edits)
  }

  // MARK: Values

  private func replace(
    _ member: DumpIndex.Member, making change: DefaultsChanges.Change, in new: inout SpelledEdits
  ) throws(DefaultsDumpError) {
    switch change.action {
    case .rating(let rating):
      if let edit = try form.setRating(at: member.value, to: digit(of: rating)) {
        return new.edits.append(edit)
      }
    case .number: break
    case .flag(let flag):
      // A 1 or a YES reads as true and stays.
      if try form.value(of: member).flag == flag { return }
    case .data:
      let data = changes.bytes(change.content).copied
      if let edit = try form.setData(at: member.value, to: data) { return new.edits.append(edit) }
      throw form.noData(in: changes.targets[change.target].key.name, at: member.value.lowerBound)
    case .string, .removal: return
    }
    try append(valueOf: change, to: &new.text)
    new.addText(at: member.value)
  }

  /// Appends the new value of a change.
  private func append(
    valueOf change: DefaultsChanges.Change, to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    switch change.action {
    case .rating(let rating):
      let digit = digit(of: rating)
      try form.append(.integer, digit.span, to: &text)
    case .number: try form.append(.real, changes.bytes(change.content), to: &text)
    case .string: try form.append(.string, changes.bytes(change.content), to: &text)
    case .data: try form.append(.data, changes.bytes(change.content), to: &text)
    case .flag(let flag):
      let word = flag ? trueWord : falseWord
      try form.append(.boolean, word.span, to: &text)
    case .removal: break
    }
  }

  private func digit(of rating: Rating) -> [UInt8] {
    [UInt8(ascii: "0") + UInt8(rating.rawValue)]
  }

  // MARK: Containers

  /// - Parameter indentation: the indentation of the container's first line; nil if it shares a
  ///   line.
  private func edit(
    _ container: DumpIndex, removing removed: [Int], adding additions: Additions?,
    within indentation: [UInt8]?, in new: inout SpelledEdits
  ) throws(DefaultsDumpError) {
    let removals = removed.isEmpty ? [] : form.removal(of: removed, from: container)
    guard let additions else { return new.edits += removals }
    guard let interior = container.interior else {
      try append(
        additions, inNewContainer: container.isDictionary, within: indentation, to: &new.text)
      return new.addText(at: container.range)
    }
    let frame = frame(of: container, interior, within: indentation)
    let link = form.link(like: container.last, in: frame)
    var last = container.count - 1
    for place in removed.reversed() where place == last { last -= 1 }
    if last < 0 { new.text.append(frame.first) }
    try append(additions, hasSiblings: last >= 0, link, in: frame, to: &new.text)
    if last < 0, !form.hasComments(container) {
      new.text.append(frame.closing)
      return new.addText(at: interior)
    }
    let end =
      last >= 0
      ? container[last].end : container.whitespace(before: interior.upperBound).lowerBound
    // Before removals at the same place.
    new.addText(at: end..<end)
    new.edits += removals
  }

  /// The white space around the entries of a container, existing or new.
  private func frame(
    of container: DumpIndex, _ interior: Range<Int>, within indentation: [UInt8]?
  ) -> TextFrame {
    guard let first = container.first, let last = container.last else {
      return layout.frame(within: indentation)
    }
    let lead = container.lead(of: last)
    let inner = TextLayout.indentation(lead)
    return TextFrame(
      first: container.lead(of: first),
      next: container.count > 1 || inner != nil ? lead : layout.gap,
      closing: Array(form.bytes[container.whitespace(before: interior.upperBound)]),
      indentation: inner)
  }

  /// Appends a container that has only additions.
  private func append(
    _ additions: Additions, inNewContainer isDictionary: Bool, within indentation: [UInt8]?,
    to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    let frame = layout.frame(within: indentation)
    let (open, close) = Form.brackets(isDictionary: isDictionary)
    text.append(open)
    text.append(frame.first)
    try append(additions, hasSiblings: false, form.link(like: nil, in: frame), in: frame, to: &text)
    text.append(frame.closing)
    text.append(close)
  }

  /// - Parameters:
  ///   - hasSiblings: whether other entries precede the additions.
  ///   - link: the bytes between a key and its value.
  private func append(
    _ additions: Additions, hasSiblings: Bool, _ link: [UInt8], in frame: TextFrame,
    to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    var isSeparated = hasSiblings
    let separator = frame.next.isEmpty ? Form.separator : Form.separator + frame.next
    switch additions {
    case .members(let target):
      for change in changes.changes where isAddition(change, to: target) {
        if isSeparated { text.append(separator) }
        isSeparated = true
        switch change.action {
        case .rating, .number:
          try form.append(.key, changes.bytes(change.name), to: &text)
          text.append(link)
        case .string, .removal, .flag, .data: break
        }
        try append(valueOf: change, to: &text)
      }
    case .missingTargets:
      for (target, missing) in changes.targets.enumerated() where missing.place == nil {
        guard let change = changes.changes.first(where: { isAddition($0, to: target) }) else {
          continue
        }
        if isSeparated { text.append(separator) }
        isSeparated = true
        let key = missing.key.bytes
        try form.append(.key, key.span, to: &text)
        text.append(link)
        try append(valueOf: target, beginning: change, within: frame.indentation, to: &text)
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
    valueOf target: Int, beginning change: DefaultsChanges.Change, within indentation: [UInt8]?,
    to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    switch change.action {
    case .flag, .data: try append(valueOf: change, to: &text)
    case .string:
      try append(.members(target), inNewContainer: false, within: indentation, to: &text)
    case .rating, .number, .removal:
      try append(.members(target), inNewContainer: true, within: indentation, to: &text)
    }
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
