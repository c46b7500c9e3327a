/// Bytes that are put together from many short stretches.
///
/// An array asks with each append whether it has its memory to itself, and copies through an iterator:
/// 150 instructions, where an id takes 20 to be copied. This has an owner by its type.
@safe package struct ByteBuffer: ~Copyable, @unchecked Sendable {
  private var room: UnsafeMutableRawBufferPointer
  /// How many bytes it has.
  package private(set) var count = 0

  private static let initialCapacity = 256

  /// No bytes, and room for some.
  package init() {
    unsafe room = .allocate(byteCount: Self.initialCapacity, alignment: 1)
  }

  deinit { unsafe room.deallocate() }

  package var isEmpty: Bool { count == 0 }

  /// The bytes.
  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      // SAFETY: so many bytes were written, and stay for as long as this is not changed.
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
      return unsafe _overrideLifetime(Span(_unsafeBytes: bytes), borrowing: self)
    }
  }

  /// Appends one byte.
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    // SAFETY: there is room for it.
    unsafe room.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends some bytes.
  package mutating func append(_ bytes: Span<UInt8>) { append(0..<bytes.count, of: bytes) }

  /// Appends a stretch of some bytes.
  package mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    makeRoom(for: range.count)
    // SAFETY: the range is one of the bytes, and there is room for as many.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress, let target = unsafe room.baseAddress else { return }
      unsafe (target + count).copyMemory(from: source + range.lowerBound, byteCount: range.count)
    }
    count &+= range.count
  }

  /// Appends a stretch of another buffer.
  package mutating func append(_ range: Range<Int>, of other: borrowing ByteBuffer) {
    append(range, of: other.span)
  }

  @inline(__always)
  private mutating func makeRoom(for more: Int) {
    if unsafe room.count &- count < more { grow(for: more) }
  }

  @inline(never)
  private mutating func grow(for more: Int) {
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(2 * room.count, count + more), alignment: 1)
    // SAFETY: it is larger than what there was.
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
    unsafe room.deallocate()
    unsafe room = larger
  }

  /// Forgets all bytes, and the room for them where that is more than is worth keeping.
  ///
  /// - Parameter capacity: how many bytes are.
  package mutating func removeAll(keeping capacity: Int) {
    count = 0
    guard unsafe room.count > max(capacity, Self.initialCapacity) else { return }
    unsafe room.deallocate()
    unsafe room = .allocate(byteCount: Self.initialCapacity, alignment: 1)
  }
}
