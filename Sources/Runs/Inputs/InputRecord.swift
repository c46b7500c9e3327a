import Scan
package import SystemIO

/// The identities of the files that a run read: for its plan or summary, and for the check of a
/// replayed run against its record.
package struct InputRecord: Sendable {
  /// The files that were read.
  package private(set) var identities: [FileIdentity] = []
  /// Whether files are identified by SHA-256.
  package let hashes: Bool
  /// Whether they are identified by CRC-32C, which costs next to nothing.
  private let sums: Bool
  private let isWanted: Bool
  private let expectation: ReplayContext?
  /// Recorded files that were not read yet, by path.
  private var expected: [PathKey: FileIdentity]

  /// - Parameter hashes: whether SHA-256 is needed anyway.
  package init(_ run: ToolRun, hashes: Bool) {
    let arguments = run.arguments
    expectation = run.expectation
    let recorded = run.expectation?.inputs ?? []
    expected = Dictionary(paths: recorded.map { ($0.path, $0) })
    let isSummarized = arguments[.summary] != nil && !arguments.isDiscarding
    // The summary of a tool that verifies nothing does not list the inputs.
    let isTold =
      run.tool.options.has("verify") && (isSummarized || arguments[.report] != nil)
    isWanted = isTold || arguments[.planOut] != nil || expectation != nil
    self.hashes =
      hashes || arguments[.planOut] != nil || (isTold && arguments[.hash] == true)
      || recorded.contains {
        if case .sha256 = $0.checksum { true } else { false }
      }
    sums = isWanted && !self.hashes
  }

  /// A running checksum for an input; nil if it is not needed.
  package func sum(isWanted: Bool = false) -> FileChecksum? {
    sums || isWanted ? FileChecksum() : nil
  }

  /// Adds an input that was read to its end.
  ///
  /// - Throws: `ChangedInput` if it differs from the recorded one.
  package mutating func enter(_ window: borrowing ByteWindow, of path: String) throws {
    guard isWanted else { return }
    guard let checksum = window.checksum() else { return try enter(reading: path) }
    try enter(
      FileIdentity(
        path: RecordedRun.absolute(path), byteCount: window.inputByteCount, checksum: checksum))
  }

  /// Adds a file that is read elsewhere, and reads it for its identity. Standard input then has
  /// none.
  package mutating func enter(reading path: String) throws {
    guard isWanted else { return }
    if path == "-" {
      if let expectation { throw Self.unrepeatable(expectation) }
      return
    }
    try enter(
      FileIdentity(reading: path, as: RecordedRun.absolute(path), hashes: hashes))
  }

  /// Adds an input that an earlier run read.
  mutating func enter(_ file: InputPass.File, of path: String) throws {
    guard isWanted, let digest = file.digest else { return }
    try enter(
      FileIdentity(
        path: RecordedRun.absolute(path), byteCount: file.storedByteCount,
        checksum: .sha256(digest)))
  }

  /// The cause of an error: `ChangedInput`, if the input differs from the recorded one, because
  /// that explains damage in it; otherwise the error itself.
  package func reason(for error: any Error, in path: String) -> any Error {
    guard expectation != nil, (error as? any ReportableError)?.kind == .badData else {
      return error
    }
    do {
      var others = self
      try others.enter(reading: path)
      return error
    } catch let change as ChangedInput {
      return change
    } catch {
      return error
    }
  }

  /// The error for a recorded run that read standard input.
  static func unrepeatable(_ expectation: ReplayContext) -> OutputRefusal {
    OutputRefusal(
      .noInput, "'\(expectation.path)' is of a run that read standard input, which is gone",
      hint: "save the input to a file, and give that")
  }

  private mutating func enter(_ identity: FileIdentity) throws {
    identities.append(identity)
    guard let expectation else { return }
    guard let recorded = expected[identity.path] else {
      throw ChangedInput(expectation, "'\(identity.path)' is an input now, and was not then")
    }
    guard identity.hasBytes(of: recorded) else {
      throw ChangedInput(
        expectation,
        "'\(identity.path)' has changed: \(recorded.words) then, \(identity.words) now")
    }
    expected[identity.path] = nil
  }

  /// Throws if a recorded file was not read.
  package func checkIsWhole() throws {
    guard let expectation, let path = expected.keys.map(\.path).min() else { return }
    let isMissing = try FileStatus(path: path) == nil
    throw ChangedInput(
      expectation, "'\(path)' is no longer among the inputs", isMissing: isMissing)
  }
}

/// An input that differs from the recorded one.
struct ChangedInput: ReportableError {
  let place: Place?
  let message: String
  let hint: String?
  let kind: FailureKind

  /// - Parameter isMissing: whether the file does not exist.
  init(_ expectation: ReplayContext, _ message: String, isMissing: Bool = false) {
    kind = isMissing ? .noInput : .badData
    place = Place(file: expectation.path)
    self.message = message
    switch expectation.purpose {
    case .applying: hint = "nothing was published; make a new plan of the inputs as they are"
    case .verifying:
      hint =
        expectation.recorded.arguments.contains("--in-place")
        ? "the run replaced its inputs; to get them back, undo it with its journal"
        : "the outputs can be checked only with the same inputs"
    }
  }
}

extension FileIdentity {
  /// The size and the checksum, in words.
  var words: String { "\(Amount.count(byteCount, of: "byte")) of \(checksum)" }
}
