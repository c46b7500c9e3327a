import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The mark of a process: part of the name of each of its temporary files, and the content of its
/// lock files.
///
/// A process that takes over the lock of a killed one finds its mark there. The kernel releases a
/// lock only when its holder is gone, so all temporary files with this mark can be removed. Process
/// numbers prove nothing: they are reused, and differ between containers.
struct RunMark: Equatable, Sendable {
  let text: String
  private static let length = 16
  /// The length of a process number and the end of its line.
  private static let numberLength = 12

  /// A new random mark.
  static func random() -> RunMark {
    RunMark(text: String(UInt64.random(in: .min ... .max), digits: length, radix: 16))
  }

  private init(text: String) { self.text = text }

  /// Reads the mark in a lock file; nil if there is no whole one.
  init?(reading descriptor: CInt) {
    let bytes = Self.beginning(of: descriptor)
    guard bytes.count > Self.length, Self.isBegun(bytes) else { return nil }
    text = String(decoding: bytes[..<Self.length], as: UTF8.self)
  }

  /// Whether a file may be a lock file: it holds a mark, or the beginning of one.
  static func isInLock(_ descriptor: CInt) -> Bool { isBegun(beginning(of: descriptor)) }

  private static func isBegun(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.dropFirst(length)
    var number = rest.dropFirst()
    if number.count > 1, number.last == UInt8(ascii: "\n") { number.removeLast() }
    return bytes.count <= length + 1 + numberLength
      && bytes.prefix(length).allSatisfy {
        isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
      && rest.prefix(1).allSatisfy { $0 == UInt8(ascii: "\n") } && number.allSatisfy(isDigit)
  }

  /// The number of the process that holds the lock; nil if it is not written.
  static func holder(in descriptor: CInt) -> Int? {
    let bytes = beginning(of: descriptor)
    guard isBegun(bytes), bytes.last == UInt8(ascii: "\n") else { return nil }
    return Int(String(decoding: bytes.dropFirst(length + 1).dropLast(), as: UTF8.self))
  }

  /// The first bytes of a file, one more than a lock file can have.
  private static func beginning(of descriptor: CInt) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length + 2 + numberLength)
    // SAFETY: the call fills at most the array, and says how much of it.
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Removes the leftovers of the lock's killed holder, and writes this mark for the next one.
  ///
  /// If the mark cannot be written, on a full disk or in another user's file, the only loss is that
  /// leftovers of this process would stay after a kill.
  ///
  /// - Parameters:
  ///   - descriptor: the lock file, which is locked.
  ///   - status: its status; a mark that another user could have written is ignored.
  ///   - output: the locked file or directory.
  func takeOver(_ descriptor: CInt, _ status: FileStatus, on output: String) {
    guard Self.isBelieved(in: status) else { return }
    if let last = RunMark(reading: descriptor) {
      last.removeTemporaries(in: parentDirectory(of: output), isTree: false)
      Resumption.removeAbandoned(Resumption.partPath(for: output))
      if Self.isDirectory(output) { last.removeTemporaries(in: output, isTree: true) }
    }
    let bytes = Array("\(text)\n\(getpid())\n".utf8)
    // Truncated first: the rest of a longer number would make it no lock file.
    _ = ftruncate(descriptor, 0)
    // SAFETY: the call reads the bytes of the array, and no more.
    _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Whether only this user can have written the lock file.
  static func isBelieved(in status: FileStatus) -> Bool {
    status.owner == geteuid() && status.mode & 0o022 == 0
  }

  /// Removes all temporary files with this mark, and all abandoned locks after the leftovers at
  /// their outputs; symbolic links are not followed. In a locked tree, abandoned parts are removed
  /// too.
  private func removeTemporaries(in directory: String, isTree: Bool) {
    var folders = [directory]
    while let folder = folders.popLast() {
      // A directory that cannot be listed was not written in, or stays as it is.
      let names = searchedEntries(folder)
      for name in names {
        let path = folder + "/" + name
        if name.hasPrefix(hiddenBeginning), name.hasSuffix("-\(text).tmp") {
          removeTree(path)
        } else if isHidden(name, "lock") {
          OutputLock.removeFile(path, of: self) { removeOutput(of: name, in: folder, names) }
        } else if isTree, isHidden(name, "part") {
          Resumption.removeAbandoned(path)
        } else if isTree, Self.isDirectory(path) {
          folders.append(path)
        }
      }
    }
  }

  /// Removes the leftovers of one output of the process, beside it and, for a directory, in it.
  ///
  /// - Parameters:
  ///   - lock: the name of the output's lock file.
  ///   - names: all names in the folder of the lock.
  private func removeOutput(of lock: String, in folder: String, _ names: [String]) {
    let stem = lock.utf8.dropLast(".lock".utf8.count)
    Resumption.removeAbandoned("\(folder)/\(Substring(stem)).part")
    let hidden = Substring(stem.dropFirst(hiddenBeginning.utf8.count))
    var path = "\(folder)/\(hidden)"
    // A hidden name does not contain all of a long name.
    let lockPath = folder + "/" + lock
    if OutputLock.lockPath(for: path) != lockPath {
      let long = names.lazy.filter { $0.utf8.count > 200 }.map { folder + "/" + $0 }
      guard let output = long.first(where: { OutputLock.lockPath(for: $0) == lockPath }) else {
        return
      }
      path = output
    }
    if Self.isDirectory(path) { removeTemporaries(in: path, isTree: true) }
  }

  private static func isDirectory(_ path: String) -> Bool {
    FileStatus(ifFound: path, followsLinks: false)?.kind == .directory
  }
}
