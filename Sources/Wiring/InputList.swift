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
    /// What the file system says of it.
    package let status: FileStatus

    /// Whether it is standard input.
    package var isStandardInput: Bool { path == "-" }
    /// What messages call it.
    package var shownPath: String { isStandardInput ? "<stdin>" : path }
  }

  /// What was named.
  package let operands: [String]
  package private(set) var inputs: [Input] = []
  /// What was passed over in directories, with the reason.
  package private(set) var skipped: [(path: String, reason: String)] = []
  /// The operands that are directories.
  package private(set) var directories: [FileStatus.Identity: String] = [:]

  /// Whether an operand is a directory.
  package var hasDirectory: Bool { !directories.isEmpty }

  /// Looks the operands up; directories stand for the files below them.
  ///
  /// - Throws: `SystemError` where one is missing or cannot be read, `OutputRefusal` where one is
  ///   named twice.
  package init(_ operands: [String]) throws {
    self.operands = operands
    for operand in operands {
      if operand == "-" {
        let status = try FileStatus(descriptor: 0, path: "<stdin>")
        inputs.append(Input(path: "-", relativePath: "stdin", isFound: false, status: status))
        continue
      }
      guard let status = try FileStatus(path: operand) else {
        throw SystemError.missing(operand)
      }
      if status.kind == .directory {
        directories[status.identity] = operand
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
    var root = directory
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    let tree = try DirectoryTree(root)
    skipped += tree.skipped.map { (root + "/" + $0.path, $0.reason) }
    for file in tree.files {
      let path = root + "/" + file
      guard let status = try FileStatus(path: path) else { throw SystemError.missing(path) }
      inputs.append(Input(path: path, relativePath: file, isFound: true, status: status))
    }
  }

  /// Two operands that are one file would count everything in it twice.
  private func refuseRepetition() throws {
    if inputs.count(where: \.isStandardInput) > 1 {
      throw OutputRefusal(.usage, "standard input is named twice")
    }
    var seen: [FileStatus.Identity: String] = [:]
    for input in inputs {
      if let other = seen.updateValue(input.path, forKey: input.status.identity) {
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
      guard input.status.kind == .regular else { return nil }
      sum += input.status.byteCount
    }
    return sum
  }

  private static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
