import Jokes
import Scan
import SystemIO

/// Turns the changes of a textual dump into byte edits; unchanged parts keep their bytes.
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

  func edits() throws(DefaultsDumpError) -> [Edit] {
    var edits: [Edit] = []
    edits.reserveCapacity(changes.targets.count + 1)
    var text = ScratchBytes(capacity: 1 << 10)
    let top = form.top
    var addsTargets = false
    for number in changes.targets.indices {
      var (removed, addsMembers) = ([Int](), false)
      for change in changes.changes where change.target == number {
        if case .removal = change.action {
          if let place = change.place { removed.append(place) }
        } else if let value = changes.member(of: change, in: top) {
          if let edit = try edit(of: value, change, &text) { edits.append(edit) }
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
          within: TextLayout.indentation(lead), &text, into: &edits)
      }
    }
    if addsTargets {
      try edit(
        top, removing: [], adding: .missingTargets, within: layout.hasLines ? [] : nil,
        &text, into: &edits)
    }
    return edits
  }

  /// - Parameter text: empty storage for the new text, which is emptied again.
  private func edit(
    of member: DumpIndex.Member, _ change: DefaultsChanges.Change, _ text: inout ScratchBytes
  ) throws(DefaultsDumpError) -> Edit? {
    switch change.action {
    case .rating(let rating):
      if let edit = try form.setRating(at: member.value, to: digit(of: rating)) { return edit }
    case .number: break
    case .flag(let flag):
      // A 1 or a YES reads as true and stays.
      if try form.value(of: member).flag == flag { return nil }
    case .data:
      let data = changes.bytes(change.content).copied
      if let edit = try form.setData(at: member.value, to: data) { return edit }
      throw form.noData(in: changes.targets[change.target].key.name, at: member.value.lowerBound)
    case .string, .removal: return nil
    }
    try append(valueOf: change, to: &text)
    return Edit(member.value, text.taken())
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
      let word = Array((flag ? "true" : "false").utf8)
      try form.append(.boolean, word.span, to: &text)
    case .removal: break
    }
  }

  private func digit(of rating: Rating) -> [UInt8] { [UInt8(ascii: "0") + UInt8(rating.rawValue)] }

  /// - Parameter indentation: the indentation of the container's first line; nil if it shares a
  ///   line.
  private func edit(
    _ container: DumpIndex, removing removed: [Int], adding additions: Additions?,
    within indentation: [UInt8]?, _ text: inout ScratchBytes, into edits: inout [Edit]
  ) throws(DefaultsDumpError) {
    let removals = removed.isEmpty ? [] : form.removal(of: removed, from: container)
    guard let additions else { return edits += removals }
    let frame = frame(of: container, within: indentation)
    let link = form.link(like: container.last, in: frame)
    var last = container.count - 1
    for place in removed.reversed() where place == last { last -= 1 }
    if last >= 0 {
      try append(additions, hasSiblings: true, link, in: frame, to: &text)
      let place = container[last].end
      edits.append(Edit(place..<place, text.taken()))
      return edits += removals
    }
    text.append(frame.first.span)
    try append(additions, hasSiblings: false, link, in: frame, to: &text)
    edits += fill(container, with: text.taken(), in: frame, removals)
  }

  /// Adds entries to a container that has none left.
  private func fill(
    _ container: DumpIndex, with text: [UInt8], in frame: TextFrame, _ removals: [Edit]
  ) -> [Edit] {
    guard let interior = container.interior else {
      let (open, close) = Form.brackets(isDictionary: container.isDictionary)
      return [Edit(container.range, open + text + frame.closing + close)]
    }
    guard form.hasComments(container) else {
      return [Edit(interior, text + frame.closing)]
    }
    let end = container.whitespace(before: interior.upperBound).lowerBound
    return removals + [Edit(end..<end, text)]
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

  /// - Parameter hasSiblings: whether entries precede the additions.
  private func append(
    _ additions: Additions, hasSiblings: Bool, _ link: [UInt8], in frame: TextFrame,
    to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    var isSeparated = hasSiblings
    let separator = frame.next.isEmpty ? Form.separator : Form.separator + frame.next
    switch additions {
    case .members(let target):
      for change in changes.changes where isAddition(change, to: target) {
        if isSeparated { text.append(separator.span) }
        isSeparated = true
        switch change.action {
        case .rating, .number:
          try form.append(.key, changes.bytes(change.name), to: &text)
          text.append(link.span)
        case .string, .removal, .flag, .data: break
        }
        try append(valueOf: change, to: &text)
      }
    case .missingTargets:
      for (target, missing) in changes.targets.enumerated() where missing.place == nil {
        guard let change = changes.changes.first(where: { isAddition($0, to: target) }) else {
          continue
        }
        if isSeparated { text.append(separator.span) }
        isSeparated = true
        let key = missing.key.bytes
        try form.append(.key, key.span, to: &text)
        text.append(link.span)
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
    valueOf target: Int, beginning change: DefaultsChanges.Change,
    within indentation: [UInt8]?, to text: inout ScratchBytes
  ) throws(DefaultsDumpError) {
    let isDictionary: Bool
    switch change.action {
    case .flag, .data: return try append(valueOf: change, to: &text)
    case .string: isDictionary = false
    case .rating, .number, .removal: isDictionary = true
    }
    let frame = layout.frame(within: indentation)
    let (open, close) = Form.brackets(isDictionary: isDictionary)
    text.append(open.span)
    text.append(frame.first.span)
    try append(
      .members(target), hasSiblings: false, form.link(like: nil, in: frame), in: frame,
      to: &text)
    text.append(frame.closing.span)
    text.append(close.span)
  }
}

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

extension ScratchBytes {
  /// A copy of the bytes, which are removed.
  fileprivate mutating func taken() -> [UInt8] {
    let bytes = span.copied
    removeAll(keeping: .max)
    return bytes
  }
}
