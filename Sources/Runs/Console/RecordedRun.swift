import Scan
package import SystemIO

/// A run as it is written down, to be done again from any directory.
package struct RecordedRun: Sendable, Equatable {
  /// The tool's name.
  package var tool: String
  package var version: String
  /// The command line: what has a say in the result, every path absolute.
  package var arguments: [String]

  package init(tool: String, version: String, arguments: [String]) {
    self.tool = tool
    self.version = version
    self.arguments = arguments
  }

  /// A path from the root on, as it was given but for that and for what stands for this directory;
  /// `-` is no path.
  ///
  /// - Throws: `SystemError` where there is no telling which directory this is.
  package static func absolute(_ path: String) throws(SystemError) -> String {
    if path == "-" || path.startsWithBytes(of: "/") { return path }
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    let directory = try absolutePath(".")
    return rest.isEmpty || rest == "." ? directory : directory + "/" + rest
  }
}
