/// Bytes that are filled in, read and cleared over and over.
///
/// `Array` checks uniqueness on each append, and copies through an iterator: 150 instructions where
/// copying an id takes 20. This type is noncopyable instead.
@safe @usableFromInline
package struct ScratchBytes: ~Copyable, @unchecked Sendable {
  @usableFromInline var room: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of bytes.
  @usableFromInline package private(set) var count = 0

  private static let initialCapacity = 256

  /// Creates an empty buffer with some capacity.
  package init(capacity: Int = 0) {
    self.capacity = max(capacity, Self.initialCapacity)
    unsafe room = .allocate(capacity: self.capacity)
  }

  deinit { unsafe room.deallocate() }

  package var isEmpty: Bool { count == 0 }

  /// The bytes.
  @inlinable package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      // SAFETY: so many bytes were written, and stay for as long as this is not changed.
      let span = unsafe Span(_unsafeStart: room, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Appends one byte.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(for: 1) }
    // SAFETY: there is room for it.
    unsafe room.advanced(by: count).initialize(to: byte)
    count &+= 1
  }

  /// Appends the low bytes of a word, lowest first.
  ///
  /// - Parameter byteCount: 8 at most.
  @inlinable @inline(__always)
  package mutating func append(_ byteCount: Int, of word: UInt64) {
    precondition(byteCount >= 0 && byteCount <= 8)
    if capacity &- count < 8 { grow(for: 8) }
    // SAFETY: there is room for all of it.
    unsafe UnsafeMutableRawPointer(room + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count &+= byteCount
  }

  /// Appends a number's decimal digits.
  package mutating func appendDecimal(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    appendDigits(of: value.magnitude)
  }

  /// Appends the decimal digits, eight in one step.
  private mutating func appendDigits(of number: UInt) {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: 100_000_000)
    if upper > 0 { appendDigits(of: upper) }
    let digits = Self.digits(of: UInt64(lower))
    // Zeros before the first digit, but none of a zero.
    let zeroCount = upper > 0 ? 0 : min(digits.trailingZeroBitCount / 8, 7)
    append(8 - zeroCount, of: (digits | 0x3030_3030_3030_3030) >> (8 * zeroCount))
  }

  /// The eight digits of a number below 10^8, the first in the lowest byte.
  ///
  /// Halves the digits three times, all parts of a step at once.
  private static func digits(of number: UInt64) -> UInt64 {
    let fours = number / 10_000 | (number % 10_000) << 32
    let hundreds = (fours * 10_486) >> 20 & 0x7F_0000_007F
    let twos = hundreds | (fours - 100 * hundreds) << 16
    let tens = (twos * 103) >> 10 & 0x0F_000F_000F_000F
    return tens | (twos - 10 * tens) << 8
  }

  /// Appends the digits of a number, with zeros before them if there are fewer than `count`.
  mutating func appendDecimal(_ value: Int, digits count: Int) {
    var bound = 10
    for _ in 1..<count {
      if value < bound { append(UInt8(ascii: "0")) }
      bound *= 10
    }
    appendDecimal(value)
  }

  /// Appends a text of the program's own, whose length is known where it is called.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    let byteCount = text.utf8CodeUnitCount
    if capacity &- count < byteCount { grow(for: byteCount) }
    // SAFETY: there is room for it.
    unsafe room.advanced(by: count).initialize(from: text.utf8Start, count: byteCount)
    count &+= byteCount
  }

  /// Appends some bytes.
  @inlinable package mutating func append(_ bytes: Span<UInt8>) {
    // A separator takes a third of the instructions this way.
    if bytes.count == 1 { append(bytes[0]) } else { append(0..<bytes.count, of: bytes) }
  }

  /// Appends all bytes of an array.
  @inlinable package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

  /// Appends a range of bytes.
  @inlinable package mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    if capacity &- count < range.count &+ 16 { grow(for: range.count &+ 16) }
    // SAFETY: what is read ends before the bytes do, and there is room for what is written.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe copy(range, of: bytes, to: UnsafeMutableRawPointer(room + count))
    }
    count &+= range.count
  }

  @inline(never)
  @usableFromInline mutating func grow(for more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    // SAFETY: it is larger than what there was.
    unsafe larger.initialize(from: UnsafePointer(room), count: count)
    unsafe room.deallocate()
    unsafe room = larger
  }

  /// Removes all bytes, and memory beyond what is worth keeping.
  ///
  /// - Parameter most: the number of bytes worth keeping.
  package mutating func removeAll(keeping most: Int) {
    count = 0
    guard capacity > max(most, Self.initialCapacity) else { return }
    unsafe room.deallocate()
    capacity = Self.initialCapacity
    unsafe room = .allocate(capacity: capacity)
  }
}
