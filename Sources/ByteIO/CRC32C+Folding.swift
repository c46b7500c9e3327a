/// Long data made short: a polynomial that CRC-32C's own divides, and that has six terms which stand whole
/// words apart, leaves the same remainder and is divided by with exclusive ors alone.
extension CRC32C {
  /// How many words before a word those stand that are added to it when it is divided by
  /// *y*²⁰⁹ + *y*¹⁴⁴ + *y*⁵⁴ + *y*³⁹ + *y*¹⁴ + 1, where *y* is *x*⁶⁴.
  ///
  /// Of those with six terms it has the least degree; fewer terms need more than 5,000 words.
  private static let foldingDistances = (65, 155, 170, 195, 209)

  private static let wordByteCount = 8
  private static let remainderByteCount = foldingDistances.4 * wordByteCount
  private static let stepByteCount = MemoryLayout<SIMD4<UInt64>>.size
  private static let pieceByteCount = 8 << 10

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
      unsafe addWords(behind: rest, work, foldingDistances.0)
      unsafe addWords(behind: rest, work, foldingDistances.1)
      unsafe addWords(behind: rest, work, foldingDistances.2)
      unsafe addWords(behind: rest, work, foldingDistances.3)
      unsafe addWords(behind: rest, work, foldingDistances.4)
      unsafe remainder(UnsafeRawBufferPointer(rebasing: rest[..<remainderByteCount]))
    }
    return end + remainderByteCount
  }

  /// Divides a piece, whole steps, behind what came before it.
  @inline(__always)
  private static func fold(_ bytes: UnsafeRawBufferPointer, _ work: UnsafeMutableRawBufferPointer) {
    var offset = 0
    while offset < bytes.count {
      let place = offset &+ remainderByteCount
      var words = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      unsafe words ^= behind(place, foldingDistances.0, work)
      unsafe words ^= behind(place, foldingDistances.1, work)
      unsafe words ^= behind(place, foldingDistances.2, work)
      unsafe words ^= behind(place, foldingDistances.3, work)
      unsafe words ^= behind(place, foldingDistances.4, work)
      unsafe work.storeBytes(of: words, toByteOffset: place, as: SIMD4<UInt64>.self)
      offset &+= stepByteCount
    }
  }

  @inline(__always)
  private static func behind(
    _ place: Int, _ distance: Int, _ work: UnsafeMutableRawBufferPointer
  ) -> SIMD4<UInt64> {
    unsafe work.loadUnaligned(
      fromByteOffset: place &- distance &* wordByteCount, as: SIMD4<UInt64>.self)
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
