import Scan
import SystemIO

/// Suggestions for a path that does not exist.
enum MissingPath {
  private static let countLimit = 3

  /// The hint for the error of a missing input; nil if no name is near.
  static func hint(for error: any ReportableError) -> String? {
    guard let error = error as? SystemError, error.isMissingInput else { return nil }
    if error.path.isEmpty { return "the name is empty, as of a shell variable that is not set" }
    if error.path.isQuoted { return "the quotes are a part of this name; leave them out" }
    let nearest = nearest(to: error.path).prefix(countLimit).map { "'\($0)'" }
    if !nearest.isEmpty { return "did you mean \(WordList.alternatives(Array(nearest)))?" }
    // Quotes in the shell, or a line of a file of arguments.
    return error.path.contains(" -")
      ? "this is one argument; give an option as an argument of its own, in a file of arguments on a "
        + "line of its own"
      : nil
  }

  /// The existing paths nearest to this one.
  private static func nearest(to path: String) -> [String] {
    if exists(path) { return [] }
    var found = [path.startsWithBytes(of: "/") ? "/" : ""]
    for name in path.dividedAtSlashes().map(String.init) {
      found = found.flatMap { folder -> [String] in
        if exists(folder + name) { return [folder + name + "/"] }
        let others = names(in: folder).filter { $0 != name }
        return NearestNames.of(name, among: others).map { folder + $0 + "/" }
      }
      found = Array(found.prefix(countLimit))
    }
    return found.map { path.hasSuffix("/") ? $0 : String($0.dropLast()) }
  }

  /// Whether something has this name.
  static func exists(_ path: String) -> Bool {
    FileStatus(ifFound: path) != nil
  }

  /// The names in a folder, without hidden ones.
  private static func names(in folder: String) -> [String] {
    searchedEntries(folder.isEmpty ? "." : folder).filter { !$0.hasPrefix(".") }
  }
}

extension StringProtocol {
  /// Whether it begins and ends with the same quotes.
  var isQuoted: Bool {
    count > 1 && first == last && (first == "\"" || first == "'")
  }
}
