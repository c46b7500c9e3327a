#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Finishing an output: the temporary file gets its final mode and owner.
extension ByteOutput {
  /// Finishes the output: the temporary file gets its final mode and owner.
  ///
  /// The target's name does not change before the publication, and the file may not be durable
  /// before it.
  package mutating func finish() throws(SystemError) -> FinishedOutput {
    try flush()
    let digest = hash?.digest()
    switch destination {
    case .nowhere, .unchanged:
      try known?.end()
      return FinishedOutput(
        path: path, byteCount: byteCount, digest: digest, finding: known?.finding,
        entry: entry)
    case .stream(let descriptor, let isOwned):
      if isOwned {
        destination = .nowhere
        if close(descriptor) != 0 { throw SystemError(call: "close", path: path, code: errno) }
      }
    case .file(let descriptor, let temporaryPath):
      if let checkpoints {
        try checkpoints.end()
        // Bytes after the end are another run's.
        try cut(descriptor, to: byteCount, path: path)
      }
      let losses = try settle(descriptor)
      let status = try FileStatus(descriptor: descriptor, path: path)
      destination = .nowhere
      // It has the file open, and so would keep the lock on it.
      known = nil
      return FinishedOutput(
        path: path, byteCount: byteCount, digest: digest, status: status,
        temporaryPath: temporaryPath,
        file: WrittenFile(descriptor, path: path, rest: flushing.rest, isDurable: isDurable),
        isResumable: checkpoints != nil, expectation: expectation, losses: losses)
    case .compressed(let output):
      destination = .nowhere
      return try output.finish()
    }
    return FinishedOutput(path: path, byteCount: byteCount, digest: digest)
  }

  /// Gives the file its mode, owner and the attributes of the file that it replaces.
  ///
  /// - Returns: attributes that could not be set, in words.
  private borrowing func settle(_ descriptor: CInt) throws(SystemError) -> [String] {
    if let replaced, permissions != .ownerOnly {
      return try replaced.pass(from: path, to: descriptor)
    }
    try replaced?.passOwner(to: descriptor, path: path)
    let mode: mode_t =
      switch permissions {
      case .atMost(let mode): mode_t(mode) & 0o777 & ~creationMask
      case .exactly(let mode): mode_t(mode) & 0o777
      case .ownerOnly: 0o600
      }
    guard fchmod(descriptor, mode) == 0 else {
      throw SystemError(call: "set the mode of", path: path, code: errno)
    }
    return []
  }
}

/// Gives a file a size, and has the next bytes written at its end.
func cut(_ descriptor: CInt, to byteCount: Int, path: String) throws(SystemError) {
  guard ftruncate(descriptor, off_t(byteCount)) == 0,
    lseek(descriptor, off_t(byteCount), SEEK_SET) >= 0
  else { throw SystemError(call: "write", path: path, code: errno) }
}

/// Makes a file's bytes durable.
func flush(_ descriptor: CInt, path: String) throws(SystemError) {
  while synchronize(descriptor) != 0 {
    if errno != EINTR { throw SystemError(call: "flush", path: path, code: errno) }
  }
}

/// Flushes a file or directory to the disk; 0, or -1 with `errno` set.
func synchronize(_ descriptor: CInt) -> CInt {
  #if canImport(Darwin)
    // Apple's `fsync` leaves the bytes in the drive's cache. Not every file system has F_FULLFSYNC.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    if errno == EINTR { return -1 }
  #endif
  return fsync(descriptor)
}

/// The process's file mode creation mask.
///
/// Reading it sets it for a moment, so that is done once, before there are threads.
let creationMask: mode_t = {
  let mask = umask(0o077)
  umask(mask)
  return mask
}()
