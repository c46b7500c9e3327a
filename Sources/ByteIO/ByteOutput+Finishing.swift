#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

// How writing ends: a file is durable under its temporary name, with its final mode and owner.
extension ByteOutput {
  /// Ends the writing: a file is durable under its temporary name, with its final mode and owner.
  ///
  /// Nothing is seen under the target's name until the result is published.
  ///
  /// - Parameter look: reads the file while it is made durable, where there is one.
  package mutating func finish(
    lookingAt look: (consuming InputFile) throws -> Void
  ) throws -> FinishedOutput {
    try flush()
    let descriptor: CInt?
    switch destination {
    case .file(let number, _): descriptor = number
    case .resumable(let file): descriptor = try file.end()
    case .nowhere, .stream, .compressed, .unchanged, .compared: descriptor = nil
    }
    // A thread is worth its start where there is much to be flushed.
    guard byteCount >= 1 << 20, let descriptor, let path = temporaryPath else {
      let output = try finish()
      if let file = try output.opened() { try look(file) }
      return output
    }
    // An error is told once: who flushes again is told nothing of it.
    let failure = Mutex<SystemError?>(nil)
    try withWorker(for: path) {
      do throws(SystemError) {
        try ByteIO.flush(descriptor, path: path)
      } catch {
        failure.withLock { $0 = error }
      }
    } while: {
      try look(try InputFile(path: path))
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return try finish()
  }

  var temporaryPath: String? {
    switch destination {
    case .file(_, let path): path
    case .resumable: Resumption.partPath(for: path)
    case .nowhere, .stream, .compressed, .unchanged, .compared: nil
    }
  }

  /// Ends the writing, as the other `finish` does.
  package mutating func finish() throws(SystemError) -> FinishedOutput {
    try flush()
    let digest = hash?.digest()
    if case .unchanged(let original) = destination, try !original.isAtEnd {
      // What is left out at the end is a change, too.
      try diverge(from: original)
    }
    switch destination {
    case .nowhere, .unchanged: break
    case .compared(let file):
      try file.finish()
      return FinishedOutput(path: path, byteCount: byteCount, digest: digest, comparison: file)
    case .stream(let descriptor, let isOwned):
      if isOwned {
        destination = .nowhere
        if close(descriptor) != 0 { throw SystemError(call: "close", path: path, code: errno) }
      }
    case .file(let descriptor, let temporaryPath):
      let losses = try settle(descriptor)
      let status = try FileStatus(descriptor: descriptor, path: path)
      destination = .nowhere
      let result = FinishedOutput(
        path: path, byteCount: byteCount, digest: digest, status: status,
        temporaryPath: temporaryPath, expectation: expectation, losses: losses)
      guard close(descriptor) == 0 else {
        let code = errno
        result.discard()
        throw SystemError(call: "close", path: path, code: code)
      }
      return result
    case .resumable(let file):
      let descriptor = try file.end()
      let losses = try settle(descriptor)
      let status = try FileStatus(descriptor: descriptor, path: path)
      destination = .nowhere
      return FinishedOutput(
        path: path, byteCount: byteCount, digest: digest, status: status,
        temporaryPath: file.keep(), isResumable: true, expectation: expectation, losses: losses)
    case .compressed(let output):
      destination = .nowhere
      return try output.finish()
    }
    return FinishedOutput(path: path, byteCount: byteCount, digest: digest)
  }

  /// Gives the file its mode and owner, and what else the file that it replaces has, and makes it
  /// durable.
  ///
  /// - Returns: what it could not be given, in words.
  private borrowing func settle(_ descriptor: CInt) throws(SystemError) -> [String] {
    var losses: [String] = []
    if let replaced, !isPrivate {
      losses = try replaced.pass(from: path, to: descriptor)
    } else {
      try replaced?.passOwner(to: descriptor, path: path)
      let newMode = isModeExact ? widestMode : widestMode & ~creationMask
      guard fchmod(descriptor, isPrivate ? 0o600 : newMode) == 0 else {
        throw SystemError(call: "set the mode of", path: path, code: errno)
      }
    }
    try ByteIO.flush(descriptor, path: path)
    return losses
  }
}

/// Makes a file's bytes durable.
func flush(_ descriptor: CInt, path: String) throws(SystemError) {
  while synchronize(descriptor) != 0 {
    if errno != EINTR { throw SystemError(call: "flush", path: path, code: errno) }
  }
}

/// Writes a file or directory through to the disk; 0, or -1 with an error number.
func synchronize(_ descriptor: CInt) -> CInt {
  #if canImport(Darwin)
    // Apple's `fsync` leaves the bytes in the drive's cache. Not every file system has F_FULLFSYNC.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    if errno == EINTR { return -1 }
  #endif
  return fsync(descriptor)
}

/// The permissions that a new file must not have.
///
/// To ask for them sets them for a moment, so that it is done once, before there are threads.
let creationMask: mode_t = {
  let mask = umask(0o077)
  umask(mask)
  return mask
}()
