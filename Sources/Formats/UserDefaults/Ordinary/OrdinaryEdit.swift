import ByteIO

/// The changes to an ordinary dump, on their way into its bytes.
///
/// What goes where, and in which layout, is as `TextDefaults` has it for a dump on one line.
package struct OrdinaryEdit: ~Copyable, Sendable {
  /// An entry that is to be written: the key of a joke, alone or with a number.
  struct Addition: BitwiseCopyable, Sendable {
    var joke: Int32
    /// The entry of its number in the dump, or -1 where that is the moment of the migration.
    var entry: Int32
    /// The number, by which additions are sorted.
    var timestamp: Double
  }

  /// The entries that are to be written.
  struct Additions: ~Copyable, Sendable {
    /// Jokes that are saved, without numbers.
    var saved = ScratchArray<Addition>()
    /// When jokes were saved.
    var times = ScratchArray<Addition>()
  }

  /// A stretch of the dump that is replaced by bytes of the dump itself, or by new ones.
  struct Splice: BitwiseCopyable, Sendable {
    private let (start, end): (Int, Int)
    private let (sourceStart, sourceEnd): (Int, Int)
    let isNew: Bool

    init(range: Range<Int>, source: Range<Int>, isNew: Bool) {
      (start, end) = (range.lowerBound, range.upperBound)
      (sourceStart, sourceEnd) = (source.lowerBound, source.upperBound)
      self.isNew = isNew
    }

    var range: Range<Int> { start..<end }
    var source: Range<Int> { sourceStart..<sourceEnd }
    /// How many bytes longer the dump becomes.
    var growth: Int { source.count - range.count }
  }

  private var splices = ScratchArray<Splice>()
  /// The new bytes of all splices but the last.
  private var new = ScratchArray<UInt8>()
  /// What goes behind the last entry of the top level.
  private var topAdditions = ScratchArray<UInt8>()
  /// Where what was written begins.
  private var outputStart = 0
  /// Room for entries, which costs a fifth of the time if made anew.
  private var additions: Additions?

  /// Forgets all changes, but not the room for some.
  mutating func reset() {
    let capacity = OrdinaryWork.keptCapacity
    new.removeAll(keeping: capacity * 16)
    topAdditions.removeAll(keeping: capacity * 16)
    splices.removeAll(keeping: capacity)
  }

  /// Hands out room for entries, which is to be handed back.
  mutating func takeAdditions() -> Additions { additions.take() ?? Additions() }

  mutating func giveBack(_ additions: consuming Additions) {
    additions.saved.removeAll(keeping: OrdinaryWork.keptCapacity)
    additions.times.removeAll(keeping: OrdinaryWork.keptCapacity)
    self.additions = consume additions
  }

  /// Puts bytes of the dump in the place of others.
  mutating func replace(_ range: Range<Int>, withCopyOf source: Range<Int>) {
    splices.append(Splice(range: range, source: source, isNew: false))
  }

  /// Puts new bytes in the place of others.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    let start = new.count
    new.append(bytes.span)
    splices.append(Splice(range: range, source: start..<new.count, isNew: true))
  }

  /// Sets a flag, and makes it where there is none.
  ///
  /// - Parameter name: its key, in quotes.
  ///
  /// - Returns: where it is going to stand.
  mutating func setFlag(
    _ number: OrdinaryKeys.Flag, _ name: [UInt8], _ dump: borrowing OrdinaryDump,
    _ text: Span<UInt8>
  ) -> OrdinaryPlace {
    guard let flag = dump.flag(number) else {
      beginTopEntry(name, dump, text)
      let (place, value) = (topAdditions.count, OrdinaryFlag.true)
      topAdditions.append(value.span)
      return .added(place)
    }
    if !flag.value { replace(flag.range, with: OrdinaryFlag.true) }
    return .kept(flag.range.lowerBound)
  }

  // MARK: Entries that come

  /// Puts entries behind those of a dictionary, with numbers, or of an array, without; makes it where
  /// there is none.
  ///
  /// - Parameters:
  ///   - name: the key of the container, in quotes.
  ///   - now: how the moment of the migration is spelled.
  /// - Returns: where the container is going to stand; nil where there is none.
  mutating func add(
    _ additions: borrowing ScratchArray<Addition>, to container: OrdinaryDump.Container,
    _ name: [UInt8], isDictionary: Bool, now: [UInt8], _ dump: borrowing OrdinaryDump,
    _ text: Span<UInt8>
  ) -> OrdinaryPlace? {
    let place = container.interior.map { OrdinaryPlace.kept($0.lowerBound - 1) }
    guard !additions.isEmpty else { return place }
    guard let interior = container.interior else {
      beginTopEntry(name, dump, text)
      let place = OrdinaryPlace.added(topAdditions.count)
      topAdditions.append(UInt8(ascii: isDictionary ? "{" : "["))
      let link = isDictionary ? dump.colon : nil
      Self.write(additions, between: dump.gap(text), link, now, dump, text, to: &topAdditions)
      topAdditions.append(UInt8(ascii: isDictionary ? "}" : "]"))
      return place
    }
    let start = new.count
    let link = isDictionary ? container.last?.link ?? dump.colon : nil
    guard let last = container.last else {
      Self.write(additions, between: dump.gap(text), link, now, dump, text, to: &new)
      splices.append(Splice(range: interior, source: start..<new.count, isNew: true))
      return place
    }
    let gap = container.count > 1 ? container.lead(of: last, text) : dump.gap(text)
    new.append(UInt8(ascii: ","))
    gap.append(to: &new, text)
    Self.write(additions, between: gap, link, now, dump, text, to: &new)
    let end = Int(last.end)
    splices.append(Splice(range: end..<end, source: start..<new.count, isNew: true))
    return place
  }

  private mutating func beginTopEntry(
    _ name: [UInt8], _ dump: borrowing OrdinaryDump, _ text: Span<UInt8>
  ) {
    topAdditions.append(UInt8(ascii: ","))
    dump.gap(text).append(to: &topAdditions, text)
    topAdditions.append(name.span)
    if let colon = dump.colon { topAdditions.append(colon, of: text) }
  }

  private static func write(
    _ additions: borrowing ScratchArray<Addition>, between gap: OrdinaryGap, _ link: Range<Int>?,
    _ now: [UInt8], _ dump: borrowing OrdinaryDump, _ text: Span<UInt8>,
    to bytes: inout ScratchArray<UInt8>
  ) {
    for place in 0..<additions.count {
      let addition = additions[place]
      if place > 0 {
        bytes.append(UInt8(ascii: ","))
        gap.append(to: &bytes, text)
      }
      let key = dump.jokes[addition.joke].quotedKey
      guard let link else {
        bytes.append(key, of: text)
        continue
      }
      guard let entry = dump.entry(at: addition.entry) else {
        bytes.append(key, of: text)
        bytes.append(link, of: text)
        bytes.append(now.span)
        continue
      }
      // Mostly the entry is spelled as the new one has to be.
      if entry.link.count == link.count, text.holds(link, of: text, at: Int(entry.keyEnd)) {
        bytes.append(entry.range, of: text)
      } else {
        bytes.append(key, of: text)
        bytes.append(link, of: text)
        bytes.append(entry.value, of: text)
      }
    }
  }

  // MARK: Entries that go

  /// Takes the entries of some jokes out of a dictionary, each with one comma.
  mutating func remove(
    from container: OrdinaryDump.Container, _ dump: borrowing OrdinaryDump,
    where isRemoved: (OrdinaryDump.Entry) -> Bool
  ) {
    let end = container.entries.upperBound
    var place = container.entries.lowerBound
    while place < end {
      guard isRemoved(dump.entries[place]) else {
        place += 1
        continue
      }
      let first = place
      while place < end, isRemoved(dump.entries[place]) { place += 1 }
      // As in `TextContainer.jsonRemoval`.
      let range =
        if place < end {
          Int(dump.entries[first].start)..<Int(dump.entries[place].start)
        } else if first > container.entries.lowerBound {
          Int(dump.entries[first - 1].end)..<Int(dump.entries[place - 1].end)
        } else {
          container.interior ?? 0..<0
        }
      splices.append(Splice(range: range, source: 0..<0, isNew: true))
    }
  }

  // MARK: All of it

  /// Appends the dump's bytes with the changes made.
  mutating func write(
    _ dump: borrowing OrdinaryDump, _ text: Span<UInt8>, to output: inout [UInt8]
  ) {
    outputStart = output.count
    if let last = dump.top.last, !topAdditions.isEmpty {
      let end = Int(last.end)
      let start = new.count
      new.append(0..<topAdditions.count, of: topAdditions)
      splices.append(Splice(range: end..<end, source: start..<new.count, isNew: true))
    }
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    var byteCount = dump.range.count
    for place in 0..<splices.count { byteCount += splices[place].growth }
    output.append(byteCount: byteCount) { room in
      var position = dump.range.lowerBound
      for place in 0..<splices.count {
        let splice = splices[place]
        room.append(position..<splice.range.lowerBound, of: text)
        if splice.isNew {
          room.append(splice.source, of: new.span)
        } else {
          room.append(splice.source, of: text)
        }
        position = splice.range.upperBound
      }
      room.append(position..<dump.range.upperBound, of: text)
    }
  }

  /// Writes down how what was written becomes the dump again.
  func enter(_ steps: inout DeltaSteps, from place: inout Int, of text: Span<UInt8>) {
    for number in 0..<splices.count {
      let splice = splices[number]
      let replacement = (splice.isNew ? new.span : text).extracting(splice.source)
      steps.append(
        copying: splice.range.lowerBound - place, passing: replacement,
        inserting: text.extracting(splice.range))
      place = splice.range.upperBound
    }
  }

  /// The changes that were written; ranges count from a place in the text.
  func edits(of text: Span<UInt8>, from start: Int) -> [Edit] {
    (0..<splices.count).map { number in
      let splice = splices[number]
      let replacement = (splice.isNew ? new.span : text).extracting(splice.source)
      return Edit(
        splice.range.lowerBound - start..<splice.range.upperBound - start, replacement.copied)
    }
  }

  /// Where something stands in what was written.
  func offset(of place: OrdinaryPlace, _ dump: borrowing OrdinaryDump) -> Int {
    let (place, offset) =
      switch place {
      case .kept(let place): (place, 0)
      case .added(let offset): (dump.top.last.map { Int($0.end) } ?? 0, offset)
      }
    var shift = outputStart + offset - dump.range.lowerBound
    for number in 0..<splices.count where splices[number].range.lowerBound < place {
      shift += splices[number].growth
    }
    return place + shift
  }

  /// Whether a flag stands there, and is set.
  func isSet(_ place: OrdinaryPlace, in bytes: [UInt8], _ dump: borrowing OrdinaryDump) -> Bool {
    var cursor = OrdinaryCursor(bytes.span, at: offset(of: place, dump))
    return cursor.boolean() == true
  }
}

/// Where a changed part of a dump is going to stand.
enum OrdinaryPlace {
  /// Where the dump has it, but for what comes and goes before it.
  case kept(Int)
  /// So far into what is put behind the last entry of the top level.
  case added(Int)
}

/// How a flag that is set is spelled.
enum OrdinaryFlag {
  static let `true` = Array("true".utf8)
}
