/// Long data made short: a polynomial that CRC-32C's own divides, and that has six terms which stand whole
/// words apart, leaves the same remainder and is divided by with exclusive ors alone.
///
/// It is *y*⁵⁶⁷ + *y*⁵⁰² + *y*⁵⁰⁰ + *y*¹³⁵ + *y*⁸ + 1, where *y* is *x*⁶⁴: to each word those are added
/// that stand 65, 67, 432, 559 and 567 before it. What bounds the speed is how much is loaded, and here
/// it is less than one load a term: what stood 65 words before one vector stands 67 before the next, and
/// 559 before one is 567 before the fourth after it, so that both are still in registers.
extension CRC32C {
  private static let wordByteCount = 8
  private static let remainderByteCount = 567 * wordByteCount
  private static let stepByteCount = 4 * MemoryLayout<Vector>.size
  private static let pieceByteCount = 24 << 10

  /// As much as any x86-64 loads at once. Of bytes: of two words, the compiler takes some apart.
  private typealias Vector = SIMD16<UInt8>

  /// Data shorter than this is not worth it.
  static let shortestFolded = 2 * remainderByteCount

  /// Takes in the beginning of long data.
  ///
  /// - Parameters:
  ///   - state: the checksum's before it.
  ///   - remainder: takes what is left of it, by which the state goes on from zero.
  /// - Returns: how many bytes that stands for.
  static func withFolded(
    _ bytes: UnsafeRawBufferPointer, _ state: UInt32,
    _ remainder: (UnsafeRawBufferPointer) -> Void
  ) -> Int {
    let end = (bytes.count - remainderByteCount) / stepByteCount * stepByteCount
    // SAFETY: a step ends at the latest where the memory does, and begins, for the longest distance
    // taken off, with it or after it; in the data it ends before the last bytes, which the remainder is
    // made with.
    unsafe withUnsafeTemporaryAllocation(
      byteCount: remainderByteCount + pieceByteCount, alignment: stepByteCount
    ) { work in
      unsafe work.initializeMemory(as: UInt8.self, repeating: 0)
      // As if it stood the longest distance before the first word, to which it is added, and to no other.
      unsafe work.storeBytes(of: state.littleEndian, as: UInt32.self)
      var start = 0
      while start < end {
        let count = min(pieceByteCount, end &- start)
        unsafe fold(UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ count]), work)
        unsafe work.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: work[count..<count + remainderByteCount]))
        start &+= count
      }
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: work[remainderByteCount...])
      unsafe rest.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[end..<end + remainderByteCount]))
      for distance in [65, 67, 432, 559, 567] { unsafe addWords(behind: rest, work, distance) }
      unsafe remainder(UnsafeRawBufferPointer(rebasing: rest[..<remainderByteCount]))
    }
    return end + remainderByteCount
  }

  /// Divides a piece, whole steps, behind what came before it.
  @inline(__always)
  private static func fold(_ bytes: UnsafeRawBufferPointer, _ work: UnsafeMutableRawBufferPointer) {
    var place = remainderByteCount
    var near = unsafe behind(place, 67, work)
    var far = unsafe (
      behind(place, 567, work), behind(place &+ 16, 567, work), behind(place &+ 32, 567, work),
      behind(place &+ 48, 567, work)
    )
    var offset = 0
    while offset < bytes.count {
      unsafe addStep(0, &near, &far.0, place, offset, bytes, work)
      unsafe addStep(16, &near, &far.1, place, offset, bytes, work)
      unsafe addStep(32, &near, &far.2, place, offset, bytes, work)
      unsafe addStep(48, &near, &far.3, place, offset, bytes, work)
      offset &+= stepByteCount
      place &+= stepByteCount
    }
  }

  /// Divides a vector.
  ///
  /// - Parameters:
  ///   - near: what stands 67 words before it, and 65 afterwards.
  ///   - far: what stands 567 words before it, and 559 afterwards.
  @inline(__always)
  private static func addStep(
    _ byte: Int, _ near: inout Vector, _ far: inout Vector, _ place: Int, _ offset: Int,
    _ bytes: UnsafeRawBufferPointer, _ work: UnsafeMutableRawBufferPointer
  ) {
    var words = unsafe bytes.loadUnaligned(fromByteOffset: offset &+ byte, as: Vector.self)
    words ^= near ^ far
    near = unsafe behind(place &+ byte, 65, work)
    far = unsafe behind(place &+ byte, 559, work)
    words ^= near ^ far
    unsafe words ^= behind(place &+ byte, 432, work)
    unsafe work.storeBytes(of: words, toByteOffset: place &+ byte, as: Vector.self)
  }

  @inline(__always)
  private static func behind(
    _ place: Int, _ distance: Int, _ work: UnsafeMutableRawBufferPointer
  ) -> Vector {
    unsafe work.loadUnaligned(
      fromByteOffset: place &- distance &* wordByteCount, as: Vector.self)
  }

  /// Adds the last words that were divided to those that follow them by a distance.
  private static func addWords(
    behind rest: UnsafeMutableRawBufferPointer, _ work: UnsafeMutableRawBufferPointer,
    _ distance: Int
  ) {
    let byteCount = distance &* wordByteCount
    for offset in stride(from: 0, to: byteCount, by: wordByteCount) {
      let word = unsafe work.load(
        fromByteOffset: remainderByteCount &- byteCount &+ offset, as: UInt64.self)
      unsafe rest.storeBytes(
        of: word ^ rest.load(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset,
        as: UInt64.self)
    }
  }
}
