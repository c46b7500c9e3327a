#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A long output that another process can resume.
//
// It has a name that the next run finds. A checkpoint, made durable from time to time, states how
// many of its bytes are reliable. A resumed run produces the same output from its first byte,
// which costs little more than verifying the input; bytes that exist already are compared, not
// written. So no state of the run need be stored, for any format, and the output is that of an
// uninterrupted run.
extension Resumption {
  /// Opens the leftovers of an earlier run, or begins a new file.
  ///
  /// - Returns: the file, the bytes that exist already, and what makes checkpoints of it.
  /// - Throws: `OutputRefusal` if another run is writing it; `SystemError`.
  func openPart() throws -> (ByteOutput.Destination, FileComparison?, CheckpointMaker?) {
    let path = Self.partPath(for: target)
    let isNew = durableByteCount == 0
    let descriptor = try Self.open(path, for: target, isNew: isNew)
    TemporaryFiles.remember([path, Self.checkpointPath(for: target)], areKept: !isNew)
    try cut(descriptor.number, to: durableByteCount, path: target)
    guard let copy = descriptor.duplicate()?.release() else {
      throw SystemError(call: "create", path: target, code: errno)
    }
    let file = PositionedFile(descriptor, path: path, byteCount: durableByteCount)
    return (
      .file(copy, temporaryPath: path),
      isNew ? nil : FileComparison(file, limit: durableByteCount),
      CheckpointMaker(copy, self)
    )
  }

  /// Opens and locks the file.
  ///
  /// - Parameter isNew: whether nothing is resumed; leftovers are then removed, and the file must
  ///   not exist.
  private static func open(
    _ path: String, for target: String, isNew: Bool
  ) throws -> Descriptor {
    if TemporaryFiles.isListed(path) { throw shared(path, target) }
    for _ in 0..<100 {
      try check(target)
      if isNew { try forget(target) }
      let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0)
      let open = { openFile(path, flags, mode: 0o600) }
      let (number, code) = isNew ? TemporaryFiles.create(path, open) : (open(), errno)
      guard number >= 0 else {
        guard isNew, code == EEXIST else {
          throw SystemError(call: "create", path: target, code: code)
        }
        if isHeld(path) { throw held(target) }
        continue
      }
      let descriptor = Descriptor(number)
      guard flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        TemporaryFiles.forget(path)
        throw held(target)
      }
      // A process that removed the leftovers may have unlinked it before it was locked.
      if try statusIfNamed(path, descriptor) != nil { return descriptor }
      TemporaryFiles.forget(path)
    }
    throw held(target)
  }
}
