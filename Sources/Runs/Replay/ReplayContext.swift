import Scan
package import SystemIO

/// The recorded run that a replayed run is checked against.
package struct ReplayContext: Sendable {
  /// The purpose of replaying a run.
  package enum Purpose: Sendable {
    /// To write the planned outputs.
    case applying
    /// To compare its outputs with the existing files.
    case verifying
  }

  /// Whether the outputs are published or compared.
  package let purpose: Purpose
  /// The plan or summary that records the run.
  package let path: String
  /// The run to repeat.
  package let recorded: RecordedRun
  /// The recorded inputs.
  package let inputs: [FileIdentity]
  /// The recorded outputs and removals, if known.
  let results: RunResults
  /// The recorded operands as spelled, by absolute path; empty if unknown.
  private let spellings: [PathKey: String]
  /// The same without trailing slashes, for files below them.
  private let directories: [PathKey: String]
  /// The parents of the operands, for an operand that describes an export and stands for its
  /// directory.
  private let parents: [PathKey: String]
  /// Whether its list of rejects has pseudonyms.
  let isRedacted: Bool
  private let comparisons = ComparedFiles()

  init(
    _ purpose: Purpose, path: String, _ recorded: RecordedRun, inputs: [FileIdentity],
    results: RunResults = RunResults(), operands: [String] = [], isRedacted: Bool = false
  ) {
    self.purpose = purpose
    self.path = path
    self.recorded = recorded
    self.inputs = inputs
    self.results = results
    let pairs = Array(zip(recorded.arguments.suffix(operands.count), operands))
    spellings = Dictionary(paths: pairs)
    directories = Dictionary(
      paths: pairs.map { ($0.withoutTrailingSlashes, $1.withoutTrailingSlashes) })
    parents = Dictionary(paths: pairs.map { (parentDirectory(of: $0), parentDirectory(of: $1)) })
    self.isRedacted = isRedacted
  }

  /// Compares the outputs, if the purpose is verifying; otherwise nil.
  package var verifiedOutputs: ComparedFiles? { purpose == .verifying ? comparisons : nil }

  /// The path of an input as the recorded run spelled it; unchanged if it is neither below nor
  /// beside an operand.
  package func spelling(of path: String) -> String {
    if let given = spellings[path] { return given }
    let parent = parentDirectory(of: path)
    guard let (whole, given) = directories.nearest(to: parent) ?? parents.nearest(to: parent) else {
      return path
    }
    return given + path.behindBytes(of: whole)
  }
}

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

/// The outputs and removals of a run, known before the publication.
struct RunResults: Equatable, Sendable {
  var outputs: [FileIdentity] = []
  var removals: [String] = []

  /// - Throws: `UnsuitableInput` if the results differ from the plan although the inputs are the same:
  ///   the outputs' surroundings have changed, or the plan was forged.
  func check(against expectation: ReplayContext) throws {
    if self == expectation.results { return }
    throw UnsuitableInput(
      expectation.path, difference(from: expectation.results),
      hint: "nothing was published; if links at the outputs or a compressing program changed, make "
        + "a new plan")
  }

  private func difference(from planned: Self) -> String {
    let paths = Set(outputs.map(\.path))
    let plannedPaths = Set(planned.outputs.map(\.path))
    if let path = paths.subtracting(plannedPaths).min() {
      return "'\(path)' would be written, against the plan"
    }
    if let path = plannedPaths.subtracting(paths).min() {
      return "'\(path)' would not be written, against the plan"
    }
    let pairs = zip(outputs, planned.outputs)
    if let (now, then) = pairs.first(where: { $0 != $1 && $0.path == $1.path }) {
      return "'\(now.path)' would differ from the plan: \(then.words) then, \(now.words) now"
    }
    if let path = Set(removals).subtracting(planned.removals).min() {
      return "'\(path)' would be deleted, against the plan"
    }
    if let path = Set(planned.removals).subtracting(removals).min() {
      return "'\(path)' would not be deleted, against the plan"
    }
    return "its outputs or deletions are in another order, or repeated"
  }
}
