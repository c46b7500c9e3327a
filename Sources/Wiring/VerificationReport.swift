import ByteIO
import Console

/// What came of comparing the outputs of a run with what its inputs give.
enum VerificationReport {
  /// How a run ends: as it says, or, where it was to verify, as the comparison went, which is told on
  /// standard output, a line an output.
  ///
  /// - Throws: `DifferentOutput` where a file is another.
  static func conclude<Options>(
    _ run: ToolRun<Options>, _ status: ExitStatus
  ) throws -> ExitStatus {
    guard let files = run.expectation?.verifiedOutputs?.results else { return status }
    var text = files.map { line($0) + "\n" }.joined()
    if files.isEmpty { text = "the run changed no file\n" }
    try run.surroundings.writeOutput(text)
    if let other = files.first(where: { $0.firstDifference != nil }) {
      throw DifferentOutput(other, of: files.count { $0.firstDifference != nil })
    }
    return .done
  }

  private static func line(_ file: ComparedFile) -> String {
    if file.isMissing { return "\(file.path): missing" }
    return file.firstDifference.map { "\(file.path): differs from byte \($0) on" }
      ?? "\(file.path): the same"
  }
}

/// An output that is not what its inputs give.
private struct DifferentOutput: ReportableError {
  let place: Place?
  let message: String

  /// - Parameter count: how many of the outputs differ.
  init(_ file: ComparedFile, of count: Int) {
    place = Place(file: file.path, byte: file.isMissing ? nil : file.firstDifference)
    message =
      (file.isMissing ? "the file is missing" : "the file is not what its inputs give")
      + (count > 1 ? ", and \(Amount.count(count - 1)) more differ or are missing" : "")
  }

  var kind: FailureKind { .badData }
  var hint: String? { "the inputs are those of the run: what was written has changed since" }
}
