/// How lines are found that are objects of known members whose values all have the usual length.
///
/// The first bytes of a member say how many it has, and so where the next begins; what has to stand in
/// all of them is put in a list, and compared in one go. So no branch depends on the order of the
/// members, which nothing could foresee, and what each has to wait for of the one before is short.
extension ByteMembers {
  /// A line that is such an object.
  package struct Line: Sendable {
    /// Where it begins, and where the next one does.
    package fileprivate(set) var range = 0..<0
    /// For each role, where its value begins and, in the higher half, where it ends.
    fileprivate var found = SIMD4<UInt64>(repeating: 0)

    package init() {}

    /// Where the value of a role stands; empty where no member has it.
    package subscript(role: Int) -> Range<Int> {
      let word = found[role]
      return Int(word & 0xFFFF_FFFF)..<Int(word &>> 32)
    }
  }

  /// What there is to know of a member whose value has the usual length.
  struct Usual: Sendable {
    /// Where its bytes are compared, from its first on, and with which of the blocks.
    var places = SIMD8<UInt16>(repeating: 0)
    var blocks = SIMD8<UInt16>(repeating: 0)
    var blockCount = 0
    var bit: UInt64 = 0
    var role = 0
    var mayComeFirst = false
    /// Where its value begins and, in the higher half, where it ends.
    var value: UInt64 = 0

    static let none = Usual()

    private init() {}

    init(of entry: Entry) {
      guard entry.whole.count > 0 else { return }
      (bit, role) = (entry.spelling.bit, entry.spelling.role)
      mayComeFirst = entry.spelling.mayComeFirst
      value = UInt64(entry.value.lowerBound) | UInt64(entry.value.upperBound) << 32
      let last = max(entry.whole.count, 16) - 16
      blockCount = (last + 15) / 16 + 1
      for index in 0..<blockCount {
        places[index] = UInt16(min(16 * index, last))
        blocks[index] = UInt16(entry.whole.constants / 32 + index)
      }
    }
  }

  /// How many members such an object may have; the list for so many just fits on the stack.
  private static var lineLimit: Int { 31 }

