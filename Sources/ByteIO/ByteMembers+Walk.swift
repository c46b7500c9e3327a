/// How members are found in the bytes of a record.
extension ByteMembers {
  /// Walks over members for as long as they are known.
  ///
  /// Within the last bytes, of which there are 160, none is.
  package func walk(_ bytes: Span<UInt8>, _ walk: inout Walk) -> Stop {
    precondition(walk.place >= 0)
    guard unsafe bytes.count >= Lent.room, !entries.isEmpty else { return .unknown }
    var (state, found) = (walk, walk.found)
    // SAFETY: what is lent is used during the call alone; none of it is empty, a slot holds the number
    // of an entry or nothing, and so does what follows an entry, of which the blocks are there.
    let stop = unsafe bytes.withUnsafeBytes { bytes in
      unsafe entries.withUnsafeBufferPointer { entries in
        unsafe slots.withUnsafeBufferPointer { slots in
          unsafe blocks.withUnsafeBufferPointer { blocks in
            unsafe outer.withUnsafeBufferPointer { outer in
              unsafe withUnsafeMutableBytes(of: &found) { found in
                let lent = unsafe Lent(
                  bytes: bytes.baseAddress.unsafelyUnwrapped, count: bytes.count,
                  entries: entries.baseAddress.unsafelyUnwrapped,
                  slots: slots.baseAddress.unsafelyUnwrapped, blocks: blocks.baseAddress,
                  outer: outer.baseAddress.unsafelyUnwrapped,
                  found: found.baseAddress.unsafelyUnwrapped.assumingMemoryBound(
                    to: Range<Int>.self),
                  allowsLineEnds: allowsLineEnds)
                return unsafe lent.walk(&state)
              }
            }
          }
        }
      }
    }
    (walk, walk.found) = (state, found)
    return stop
  }

  /// What a walk looks at, lent for its time.
  @unsafe
  private struct Lent {
    let bytes: UnsafeRawPointer
    let count: Int
    let entries: UnsafePointer<Entry>
    let slots: UnsafePointer<UInt8>
    let blocks: UnsafePointer<ByteTemplate.Block>?
    let outer: UnsafePointer<Int>
    let found: UnsafeMutablePointer<Range<Int>>
    let allowsLineEnds: Bool

    /// How many bytes have to follow a place for a member to be looked for: all that a whole one has,
    /// or an opening, and the byte after it.
    static var room: Int { wholeLimit + 32 }

    func walk(_ walk: inout Walk) -> Stop {
      var (place, object, met) = (walk.place, walk.object, walk.met)
      if walk.isInValue {
        walk.isInValue = false
        guard unsafe passClosing(&place, walk.number),
          unsafe passSeparators(&place, &object)
        else { return .unknown }
        if object < 0 { return unsafe end(&walk, place) }
      }
      let last = unsafe count &- Self.room
      while true {
        if unsafe place < count, unsafe bytes.load(fromByteOffset: place, as: UInt8.self) <= 0x20 {
          place = unsafe endOfWhitespace(place)
        }
        guard place <= last else { return .unknown }
        // SAFETY: as many bytes follow as are needed.
        let head = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        var number = unsafe Int(slots[object &<< 8 | ByteMembers.hash(head)]) &- 1
        guard number >= 0 else { return .unknown }
        let isWhole = unsafe isWhole(number, at: place)
        if !isWhole {
          number = unsafe self.number(from: number, at: place)
          guard number >= 0 else { return .unknown }
        }
        let entry = unsafe entries + number
        let bit = unsafe entry.pointee.spelling.bit
        guard met & bit == 0, unsafe met != 0 || entry.pointee.spelling.mayComeFirst else {
          return .unknown
        }
        met |= bit
        if isWhole {
          let value = unsafe entry.pointee.value
          unsafe found[entry.pointee.spelling.role] =
            place &+ value.lowerBound..<place &+ value.upperBound
          place &+= unsafe entry.pointee.whole.byteCount
        } else {
          place &+= unsafe entry.pointee.openingCount
          if unsafe entry.pointee.spelling.value == .object {
            object = unsafe entry.pointee.spelling.object
            continue
          }
          guard let isPassed = unsafe passValue(&place, entry) else { return .unknown }
          guard isPassed else {
            (walk.place, walk.object, walk.number, walk.met) = (place, object, number, met)
            walk.isInValue = true
            return .value
          }
          guard unsafe passClosing(&place, number) else { return .unknown }
        }
        guard unsafe place < count else { return .unknown }
        if unsafe bytes.load(fromByteOffset: place, as: UInt8.self) == UInt8(ascii: ",") {
          place &+= 1
        } else {
          guard unsafe passSeparators(&place, &object) else { return .unknown }
          if object < 0 { return unsafe end(&walk, place) }
        }
      }
    }

