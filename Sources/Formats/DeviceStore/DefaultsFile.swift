import Scan
import SystemIO

/// A dump in a file of its own, which every change replaces whole and durably.
struct DefaultsFile: Sendable {
  let path: String
  /// What the file holds; an empty dump where there is no file yet.
  private(set) var dump: DefaultsDump
  /// The status of the file that this dump is in; nil where there is none yet.
  private var status: FileStatus?

  /// Reads the file, whatever kind of dump it is; nothing is made where none is there.
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

  /// Makes edits; when this returns they would survive a power cut.
  ///
  /// Where it throws, the dump is what it was before, and so is the file, with one exception: where
  /// only the flush of the directory failed, the file is the new one, and the next change finds it to
  /// be another than was read.
  mutating func apply(_ edits: [DefaultsEdit]) throws(DeviceStoreError) {
    do {
      let bytes = try dump.applying(edits)
      let changed = try DefaultsDump(reading: bytes, as: dump.kind)
      status = try replace(by: bytes)
      dump = changed
    } catch {
      throw DeviceStoreError(writing: path, error)
    }
  }
}

// MARK: Reading

extension DefaultsFile {
  private struct Content {
    var bytes: [UInt8]
    var kind: DefaultsKind
    var status: FileStatus
  }

  private static func read(_ path: String) throws -> Content? {
    let target = try target(path)
    guard target.existing != nil else { return nil }
    var window = ByteWindow(
      try InputFile(path: target.path), limit: DefaultsDump.byteLimit)
    let kind = try kind(of: &window)
    while try window.refill() == .more {}
    guard window.isAtEnd else {
      throw DefaultsDumpError(
        .unusable, "it is larger than \(Amount.bytes(DefaultsDump.byteLimit))", at: 0)
    }
    return Content(bytes: window.bytes.copied, kind: kind, status: window.status)
  }

  /// What a path names, as something to replace: a symbolic link stands for the file at its end.
  private static func target(_ path: String) throws -> OutputTarget {
    let target = try OutputTarget(path)
    switch target.kind {
    case .file: return target
    case .standardOutput, .stream:
      throw OutputRefusal(.cannotCreate, "'\(path)' is no regular file")
    }
  }

  private static func kind(of window: inout ByteWindow) throws -> DefaultsKind {
    switch try FormatDetector().detect(&window) {
    case .format(let format, _):
      if case .propertyList(let kind) = format.reading { return kind }
      // A dump need not hold a key of the app yet; what is no single object is damaged as one.
      return .json
    case .empty: throw DefaultsDumpError(.damaged, "it is empty", at: 0)
    case .unknown(let reason, _): throw DefaultsDumpError(.damaged, reason, at: 0)
    }
  }
}

// MARK: Replacing

extension DefaultsFile {
  /// Replaces the file, keeping its mode and, where the system lets it, its owner.
  private func replace(by bytes: [UInt8]) throws -> FileStatus? {
    let target = try Self.target(path)
    try check(target.existing)
    // One process owns a store and need not wait for another; but what it leaves when it is killed goes
    // with the next lock.
    let lock = try OutputLock.take(on: target.path)
    defer { withExtendedLifetime(lock) {} }
    var output = try ByteOutput(target)
    try output.write(bytes)
    let finished = try output.finish()
    do {
      // Flushing takes long enough for someone else to have written meanwhile.
      try check(try FileStatus(path: target.path))
      try finished.publish()
    } catch {
      finished.discard()
      throw error
    }
    // Its new name has changed its status; what somebody has written since then tells itself by another
    // time, or by another file.
    let present = try FileStatus(path: target.path)
    if let finished = finished.status,
      present?.isUnchanged(since: finished, orIf: { true }) == true
    {
      return present
    }
    return finished.status
  }

  /// Refuses to overwrite what this store has not read.
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
