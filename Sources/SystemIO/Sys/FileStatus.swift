package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the file system says of a path or an open file.
package struct FileStatus: Sendable, Hashable {
  /// The kinds of file that are told apart.
  package enum Kind: Sendable {
    case regular
    case directory
    case symbolicLink
    /// A pipe, socket, terminal or other device: something to stream to, not to replace.
    case stream
  }

  /// Which file it is, under whatever name.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
  }

  package var kind: Kind
  package var identity: Identity
  package var byteCount: Int
  /// How many names it has.
  package var nameCount: Int
  /// The permission bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// When its bytes were last written, or what somebody has set that to.
  package var modified: Timestamp
  /// When its bytes, its mode, its owner or its names last changed; nobody can set that.
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

  /// The status of a path, or nil where nothing is there.
  ///
  /// - Parameter followsLinks: whether a symbolic link stands for what it points at.
  package init?(path: String, followsLinks: Bool = true) throws(SystemError) {
    var raw = stat()
    // SAFETY: the path is NUL-terminated and outlives the call, which fills the one stat.
    let result = unsafe followsLinks ? stat(path, &raw) : lstat(path, &raw)
    if result != 0 {
      if errno == ENOENT { return nil }
      throw SystemError(call: "open", path: path, code: errno)
    }
    self.init(raw)
  }

  private init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .stream
    }
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

  /// Whether this is still the file, with the bytes, that had another status: the same file, as large,
  /// and not written since. Its mode, owner and names may differ.
  ///
  /// A write whose time was put back looks like a change of mode; then only the bytes tell.
  ///
  /// - Parameter hasSameBytes: whether the file holds the bytes of the other status; asked only where
  ///   the status does not tell.
  package func isUnchanged<Failure: Error>(
    since other: FileStatus, orIf hasSameBytes: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard (identity, byteCount, modified) == (other.identity, other.byteCount, other.modified)
    else { return false }
    if changed == other.changed { return true }
    return try hasSameBytes()
  }

  /// The same, where the bytes are not known: a file whose mode changed counts as changed.
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