    private func end(_ walk: inout Walk, _ place: Int) -> Stop {
      walk.place = place
      return .end
    }

    /// Whether all of a member stands at a place, its value as long as usual.
    @inline(__always)
    private func isWhole(_ number: Int, at start: Int) -> Bool {
      // SAFETY: there are as many bytes after the place as such a member has, and 31 more.
      let whole = unsafe entries[number].whole
      guard whole.blockCount > 0, let blocks = unsafe blocks else { return false }
      var block = unsafe blocks + whole.block
      let end = unsafe block + whole.blockCount
      var good = Word(repeating: ~0)
      var tops = Word(repeating: 0)
      var place = unsafe bytes + start
      repeat {
        let word = unsafe place.loadUnaligned(as: Word.self)
        good &= unsafe ((word ^ block.pointee.flips) &+ block.pointee.sums)
          & (word &+ block.pointee.floors)
        tops |= word
        unsafe place += 32
        unsafe block += 1
      } while unsafe block != end
      good &= ~tops
      return good[0] & good[1] & good[2] & good[3] & ByteTemplate.topBits == ByteTemplate.topBits
    }

    /// The number of the member that begins at a place, of those from one on that begin alike;
    /// negative where it is none of them.
    private func number(from first: Int, at place: Int) -> Int {
      // SAFETY: as many bytes follow as an opening has, and one more.
      let (low, high) = unsafe (
        bytes.loadUnaligned(fromByteOffset: place, as: Word.self),
        bytes.loadUnaligned(fromByteOffset: place &+ 32, as: Word.self)
      )
      var number = first
      while number >= 0 {
        let entry = unsafe entries + number
        let others = unsafe entry.pointee.opening.0.differences(low)
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
      return -1
    }

    /// Moves over a value; false where it is for others to say where it ends, and nil where that can
    /// not be told.
    @inline(__always)
    private func passValue(_ place: inout Int, _ entry: UnsafePointer<Entry>) -> Bool? {
      switch unsafe entry.pointee.spelling.value {
      case .string:
        guard let end = unsafe endOfPlainText(place) else { return nil }
        guard unsafe bytes.load(fromByteOffset: end, as: UInt8.self) == UInt8(ascii: "\"") else {
          return false
        }
        unsafe found[entry.pointee.spelling.role] = place..<end
        place = end &+ 1
        return true
      case .byte:
        unsafe found[entry.pointee.spelling.role] = place..<place &+ 1
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
    @inline(__always)
    private func passClosing(_ place: inout Int, _ number: Int) -> Bool {
      let length = unsafe entries[number].closingCount
      guard length > 0 else { return true }
      guard unsafe place <= count &- 32 else { return false }
      // SAFETY: 32 bytes follow.
      let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Word.self)
      let others = unsafe entries[number].closing.differences(word)
      place &+= length
      return others[0] | others[1] | others[2] | others[3] == 0
    }

    /// Moves over what stands between two members, or ends the objects around them: after the brace
    /// of the outermost, the object is negative.
    private func passSeparators(_ place: inout Int, _ object: inout Int) -> Bool {
      while true {
        place = unsafe endOfWhitespace(place)
        guard unsafe place < count else { return false }
        // SAFETY: the place is before the end; an object that is not negative is there.
        let byte = unsafe bytes.load(fromByteOffset: place, as: UInt8.self)
        place &+= 1
        if byte == UInt8(ascii: ",") { return true }
        guard byte == UInt8(ascii: "}") else { return false }
        object = unsafe outer[object]
        if object < 0 { return true }
      }
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
