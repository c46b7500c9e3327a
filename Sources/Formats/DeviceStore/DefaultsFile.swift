import Scan
import SystemIO

/// A dump in its own file, which every change replaces atomically and durably.
struct DefaultsFile: Sendable {
  let path: String
  /// The file's dump; an empty dump if there is no file yet.
  private(set) var dump: DefaultsDump
  /// The file's status when it was read or written; nil if there is no file yet.
  private var status: FileStatus?
  /// The attributes of the file that a change could not keep, in words.
  private(set) var losses: [String] = []
  /// Whether changes stay in memory, as in a dry run.
  var isDiscarding = false

  /// Reads the file in any format; a missing file is not created.
  init(path: String, creating kind: DefaultsKind) throws(DeviceStoreError) {
    self.path = path
    do {
      let content = try Self.read(path)
      let kind = content?.kind ?? kind
      dump = try DefaultsDump(reading: content?.bytes ?? kind.emptyDump, as: kind)
      status = content?.status
    } catch {
      throw DeviceStoreError(reading: path, error)
    }
  }

  /// Applies edits; on return they are durable, unless they are discarded.
  ///
  /// On an error the dump and the file are unchanged, except after `undurable`: the file is replaced
  /// then, and the next change reports it as changed.
  mutating func apply(_ edits: [DefaultsEdit]) throws(DeviceStoreError) {
    do {
      let bytes = try dump.applying(edits)
      let changed = try DefaultsDump(reading: bytes, as: dump.kind)
      if !isDiscarding { status = try replace(by: bytes) }
      dump = changed
    } catch {
      throw DeviceStoreError(writing: path, error)
    }
  }
}

// MARK: Reading

extension DefaultsFile {
  private static func read(
    _ path: String
  ) throws -> (bytes: [UInt8], kind: DefaultsKind, status: FileStatus)? {
    let target = try target(path)
    guard target.existing != nil else {
      let missing = SystemError.missing(target.path)
      // No file can be created below another.
      guard missing.isMissingInput else { throw missing }
      return nil
    }
    var window = ByteWindow(
      try InputFile(path: target.path), limit: DefaultsDump.byteLimit)
    let kind = try kind(of: &window)
    try window.fill()
    guard window.isAtEnd else {
      throw DefaultsDumpError(
        .unusable, "it is larger than \(Amount.bytes(DefaultsDump.byteLimit))", at: 0)
    }
    return (window.bytes.copied, kind, window.status)
  }

  /// The output target of a path; a symbolic link stands for its final target.
  private static func target(_ path: String) throws -> OutputTarget {
    let target = try OutputTarget(path)
    switch target.kind {
    case .file: return target
    case .standardOutput, .stream:
      throw OutputRefusal(.cannotCreate, "'\(path)' is not a regular file")
    }
  }

  private static func kind(of window: inout ByteWindow) throws -> DefaultsKind {
    switch try FormatDetector.detect(&window) {
    // A dump may lack all app keys; anything but a single object is damaged.
    case .format(let format, _): return format.dumpKind ?? .json
    case .empty: throw DefaultsDumpError(.damaged, "it is empty", at: 0)
    case .unknown(let reason, _), .serverError(let reason, _):
      throw DefaultsDumpError(.damaged, reason, at: 0)
    }
  }
}

// MARK: Replacing

extension DefaultsFile {
  /// Replaces the file, keeping its mode and, if the system permits it, its owner.
  private mutating func replace(by bytes: [UInt8]) throws -> FileStatus? {
    let target = try Self.target(path)
    try check(target.existing)
    // A store is owned by one process, so there is no need to wait; but the lock also removes
    // temporaries of a killed process.
    let lock = try OutputLock.take(on: target.path)
    defer { withExtendedLifetime(lock) {} }
    var output = try ByteOutput(target)
    try output.write(bytes)
    let finished = try output.finish()
    var directories = ChangedDirectories()
    do {
      // Another process may have written during the flush.
      try check(try FileStatus(path: target.path))
      losses += try finished.publish(in: &directories)
    } catch {
      finished.discard()
      throw error
    }
    do {
      try directories.flush()
    } catch {
      throw DeviceStoreError(flushing: path, error)
    }
    // The rename changed the status. A later write by another process has another time or is
    // another file.
    let present = try FileStatus(path: target.path)
    if let finished = finished.status,
      present?.isUnchanged(since: finished, orIf: { true }) == true
    {
      return present
    }
    return finished.status
  }

  /// Throws if the file is not the one that this store read.
  private func check(_ found: FileStatus?) throws {
    if found == nil, status == nil { return }
    if let found, let status,
      try found.isUnchanged(
        since: status, orIf: { try Self.read(path)?.bytes == dump.applying([]) })
    {
      return
    }
    throw DeviceStoreError.changed(path: path)
  }
}
