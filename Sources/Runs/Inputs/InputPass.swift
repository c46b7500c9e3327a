package import Formats
import Scan
package import SystemIO

/// One pass over the inputs of a run: each is opened, told apart, read to its end and checked.
package struct InputPass {
  /// What a tool takes, and what it says of everything else.
  package struct Wanted: Sendable {
    /// Nil takes exports and dumps.
    let contents: InputFormat.Contents?
    /// What an empty file lacks.
    let things: String
    /// What to say of an input that holds something else.
    let refusal: (reason: String, hint: String)
    /// Why nothing was read, where nothing was.
    let absence: String

    package init(
      _ contents: InputFormat.Contents?, _ things: String,
      refusal: (reason: String, hint: String) = ("", ""), absence: String
    ) {
      (self.contents, self.things, self.refusal, self.absence) = (
        contents, things, refusal, absence
      )
    }
  }

  /// What an open input is to the tool.
  enum Look {
    case readable(InputFormat)
    case empty
    case unsuitable(reason: String)
  }

  /// An input that was read.
  package struct File: Sendable {
    package let path: String
    package let format: InputFormat
    package let compression: Compression?
    /// How many bytes it has, after decompression.
    package let byteCount: Int
    /// What its log held, where it is a shard of a managed export.
    package let log: LogTotals?
  }

  /// Reads one input to its end.
  package typealias Reading = (
    consuming ByteWindow, InputFormat, InputContext
  ) throws -> StreamResult

  package let inputs: InputList
  /// What `--format` says.
  package let format: InputFormat?
  package let progress: RunProgress
  package private(set) var guards: InputGuards
  /// What was read, where anyone is to know.
  package var record: InputRecord
  /// The inputs that were read by `read`.
  package private(set) var files: [File] = []
  let diagnostics: Diagnostics
  let isSalvaging: Bool
  var audit: ExportAudit
  private let mended: String?
  private var ahead: ChangelogIndex
  private var pages = UnfinishedPages()
  private let clock: @Sendable () -> Double
  private let start: Double
  private var seconds = 0.0

  /// - Parameters:
  ///   - record: what is to be known of the inputs.
  ///   - passCount: how often the inputs are read in all.
  package init(
    _ run: ToolRun, _ inputs: InputList, format: InputFormat?, _ guards: InputGuards,
    _ record: InputRecord, progress: RunProgress
  ) {
    clock = run.surroundings.clock
    start = clock()
    (self.inputs, self.format, self.guards, self.record) = (inputs, format, guards, record)
    self.progress = progress
    diagnostics = run.diagnostics
    isSalvaging = run.arguments[.salvage]
    mended = run.arguments[.mended]
    audit = ExportAudit(inputs)
    ahead = ChangelogIndex(
      inputs, format: format, isSalvaging: isSalvaging, progress: progress, diagnostics)
  }

  /// The bytes of the inputs that `read` read.
  package var byteCountRead: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// How many bytes were read, and how long that took.
  package func bytesRead(_ byteCount: Int) -> Fact { .bytesRead(byteCount, seconds: seconds) }

  /// Reads every input that the tool takes.
  ///
  /// - Parameters:
  ///   - rejectLog: takes what is missing of an export, where the run goes on after damage.
  ///   - isQuiet: whether files that belong to an export and hold no documents are no news.
  ///   - needsAllPages: whether a list whose last page is missing is damaged.
  /// - Throws: `UnsuitableInput` where an operand is nothing the tool takes, and what `reading`
  ///   throws.
  package mutating func read(
    _ wanted: Wanted, salvagingInto rejectLog: RejectLog, isQuiet: Bool = false,
    needsAllPages: Bool = false, _ reading: Reading
  ) throws {
    diagnostics.passOver(in: inputs)
    var isAnyRead = false
    for input in inputs.inputs {
      do {
        if try read(input, wanted, isQuiet: isQuiet, reading) { isAnyRead = true }
      } catch {
        throw record.reason(for: error, in: input.path)
      }
    }
    try finishReading()
    if needsAllPages, let damage = pages.damage {
      guard isSalvaging else { throw damage }
      try rejectLog.reject(.damaged(damage))
    } else {
      pages.warn(diagnostics)
    }
    try audit.finish(salvagingInto: isSalvaging ? rejectLog : nil, diagnostics)
    if !isAnyRead, inputs.exports.isEmpty { throw inputs.nothingRead(wanted.absence) }
    if let mended { try record.enter(reading: mended) }
  }

  /// Reads one input; false where it is passed over.
  private mutating func read(
    _ input: InputList.Input, _ wanted: Wanted, isQuiet: Bool, _ reading: Reading
  ) throws -> Bool {
    let source = try open(input, sum: record.sum())
    let compression = source.compression
    switch try look(at: source.finding, input, wanted) {
    case .empty: return true
    case .unsuitable(let reason):
      if isQuiet, case .beside = input.role, reason != OpenInput.unlisted { return false }
      diagnostics.skip(input.path, reason)
      return false
    case .readable(let found):
      let context = try context(of: input, found)
      let result = try reading(source.takeWindow(), found, context)
      try finish(result, of: input, found)
      files.append(
        File(
          path: input.shownPath, format: found, compression: compression,
          byteCount: result.window.byteCountRead, log: result.log))
      return true
    }
  }

  // MARK: What the rewriter does in its own order

  func open(_ input: InputList.Input, sum: FileChecksum?) throws -> OpenInput {
    let source = try OpenInput(input, format: format, hashes: record.hashes, sum: sum)
    progress.begin(input, source.fed)
    return source
  }

  /// What an input is to the tool.
  ///
  /// - Throws: `UnsuitableInput` where it is an operand and the tool does not take it.
  func look(
    at finding: FormatDetector.Finding, _ input: InputList.Input, _ wanted: Wanted
  ) throws -> Look {
    let problem: (reason: String, hint: String?)
    switch finding {
    case .empty:
      diagnostics.warning(
        "the file is empty: no \(wanted.things)", kind: "empty file",
        at: Place(file: input.shownPath))
      return .empty
    case .format(let found, let reason)
    where wanted.contents == nil || wanted.contents == found.contents:
      diagnostics.detail("\(input.shownPath) is taken for \(found.displayName): \(reason)")
      return .readable(found)
    case .format: problem = (wanted.refusal.reason, wanted.refusal.hint)
    case .unknown(let reason, let hint): problem = (reason, hint)
    }
    guard input.isFound else {
      throw UnsuitableInput(input.shownPath, problem.reason, hint: problem.hint)
    }
    return .unsuitable(reason: problem.reason)
  }

  /// What is known of an input that was found to be of a format.
  mutating func context(
    of input: InputList.Input, _ found: InputFormat
  ) throws -> InputContext {
    try ahead.context(of: input, found)
  }

  /// Checks an input that was read to its end, and enters it.
  mutating func finish(
    _ result: borrowing StreamResult, of input: InputList.Input, _ format: InputFormat
  ) throws {
    enter(result, of: input, format)
    try check(result.window, of: input)
  }

  /// Takes note of what an input held.
  mutating func enter(
    _ result: borrowing StreamResult, of input: InputList.Input, _ format: InputFormat
  ) {
    audit.enter(result.log, of: input)
    pages.finish(format, continuation: result.continuation)
  }

  /// Holds the bytes of an input against what is known of it.
  mutating func check(_ window: borrowing ByteWindow, of input: InputList.Input) throws {
    try guards.check(window.digest(), of: input.shownPath)
    try record.enter(window, of: input.path)
    guards.enter(input)
  }

  /// Ends the reading, after the last input.
  mutating func finishReading() throws {
    progress.finish()
    seconds = clock() - start
    try inputs.tellOfMending(diagnostics)
  }

  /// Says that pages are missing, where some are.
  func warnOfMissingPages() { pages.warn(diagnostics) }
}
