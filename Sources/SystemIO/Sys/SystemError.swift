package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed system call: the operation, the file and the error number.
package struct SystemError: Error, Equatable {
  /// The operation, as a verb after “cannot”: `open`, `rename`.
  package var call: String
  /// The path as the user wrote it, or `<stdin>`.
  package var path: String
  /// The error number.
  package var code: CInt

  /// The call after a file is published: the one failure that leaves the new file.
  static let directoryFlush = "make the new directory entry durable (the file is in place) of"

  /// - Parameters:
  ///   - call: what was tried, to complete “cannot … 'PATH'”.
  ///   - code: the `errno` of the call.
  package init(call: String, path: String, code: CInt) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// The C library's text for the error number, if it helps the user.
  package var reason: String {
    if code == EILSEQ { return "its name is not UTF-8" }
    if code == ENXIO { return "no process has it open, or it is a socket" }
    // SAFETY: strerror returns a NUL-terminated string owned by the C library.
    return unsafe String(cString: strerror(code))
  }
}

extension SystemError: ReportableError {
  package var kind: FailureKind {
    // Any other status would mean that the old file is there.
    if call == Self.directoryFlush { return .inputOutput }
    return switch code {
    case EACCES, EPERM: .permission
    case EROFS: .cannotCreate
    case ENOENT, ENOTDIR, EISDIR, EEXIST, ENAMETOOLONG, ELOOP, ENXIO, EILSEQ:
      call == "open" || call == "read" ? .noInput : .cannotCreate
    default: .inputOutput
    }
  }

  package var message: String { "cannot \(call) '\(path)': \(reason)" }
  package var hint: String? {
    if call == "lock" { return "see what is at the path of the lock, and remove it" }
    if call == "find", path == ".", code == ENOENT {
      return "the current directory was deleted; change to another, or give absolute paths only"
    }
    if code == ENOENT, let directory = missingDirectory {
      return "make the directory '\(directory)' first, or name another"
    }
    return code == EILSEQ ? "rename the file" : nil
  }

  /// The directory that is missing for a new file; nil if none is.
  private var missingDirectory: String? {
    guard call == "create" || call == "write in" else { return nil }
    let directory = call == "create" ? parentDirectory(of: path) : path
    // SAFETY: the path is NUL-terminated and outlives the call.
    return unsafe access(directory, F_OK) != 0 ? directory : nil
  }
}

extension SystemError {
  /// Whether an input does not exist.
  package var isMissingInput: Bool { call == "open" && code == ENOENT }
  /// Whether no file can have the name, because it is too long.
  package var isOfTooLongName: Bool { code == ENAMETOOLONG }
  /// Whether the reader of standard output has closed it, like `head`.
  ///
  /// That is success: the program ends at once and quietly.
  package var isClosedOutput: Bool { code == EPIPE && path == StandardStream.output.name }

  /// The error of opening a missing file.
  package static func missing(_ path: String) -> SystemError {
    // SAFETY: the path is NUL-terminated and outlives the call.
    let isBelowFile = unsafe access(path, F_OK) != 0 && errno == ENOTDIR
    return SystemError(call: "open", path: path, code: isBelowFile ? ENOTDIR : ENOENT)
  }
}
