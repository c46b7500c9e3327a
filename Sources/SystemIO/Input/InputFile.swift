import CLibrary

/// An open input, a file or standard input, closed with the value.
package struct InputFile: ~Copyable, Sendable {
  /// The path as the user wrote it, or `<stdin>`.
  package let path: String
  /// Its status.
  package let status: FileStatus
  /// The position at which reading begins: standard input may have been read before.
  let start: Int
  private let descriptor: CInt
  private let isOwned: Bool

  /// Opens a file to read; `-` is standard input.
  package init(path: String) throws(SystemError) {
    let isOwned = path != "-"
    let name = isOwned ? path : "<stdin>"
    let (descriptor, status) = try Self.open(isOwned ? path : nil, name)
    self.path = name
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.status = status
    start = isOwned ? 0 : max(Int(lseek(descriptor, 0, SEEK_CUR)), 0)
  }

  /// Opens the path, or uses standard input if there is none.
  private static func open(
    _ path: String?, _ name: String
  ) throws(SystemError) -> (CInt, FileStatus) {
    let descriptor = path.map { openFile($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) } ?? 0
    guard descriptor >= 0 else { throw SystemError(call: "open", path: name, code: errno) }
    do throws(SystemError) {
      let status = try FileStatus(descriptor: descriptor, path: name)
      if status.kind == .directory { throw SystemError(call: "read", path: name, code: EISDIR) }
      return (descriptor, status)
    } catch {
      if path != nil { close(descriptor) }
      throw error
    }
  }

  deinit { if isOwned { close(descriptor) } }

  /// The file for reading at positions; nil for a stream.
  ///
  /// - Parameters:
  ///   - end: where reading ends; nil is the file's end.
  ///   - sum: adds up the bytes read.
  borrowing func positioned(
    upTo end: Int? = nil, adding sum: FileChecksum? = nil
  ) throws(SystemError) -> PositionedFile? {
    guard status.kind == .regular, start == 0 else { return nil }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError(call: "open", path: path, code: errno) }
    return PositionedFile(
      Descriptor(copy), path: path, byteCount: end ?? status.byteCount, endsEarly: end != nil,
      sum: sum)
  }

  /// Continues reading at another position.
  borrowing func move(to place: Int) throws(SystemError) {
    guard lseek(descriptor, off_t(place), SEEK_SET) >= 0 else {
      throw SystemError(call: "read", path: path, code: errno)
    }
  }

  /// Reads into the buffer from `start`; returns the byte count, 0 at the end.
  package borrowing func read(into buffer: inout [UInt8], from start: Int) throws(SystemError)
    -> Int
  {
    try readSome(of: descriptor, into: &buffer, from: start, path: path)
  }
}
