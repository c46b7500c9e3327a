import Foundation

/// A directory for one test, removed afterwards.
package struct TemporaryDirectory: Sendable {
  /// Its absolute path, without a slash at the end.
  package let path: String

  /// Makes a directory, lends it, and removes it with its content.
  package static func with<Result>(
    _ body: (TemporaryDirectory) throws -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "laughtrack-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // If this fails, the system's own clean-up of temporary files removes it.
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(TemporaryDirectory(path: url.path))
  }

  /// The path of a file in the directory.
  package func path(of name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = path(of: name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Writes a text file and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// Makes a directory inside and returns its path.
  @discardableResult
  package func makeDirectory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
    return path(of: name)
  }

  /// Makes a symbolic link and returns its path.
  @discardableResult
  package func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: path(of: name), withDestinationPath: target)
    return path(of: name)
  }

  /// The bytes of a file in it.
  package func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
  }

  /// The text of a file in it.
  package func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// The names in the directory, hidden ones included, sorted.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: folder)).sorted()
  }

  /// The permission bits of a file in it.
  package func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return (attributes[.posixPermissions] as? Int) ?? -1
  }
}
