import Foundation

/// Files of a fuzz target, in its own directory.
enum FuzzFile {
  static func write(_ bytes: [UInt8], to name: String) {
    guard FileManager.default.createFile(atPath: name, contents: Data(bytes)) else {
      fatalError("cannot write '\(name)'")
    }
  }

  /// What a file holds; nil where there is none.
  static func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: name).map { Array($0) }
  }

  static func remove(_ names: String...) {
    // One that is not there need not be removed.
    // SAFETY: the name is NUL-terminated and outlives the call.
    for name in names { _ = unsafe unlink(name) }
  }

  /// Removes all there is, whatever a run called it.
  static func removeAll() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? [] {
      try? FileManager.default.removeItem(atPath: name)
    }
  }

  /// The directory that all of them are in.
  static let directory = FileManager.default.currentDirectoryPath
}
