import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes on disk that are written to an output later, after bytes that follow them in the input.
///
/// The file has no name, so that it is gone with the process; memory does not grow with it.
package struct UnnamedFile: ~Copyable {
  private let descriptor: Descriptor
  /// The directory of the file, for messages.
  private let directory: String

  /// Creates an empty file in `TMPDIR`, or in `/var/tmp`.
  ///
  /// - Throws: `SystemError` if no file can be created there.
  package init(_ environment: Environment = .process) throws(SystemError) {
    let named = environment["TMPDIR"] ?? ""
    let directory = named.isEmpty ? "/var/tmp" : named
    var opened: Descriptor?
    do throws(SystemError) {
      let path = try TemporaryFiles.make(beside: directory + "/spool") { path in
        opened = Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
        // SAFETY: the path is NUL-terminated and outlives the call.
        guard opened != nil, unsafe unlink(path) == 0 else { return errno }
        return 0
      }
      TemporaryFiles.forget(path)
    } catch {
      throw SystemError(call: "create a temporary file in", path: directory, code: error.code)
    }
    guard let descriptor = opened else { preconditionFailure("it was opened") }
    self.descriptor = descriptor
    self.directory = directory
  }

  /// An output that appends to the file; finish it before reading.
  ///
  /// - Throws: `SystemError` if the process has too many open files.
  package borrowing func output() throws(SystemError) -> ByteOutput {
    guard let copy = descriptor.duplicate() else {
      throw SystemError(call: "open again the temporary file in", path: directory, code: errno)
    }
    return ByteOutput(owning: copy.release(), path: directory)
  }

  /// Lends the bytes, piece by piece.
  package borrowing func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      // SAFETY: the bytes read fit the buffer.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(descriptor.number, bytes.baseAddress, bytes.count, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw SystemError(call: "read a temporary file in", path: directory, code: errno)
      }
      guard count > 0 else { return }
      try body(buffer.span.extracting(0..<count))
      offset += count
    }
  }
}
