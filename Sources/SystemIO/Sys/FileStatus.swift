package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The status of a path or an open file.
package struct FileStatus: Sendable, Hashable {
  /// The kinds of file.
  package enum Kind: Sendable {
    case regular
    case directory
    case symbolicLink
    /// A pipe, socket, terminal or other device, to be streamed and not replaced.
    case stream
  }

  /// The file's identity, independent of its name.
  package struct Identity: Hashable, Sendable {
    /// The number of the file system.
    package var device: UInt64
    /// The number of the file in its file system, used again after a deletion.
    package var inode: UInt64
  }

  /// Whether it is a file, a directory, a link or a stream.
  package var kind: Kind
  /// Whether it is a pipe, whose two ends in one process wait for each other.
  package var isPipe: Bool
  /// What stays the same if the file is renamed.
  package var identity: Identity
  /// The size in bytes.
  package var byteCount: Int
  /// The number of its hard links.
  package var nameCount: Int
  /// The permission bits.
  package var mode: UInt32
  /// The user id of the owner.
  package var owner: UInt32
  /// The id of the group.
  package var group: UInt32
  /// The modification time, which programs can set.
  package var modified: Timestamp
  /// The time of the last change of bytes, mode, owner or links, which no program can set.
  package var changed: Timestamp

  /// The status of an open file.
  package init(descriptor: CInt, path: String) throws(SystemError) {
    var raw = stat()
    // SAFETY: fstat fills the one stat it is given.
    guard unsafe fstat(descriptor, &raw) == 0 else {
      throw SystemError(call: "open", path: path, code: errno)
    }
    self.init(raw)
  }

  /// The status of a path, or nil if it does not exist, also because a directory above it is a file.
  ///
  /// - Parameter followsLinks: whether to follow a symbolic link.
  package init?(path: String, followsLinks: Bool = true) throws(SystemError) {
    var raw = stat()
    // SAFETY: the path is NUL-terminated and outlives the call, which fills the one stat.
    let result = unsafe followsLinks ? stat(path, &raw) : lstat(path, &raw)
    if result != 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError(call: "open", path: path, code: errno)
    }
    self.init(raw)
  }

  /// The same; nil also if the system does not tell. For decisions after which the path is used, so
  /// that the error is reported there.
  package init?(ifFound path: String, followsLinks: Bool = true) {
    do throws(SystemError) {
      try self.init(path: path, followsLinks: followsLinks)
    } catch {
      return nil
    }
  }

  /// The status of an input; `-` is standard input. Nil if it does not exist.
  package init?(input path: String) throws(SystemError) {
    if path == "-" {
      try self.init(descriptor: 0, path: "<stdin>")
    } else {
      try self.init(path: path)
    }
  }

  private init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .stream
    }
    isPipe = raw.st_mode & S_IFMT == S_IFIFO
    identity = Identity(
      device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(truncatingIfNeeded: raw.st_ino))
    byteCount = Int(raw.st_size)
    nameCount = Int(raw.st_nlink)
    mode = UInt32(raw.st_mode) & 0o7777
    owner = raw.st_uid
    group = raw.st_gid
    #if canImport(Darwin)
      (modified, changed) = (Timestamp(raw.st_mtimespec), Timestamp(raw.st_ctimespec))
    #else
      (modified, changed) = (Timestamp(raw.st_mtim), Timestamp(raw.st_ctim))
    #endif
  }

  /// Whether the file and its bytes are unchanged since another status: same identity and size, not
  /// written since. Mode, owner and names may differ.
  ///
  /// A write with a restored time looks like a change of mode; then the bytes decide.
  ///
  /// - Parameter hasSameBytes: compares the bytes; called only if the status does not decide.
  package func isUnchanged<Failure: Error>(
    since other: FileStatus, orIf hasSameBytes: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard (identity, byteCount, modified) == (other.identity, other.byteCount, other.modified)
    else { return false }
    if changed == other.changed { return true }
    return try hasSameBytes()
  }

  /// The same, without the bytes: a file whose mode changed counts as changed.
  package func isUnchanged(since other: FileStatus) -> Bool {
    isUnchanged(since: other) { false }
  }
}

extension Timestamp {
  fileprivate init(_ time: timespec) {
    self.init(
      seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
  }
}
