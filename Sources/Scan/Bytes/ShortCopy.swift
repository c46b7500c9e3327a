/// Copies a range of bytes to a destination with room for 16 more.
///
/// Short ranges are copied 16 bytes at a time, with an excess if there is room: a call of `memcpy`
/// takes longer.
@inlinable @inline(__always) @unsafe
func copy(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer)
{
  guard let base = bytes.baseAddress else { return }
  // SAFETY: the caller's; what is read ends before the bytes do.
  let source = unsafe base + range.lowerBound
  if range.count <= 64, range.lowerBound <= bytes.count &- range.count &- 16 {
    var place = 0
    while place < range.count {
      let piece = unsafe source.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      unsafe (target + place).storeBytes(of: piece, as: SIMD16<UInt8>.self)
      place &+= 16
    }
  } else {
    unsafe target.copyMemory(from: source, byteCount: range.count)
  }
}
