import Scan
package import SystemIO

/// A run as recorded, to be repeated from any directory.
package struct RecordedRun: Sendable, Equatable {
  /// The tool's name.
  package var tool: String
  /// The tool's version.
  package var version: String
  /// The command line: the options that affect the result, every path absolute.
  package var arguments: [String]

  /// The absolute path, otherwise as spelled; `-` stays.
  ///
  /// - Throws: `SystemError` if the current directory is unknown.
  package static func absolute(_ path: String) throws(SystemError) -> String {
    if path == "-" || path.startsWithBytes(of: "/") { return path }
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    let directory = try absolutePath(".")
    return rest.isEmpty || rest == "." ? directory : directory + "/" + rest
  }
}
