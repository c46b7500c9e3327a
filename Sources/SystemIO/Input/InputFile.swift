#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open input, a file or standard input, closed with the value.
package struct InputFile: ~Copyable, Sendable {
  /// The path as the user wrote it, or `<stdin>`.
  package let path: String
  /// Its status.
  package let status: FileStatus
  /// The position at which reading begins: standard input may have been read before.
  let start: Int
  private let descriptor: Descriptor

  /// Opens a file to read; `-` is standard input.
  package init(path: String) throws(SystemError) {
    let isStandard = path == "-"
    let name = isStandard ? "<stdin>" : path
    guard
      let descriptor = isStandard
        ? Descriptor(0, isOwned: false)
        : Descriptor(opening: path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    else { throw SystemError(call: "open", path: name, code: errno) }
    let status = try FileStatus(descriptor: descriptor.number, path: name)
    if status.kind == .directory { throw SystemError(call: "read", path: name, code: EISDIR) }
    self.path = name
    self.status = status
    start = isStandard ? max(Int(lseek(descriptor.number, 0, SEEK_CUR)), 0) : 0
    self.descriptor = descriptor
  }

  /// The file for reading at positions; nil for a stream.
  ///
  /// - Parameters:
  ///   - end: where reading ends; nil is the file's end.
  ///   - sum: adds up the bytes read.
  borrowing func positioned(
    upTo end: Int? = nil, adding sum: FileChecksum? = nil
  ) throws(SystemError) -> PositionedFile? {
    guard status.kind == .regular, start == 0 else { return nil }
    guard let copy = descriptor.duplicate() else {
      throw SystemError(call: "open", path: path, code: errno)
    }
    return PositionedFile(
      copy, path: path, byteCount: end ?? status.byteCount, endsEarly: end != nil,
      sum: sum)
  }

  /// Continues reading at another position.
  borrowing func move(to place: Int) throws(SystemError) {
    guard lseek(descriptor.number, off_t(place), SEEK_SET) >= 0 else {
      throw SystemError(call: "read", path: path, code: errno)
    }
  }

  /// Reads into the buffer from `start`; returns the byte count, 0 at the end.
  package borrowing func read(into buffer: inout [UInt8], from start: Int) throws(SystemError)
    -> Int
  {
    try descriptor.read(into: &buffer, from: start, path: path)
  }
}
