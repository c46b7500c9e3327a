/// How members are found in the bytes of a record.
extension ByteMembers {
  /// Walks over members for as long as they are known.
  ///
  /// None is within the last 160 bytes.
  package func walk(_ bytes: Span<UInt8>, _ walk: inout Walk) -> Stop {
    precondition(walk.place >= 0)
    guard bytes.count >= Self.memberRoom, !entries.isEmpty else { return .unknown }
    var found = walk.found
    defer { walk.found = found }
    // SAFETY: what is lent is used during the call alone; a slot holds the number
    // of an entry or nothing, and so does what follows an entry, of which the blocks are there.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe entries.withUnsafeBufferPointer { entries in
        unsafe slots.withUnsafeBufferPointer { slots in
          unsafe blocks.withUnsafeBufferPointer { blocks in
            unsafe outer.withUnsafeBufferPointer { outer in
              guard let base = bytes.baseAddress, let entries = entries.baseAddress,
                let slots = slots.baseAddress, let blocks = blocks.baseAddress,
                let outer = outer.baseAddress
              else { return .unknown }
              let lent = unsafe Lent(
                bytes: base, count: bytes.count, entries: entries, slots: slots,
                blocks: UnsafeRawPointer(blocks), outer: outer, allowsLineEnds: allowsLineEnds)
              return unsafe withUnsafeMutableBytes(of: &found) { found in
                guard let found = found.baseAddress else { return .unknown }
                return unsafe lent.walk(
                  &walk, found.assumingMemoryBound(to: Range<Int>.self))
              }
            }
          }
        }
      }
    }
  }

  /// What a walk looks at, lent for its time.
  @unsafe
  private struct Lent {
    let bytes: UnsafeRawPointer
    let count: Int
    let entries: UnsafePointer<Entry>
    let slots: UnsafePointer<UInt8>
    /// The constants of whole members.
    let blocks: UnsafeRawPointer
    let outer: UnsafePointer<Int>
    let allowsLineEnds: Bool

    func walk(_ walk: inout Walk, _ found: UnsafeMutablePointer<Range<Int>>) -> Stop {
      if walk.isInValue {
        walk.isInValue = false
        guard unsafe passClosing(&walk), unsafe passSeparators(&walk) else { return .unknown }
      }
      while walk.object >= 0 {
        if let byte = unsafe passWholes(&walk, found) {
          if byte == UInt8(ascii: "}"), walk.object == 0 {
            walk.place &+= 1
            return .end
          }
          guard unsafe passSeparators(&walk) else { return .unknown }
        } else {
          guard let isPassed = unsafe passMember(&walk, found) else { return .unknown }
          guard isPassed else { return .value }
        }
      }
      return .end
    }

    /// Moves over members whose values are as long as usual, for as long as nothing but a comma stands
    /// between them.
    ///
    /// - Returns: what stands behind the last of them, if there is one and it is no comma.
    private func passWholes(
      _ walk: inout Walk, _ found: UnsafeMutablePointer<Range<Int>>
    ) -> UInt8? {
      // What is in registers need not be loaded for each.
      let (bytes, entries, blocks) = unsafe (self.bytes, self.entries, self.blocks)
      let slots = unsafe self.slots + walk.object &<< 8
      let last = unsafe count &- ByteMembers.memberRoom
      var (place, met) = (walk.place, walk.met)
      defer { (walk.place, walk.met) = (place, met) }
      while place <= last {
        // SAFETY: as many bytes follow as the longest member has, and 32 more.
        let head = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let number = unsafe Int(slots[ByteMembers.hash(head)]) &- 1
        guard number >= 0 else { break }
        let entry = unsafe entries + number
        guard unsafe Self.isWhole(bytes + place, blocks, entry),
          unsafe met & entry.pointee.spelling.bit == 0,
          unsafe met != 0 || entry.pointee.spelling.mayComeFirst
        else { break }
        // SAFETY: a role is below four; the range ends where it begins or after it, as it did; a byte
        // follows.
        let (value, end) = unsafe (entry.pointee.value, place &+ entry.pointee.whole.count)
        let byte = unsafe bytes.load(fromByteOffset: end, as: UInt8.self)
        let isEnd = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte <= 0x20
        // A number may be longer.
        guard isEnd else { break }
        met |= unsafe entry.pointee.spelling.bit
        unsafe found[entry.pointee.spelling.role] = Range(
          uncheckedBounds: (place &+ value.lowerBound, place &+ value.upperBound))
        place = end
        guard byte == UInt8(ascii: ",") else { return byte }
        place &+= 1
        // Many writers put one space behind a comma, and none another.
        if unsafe bytes.load(fromByteOffset: place, as: UInt8.self) == 0x20 { place &+= 1 }
      }
      return nil
    }

    /// Whether all of a member stands at a place, its value as long as usual.
    @inline(__always)
    private static func isWhole(
      _ place: UnsafeRawPointer, _ blocks: UnsafeRawPointer, _ entry: UnsafePointer<Entry>
    ) -> Bool {
      let whole = unsafe entry.pointee.whole
      // SAFETY: 16 bytes follow the place, and as many as such a member has; its constants are there.
      return unsafe whole.count > 0
        && RecordPattern.isMatch(place, blocks + whole.constants, count: max(whole.count, 16))
    }

    /// Moves over a member of any kind, and what separates it from the next.
    ///
    /// - Returns: false where it is for others to say where its value ends, and nil where it is not
    ///   known.
    private func passMember(
      _ walk: inout Walk, _ found: UnsafeMutablePointer<Range<Int>>
    ) -> Bool? {
      walk.place = unsafe endOfWhitespace(walk.place)
      guard let number = unsafe number(at: walk.place, walk.object) else { return nil }
      let entry = unsafe entries + number
      let spelling = unsafe entry.pointee.spelling
      guard walk.met & spelling.bit == 0, walk.met != 0 || spelling.mayComeFirst else { return nil }
      walk.met |= spelling.bit
      walk.number = number
      walk.place &+= unsafe entry.pointee.openingCount
      if spelling.value == .object {
        walk.object = spelling.object
        return true
      }
      guard let isPassed = unsafe passValue(&walk.place, spelling, found) else { return nil }
      guard isPassed else {
        walk.isInValue = true
        return false
      }
      return unsafe passClosing(&walk) && passSeparators(&walk) ? true : nil
    }

    /// The number of the member that begins at a place; nil where it is not known.
    private func number(at place: Int, _ object: Int) -> Int? {
      guard unsafe place <= count &- ByteMembers.memberRoom else { return nil }
      // SAFETY: as many bytes follow as an opening has, and one more.
      let (head, low, high) = unsafe (
        bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
        bytes.loadUnaligned(fromByteOffset: place, as: Word.self),
        bytes.loadUnaligned(fromByteOffset: place &+ 32, as: Word.self)
      )
      var number = unsafe Int(slots[object &<< 8 | ByteMembers.hash(head)]) &- 1
      while number >= 0 {
        let entry = unsafe entries + number
        let others =
          unsafe entry.pointee.opening.0.differences(low)
          | entry.pointee.opening.1.differences(high)
        if others[0] | others[1] | others[2] | others[3] == 0 {
          let value = unsafe entry.pointee.spelling.value
          if value == .string || value == .object { return number }
          let byte = unsafe bytes.load(
            fromByteOffset: place &+ entry.pointee.openingCount, as: UInt8.self)
          if unsafe entry.pointee.spelling.firstBytes.contains(byte) { return number }
        }
        number = unsafe entry.pointee.next &- 1
      }
      return nil
    }

    /// Moves over a value; false where it is for others to say where it ends, and nil where that can
    /// not be told.
    private func passValue(
      _ place: inout Int, _ spelling: Spelling, _ found: UnsafeMutablePointer<Range<Int>>
    ) -> Bool? {
      switch spelling.value {
      case .string:
        guard let end = unsafe endOfPlainText(place) else { return nil }
        // SAFETY: the end is before that of the bytes; a role is below four.
        guard unsafe bytes.load(fromByteOffset: end, as: UInt8.self) == UInt8(ascii: "\"") else {
          return false
        }
        unsafe found[spelling.role] = place..<end
        place = end &+ 1
        return true
      case .byte:
        unsafe found[spelling.role] = place..<place &+ 1
        place &+= 1
        return true
      case .token, .object:
        let end = unsafe endOfWholeNumber(place)
        guard end > place else { return false }
        place = end
        return true
      }
    }

    /// Moves over what stands after a member's value; false where it does not.
    private func passClosing(_ walk: inout Walk) -> Bool {
      // SAFETY: the member was found among the entries; 32 bytes follow where so many are loaded.
      let entry = unsafe entries + walk.number
      let length = unsafe entry.pointee.closingCount
      guard length > 0 else { return true }
      guard unsafe walk.place <= count &- 32 else { return false }
      let word = unsafe bytes.loadUnaligned(fromByteOffset: walk.place, as: Word.self)
      let others = unsafe entry.pointee.closing.differences(word)
      walk.place &+= length
      return others[0] | others[1] | others[2] | others[3] == 0
    }

    /// Moves over what stands between two members, or ends the objects around them: after the brace
    /// of the outermost, the object is negative.
    private func passSeparators(_ walk: inout Walk) -> Bool {
      while walk.object >= 0 {
        walk.place = unsafe endOfWhitespace(walk.place)
        guard unsafe walk.place < count else { return false }
        // SAFETY: the place is before the end; an object that is not negative is there.
        let byte = unsafe bytes.load(fromByteOffset: walk.place, as: UInt8.self)
        walk.place &+= 1
        if byte == UInt8(ascii: ",") { return true }
        guard byte == UInt8(ascii: "}") else { return false }
        walk.object = unsafe outer[walk.object]
      }
      return true
    }

    private func endOfWhitespace(_ start: Int) -> Int {
      var place = start
      while unsafe place < count {
        // SAFETY: the place is before the end.
        switch unsafe bytes.load(fromByteOffset: place, as: UInt8.self) {
        case 0x20, 0x09, 0x0D: place &+= 1
        case 0x0A where unsafe allowsLineEnds: place &+= 1
        default: return place
        }
      }
      return place
    }

    /// The place of the first byte that is not plain in a JSON string; nil where it is not found
    /// before the last 32 bytes.
    ///
    /// As in `Span.endOfPlainText`, 32 bytes at a time.
    @inline(__always)
    private func endOfPlainText(_ start: Int) -> Int? {
      let ones = Word(repeating: 0x0101_0101_0101_0101)
      var place = start
      while unsafe place <= count &- 32 {
        // SAFETY: 32 bytes follow.
        let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Word.self)
        let belowSpaceOrQuote = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
        let backslash = (word ^ (ones &* 0x5C)) &- ones
        let marks = (belowSpaceOrQuote | backslash | word) & (ones &* 0x80)
        let low = marks[0] | marks[1]
        if low | marks[2] | marks[3] != 0 {
          let one = low != 0 ? marks[0] : marks[2]
          let mark = one != 0 ? one : low != 0 ? marks[1] : marks[3]
          place &+= (low != 0 ? 0 : 16) &+ (one != 0 ? 0 : 8)
          return place &+ mark.trailingZeroBitCount &>> 3
        }
        place &+= 32
      }
      return nil
    }

    /// The end of the whole number above zero that begins at a place, where a comma or a brace comes
    /// next; else the place itself.
    @inline(__always)
    private func endOfWholeNumber(_ start: Int) -> Int {
      // SAFETY: each place that is looked at is before the end.
      var byte = unsafe bytes.load(fromByteOffset: start, as: UInt8.self)
      guard byte &- UInt8(ascii: "1") <= 8 else { return start }
      var place = start
      repeat {
        place &+= 1
        guard unsafe place < count else { return start }
        byte = unsafe bytes.load(fromByteOffset: place, as: UInt8.self)
      } while byte &- UInt8(ascii: "0") <= 9
      return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") ? place : start
    }
  }
}
