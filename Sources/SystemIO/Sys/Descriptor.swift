#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open descriptor, closed with the value.
struct Descriptor: ~Copyable, Sendable {
  let number: CInt
  private let isOwned: Bool

  /// - Parameter isOwned: whether it is closed; a standard stream is not.
  init(_ number: CInt, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  /// Opens a file; nil, with `errno` set, if that fails.
  ///
  /// - Parameter mode: the mode of a created file.
  init?(opening path: String, _ flags: CInt, mode: mode_t = 0) {
    let number = openFile(path, flags, mode: mode)
    if number < 0 { return nil }
    self.init(number)
  }

  deinit { if isOwned { close(number) } }

  /// Gives up the descriptor, which another value closes.
  consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Another descriptor of the open file; nil, with `errno` set, if the process has too many.
  borrowing func duplicate() -> Descriptor? {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : Descriptor(copy)
  }

  /// Reads into the buffer from `start`; returns the byte count, 0 at the end.
  borrowing func read(into buffer: inout [UInt8], from start: Int, path: String)
    throws(SystemError) -> Int
  {
    try readSome(of: number, into: &buffer, from: start, path: path)
  }

  /// Makes reads and writes fail instead of waiting.
  borrowing func stopWaiting() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// Opens a file, retrying after signals; returns the descriptor, or a negative number.
///
/// - Parameter mode: the mode of a created file.
func openFile(_ path: String, _ flags: CInt, mode: mode_t = 0) -> CInt {
  while true {
    // SAFETY: the path is NUL-terminated and outlives the call.
    let descriptor = unsafe open(path, flags, mode)
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}

/// The two ends of a pipe, which child processes do not inherit.
struct Pipe: ~Copyable {
  var reading: Descriptor
  var writing: Descriptor

  /// - Parameter path: the file for messages.
  init(for path: String) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    let result = ChildProcess.betweenStarts {
      // SAFETY: pipe fills the two descriptors it is given.
      let result = unsafe ends.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress) }
      for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return result
    }
    guard result == 0 else { throw SystemError(call: "make a pipe for", path: path, code: errno) }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}

/// The most bytes of one read or write: Apple's systems refuse 2 GiB.
let largestTransfer = 1 << 30

/// Reads into the buffer from `start`; returns the byte count, 0 at the end.
///
/// - Parameter path: the file for messages.
func readSome(
  of descriptor: CInt, into buffer: inout [UInt8], from start: Int, path: String
) throws(SystemError) -> Int {
  while true {
    // SAFETY: the bytes read fit the part of the buffer that is lent.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      return unsafe read(descriptor, rest.baseAddress, min(rest.count, largestTransfer))
    }
    if count >= 0 { return count }
    if errno != EINTR { throw SystemError(call: "read", path: path, code: errno) }
  }
}
