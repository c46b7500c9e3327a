import CLibrary
import Scan

/// Bytes on disk that are written to an output later, after bytes that follow them in the input.
///
/// The file has no name, so that it is gone with the process; memory does not grow with it.
package struct UnnamedFile: ~Copyable {
  private let descriptor: CInt
  /// The directory of the file, for messages.
  private let directory: String

  /// Creates an empty file in `TMPDIR`, or in `/var/tmp`.
  ///
  /// - Throws: `SystemError` if no file can be created there.
  package init(_ environment: Environment = .process) throws(SystemError) {
    let named = environment["TMPDIR"] ?? ""
    let directory = named.isEmpty ? "/var/tmp" : named
    var descriptor: CInt = -1
    do throws(SystemError) {
      let path = try TemporaryFiles.make(beside: directory + "/spool") { path in
        descriptor = openFile(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
        // SAFETY: the path is NUL-terminated and outlives the call.
        guard descriptor >= 0, unsafe unlink(path) == 0 else { return errno }
        return 0
      }
      TemporaryFiles.forget(path)
    } catch {
      if descriptor >= 0 { close(descriptor) }
      throw SystemError(call: "create a temporary file in", path: directory, code: error.code)
    }
    self.descriptor = descriptor
    self.directory = directory
  }

  deinit { close(descriptor) }

  /// An output that appends to the file; finish it before reading.
  ///
  /// - Throws: `SystemError` if the process has too many open files.
  package borrowing func output() throws(SystemError) -> ByteOutput {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      throw SystemError(call: "open again the temporary file in", path: directory, code: errno)
    }
    return ByteOutput(owning: copy, path: directory)
  }

  /// Lends the bytes, piece by piece.
  package borrowing func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      // SAFETY: the bytes read fit the buffer.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
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
