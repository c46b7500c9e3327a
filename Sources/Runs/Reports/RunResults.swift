import Scan
import SystemIO

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
