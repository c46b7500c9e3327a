package import ByteIO

/// The files that the operands name, in the order in which they are read.
package struct InputList: Sendable {
  /// One file to read.
  package struct Input: Sendable {
    /// What to open; `-` for standard input.
    package let path: String
    /// Its path below the operand it came with, or its own name: what an output directory calls it.
    package let relativePath: String
    /// Whether it was found in a directory, and so may be something else.
    package let isFound: Bool
    /// What the file system says of it; nil for standard input.
    package let status: FileStatus?
  }

  package private(set) var inputs: [Input] = []
  /// What was passed over in directories, with the reason.
  package private(set) var skipped: [(path: String, reason: String)] = []
  /// Whether an operand is a directory.
  package private(set) var hasDirectory = false

  /// Looks the operands up; directories stand for the files below them.
  ///
  /// - Throws: `SystemError` where one is missing or cannot be read, `OutputRefusal` where one is
  ///   named twice.
  package init(_ operands: [String]) throws {
    for operand in operands {
      if operand == "-" {
        inputs.append(Input(path: "-", relativePath: "stdin", isFound: false, status: nil))
        continue
      }
      guard let status = try FileStatus(path: operand) else {
        throw SystemError.missing(operand)
      }
      if status.kind == .directory {
        try add(directory: operand)
      } else {
        inputs.append(
          Input(
            path: operand, relativePath: Self.lastComponent(operand), isFound: false,
            status: status))
      }
    }
    try refuseRepetition()
  }

  private mutating func add(directory: String) throws {
    hasDirectory = true
    var root = directory
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    let tree = try DirectoryTree(root)
    skipped += tree.skipped.map { (root + "/" + $0.path, $0.reason) }
    for file in tree.files {
      let path = root + "/" + file
      inputs.append(
        Input(
          path: path, relativePath: file, isFound: true, status: try FileStatus(path: path)))
    }
  }

  /// Two operands that are one file would count everything in it twice.
  private func refuseRepetition() throws {
    var seen: [FileStatus.Identity: String] = [:]
    for input in inputs {
      guard let status = input.status, status.kind == .regular else {
        if input.status == nil, inputs.count(where: { $0.status == nil }) > 1 {
          throw OutputRefusal(.usage, "standard input is named twice")
        }
        continue
      }
      if let other = seen.updateValue(input.path, forKey: status.identity) {
        throw OutputRefusal(
          .usage, "'\(input.path)' is the same file as '\(other)'",
          hint: "name each input once, or its documents would count twice")
      }
    }
  }

  /// The bytes of all inputs, where all have a size.
  package var byteCount: Int? {
    var sum = 0
    for input in inputs {
      guard let status = input.status, status.kind == .regular else { return nil }
      sum += status.byteCount
    }
    return sum
  }

  private static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
