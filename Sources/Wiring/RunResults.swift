import ByteIO
import Console

/// What a run writes and takes away, known before it is published.
struct RunResults: Equatable {
  var outputs: [FileIdentity] = []
  var removals: [String] = []

  /// - Throws: `InternalFault` where the results are others than were planned.
  func check(against expectation: RunExpectation) throws {
    let planned = Self(outputs: expectation.outputs, removals: expectation.removals)
    if self == planned { return }
    let names = Set(outputs.map(\.path)).symmetricDifference(planned.outputs.map(\.path))
    let other = zip(outputs, planned.outputs).first { $0 != $1 }?.0.path
    let path = names.min() ?? other ?? Set(removals).symmetricDifference(planned.removals).min()
    throw InternalFault(
      "'\(path ?? "")' would not become what '\(expectation.path)' says, though the inputs are the "
        + "same")
  }
}