  /// Finds such lines, one after the other.
  ///
  /// - Parameters:
  ///   - start: where the first begins.
  ///   - limit: none is wanted that begins there or later.
  ///   - most: so many are enough.
  ///   - lines: where they are put, from the first on, as far as there is room.
  /// - Returns: how many were found.
  package func findLines(
    _ bytes: Span<UInt8>, from start: Int, before limit: Int, most: Int, _ lines: inout [Line]
  ) -> Int {
    guard start >= 0, bytes.count < Int(UInt32.max), !isEmpty else { return 0 }
    // SAFETY: what is lent is used during the call alone. A slot holds the number of an entry, or
    // nothing, for which there is one, too; a member's blocks are there, and no more than eight, so
    // that the list has room for those of as many members as a line may have.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe usuals.withUnsafeBufferPointer { usuals in
        unsafe slots.withUnsafeBufferPointer { slots in
          unsafe usualByteCounts.withUnsafeBufferPointer { byteCounts in
            unsafe blocks.withUnsafeBytes { blocks in
              unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * Steps.room) {
                steps in
                guard let base = bytes.baseAddress, let usuals = usuals.baseAddress,
                  let slots = slots.baseAddress, let byteCounts = byteCounts.baseAddress,
                  let blocks = blocks.baseAddress, let steps = steps.baseAddress
                else { return 0 }
                let finder = unsafe LineFinder(
                  bytes: base, last: bytes.count - Self.memberRoom, usuals: usuals, slots: slots,
                  byteCounts: byteCounts,
                  steps: Steps(
                    places: steps, blocks: steps + Steps.room, constants: blocks))
                return unsafe finder.find(
                  from: start, before: limit, most: min(most, lines.count), &lines)
              }
            }
          }
        }
      }
    }
  }

  /// Where bytes are compared with what, in a list.
  @unsafe
  private struct Steps {
    let places: UnsafeMutablePointer<UInt16>
    let blocks: UnsafeMutablePointer<UInt16>
    let constants: UnsafeRawPointer

    /// How many there are at most, and eight.
    static var room: Int { 8 * (lineLimit + 1) }

    /// Adds those of a member.
    @inline(__always)
    func add(_ usual: UnsafePointer<Usual>, from place: Int, at count: Int) {
      let start = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: place))
      // SAFETY: there is room for eight; those that the member does not have are written over.
      unsafe UnsafeMutableRawPointer(places + count).storeBytes(
        of: usual.pointee.places &+ start, as: SIMD8<UInt16>.self)
      unsafe UnsafeMutableRawPointer(blocks + count).storeBytes(
        of: usual.pointee.blocks, as: SIMD8<UInt16>.self)
    }

    /// Whether all bytes of a line may stand where they do.
    @inline(__always)
    func isMatch(_ line: UnsafeRawPointer, count: Int) -> Bool {
      // SAFETY: 16 bytes follow each place, and there is a block for each.
      var check = unsafe check(line, 0)
      for step in 1..<max(count, 1) { check.take(unsafe self.check(line, step)) }
      return check.isPassed
    }

    @inline(__always)
    private func check(_ line: UnsafeRawPointer, _ step: Int) -> RecordPattern.Check {
      unsafe RecordPattern.Check(line + Int(places[step]), constants + Int(blocks[step]) &<< 5)
    }
  }

  @unsafe
  private struct LineFinder {
    let bytes: UnsafeRawPointer
    /// Where a member may begin at most.
    let last: Int
    let usuals: UnsafePointer<Usual>
    let slots: UnsafePointer<UInt8>
    let byteCounts: UnsafePointer<UInt8>
    let steps: Steps

    /// Finds lines one after the other.
    func find(from start: Int, before limit: Int, most: Int, _ lines: inout [Line]) -> Int {
      guard let gap = unsafe gap(in: start) else { return 0 }
      var (place, count) = (start, 0)
      while count < most, place < limit, unsafe find(at: place, gap: gap, &lines[count]) {
        place = lines[count].range.upperBound
        count &+= 1
      }
      return count
    }

    /// How many bytes separate the first two members of a line: many writers put one space behind a
    /// comma, and none another.
    private func gap(in line: Int) -> Int? {
      guard unsafe line < last else { return nil }
      let end = unsafe line &+ 1 &+ Int(byteCounts[slot(at: line &+ 1)])
      return unsafe byte(at: end &+ 1) == 0x20 ? 2 : 1
    }

    /// The slot of the member that begins at a place.
    @inline(__always)
    private func slot(at place: Int) -> Int {
      // SAFETY: the caller says that four bytes follow the place.
      ByteMembers.hash(unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    /// Finds a line at a place, if such a one stands there.
    @inline(__always)
    private func find(at start: Int, gap: Int, _ line: inout Line) -> Bool {
      guard unsafe start < last, unsafe byte(at: start) == UInt8(ascii: "{") else { return false }
      var (place, count, oddGaps) = (start &+ 1, 0, 0 as UInt8)
      var (met, metTwice) = (0 as UInt64, 0 as UInt64)
      var found = (0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64)
      // SAFETY: as many bytes follow as the longest member has, and 32 more; a role is below four.
      let end = unsafe withUnsafeMutableBytes(of: &found) { found -> Int in
        let found = unsafe found.assumingMemoryBound(to: UInt64.self)
        for _ in 0..<ByteMembers.lineLimit {
          guard unsafe place <= last else { return 0 }
          let slot = unsafe slot(at: place)
          let end = unsafe place &+ Int(byteCounts[slot])
          guard end > place else { return 0 }
          let usual = unsafe usuals + Int(slots[slot])
          unsafe steps.add(usual, from: place &- start, at: count)
          unsafe count &+= usual.pointee.blockCount
          unsafe metTwice |= met & usual.pointee.bit
          unsafe met |= usual.pointee.bit
          let both = UInt64(truncatingIfNeeded: place) &* 0x1_0000_0001
          unsafe found[usual.pointee.role] = usual.pointee.value &+ both
          guard unsafe byte(at: end) == UInt8(ascii: ",") else { return end }
          place = end &+ gap
          // The comma itself, or the space behind it.
          oddGaps |= unsafe byte(at: place &- 1) ^ (gap == 1 ? UInt8(ascii: ",") : 0x20)
        }
        return 0
      }
      guard end > 0, metTwice == 0, oddGaps == 0, unsafe byte(at: end) == UInt8(ascii: "}"),
        unsafe byte(at: end &+ 1) == UInt8(ascii: "\n"),
        unsafe steps.isMatch(bytes + start, count: count),
        unsafe usuals[Int(slots[slot(at: start &+ 1)])].mayComeFirst
      else { return false }
      line.range = start..<end &+ 2
      line.found = SIMD4(0, found.1, found.2, found.3)
      return true
    }

    @inline(__always)
    private func byte(at place: Int) -> UInt8 {
      // SAFETY: the caller says that it is there.
      unsafe bytes.load(fromByteOffset: place, as: UInt8.self)
    }
  }
}
