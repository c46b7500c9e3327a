package import Formats
package import Scan
package import SystemIO

/// One pass over the inputs of a run: opens, detects, reads and checks each.
package struct InputPass {
  /// The inputs that a tool reads, and its messages about others.
  struct Wanted {
    /// The contents it reads; nil reads exports and dumps.
    let contents: InputFormat.Contents?
    /// The noun for the warning about an empty file.
    let things: String
    /// The reason and the hint for an input with other contents.
    let refusal: (reason: String, hint: String)
    /// The message if nothing was read.
    let absence: String

    /// Whether inputs of a format are read.
    func takes(_ format: InputFormat) -> Bool {
      contents == nil || contents == format.contents
    }
  }

  /// The documents that a run reads, and the visitor that gets them.
  package struct Documents {
    let collection: String?
    let isSalvaging: Bool
    let sharing: WorkSharing
    let visitor: any DocumentVisitor

    /// - Parameter collection: the path of the wanted collection; nil selects all.
    package init(
      _ arguments: Arguments, of collection: CollectionPath?, isSalvaging: Bool? = nil,
      to visitor: any DocumentVisitor
    ) {
      self.collection = collection?.description
      self.isSalvaging = isSalvaging ?? arguments[.salvage]
      sharing = WorkSharing(threadCount: arguments.workerCount)
      self.visitor = visitor
    }

    /// Reads those of an input to its end.
    fileprivate func read(
      _ window: consuming ByteWindow, as format: InputFormat, knowing context: InputContext
    ) throws -> StreamResult {
      try ExportReader.read(
        window, as: format, collection: collection, isSalvaging: isSalvaging, knowing: context,
        sharing: sharing, visitor: visitor)
    }
  }

  /// The use of an open input to the tool.
  enum Look {
    case readable(InputFormat)
    case empty
    case unsuitable(reason: String)
  }

  /// An input that was read.
  ///
  /// A class, because it has 800 bytes, and reports copy lists of thousands.
  package final class File: Sendable {
    /// The input in the list of inputs.
    package let input: InputList.Input
    /// The format that was detected or named.
    package let format: InputFormat
    /// The compression of the file; nil for a plain one.
    package let compression: Compression?
    /// The number of its bytes, after decompression.
    package let byteCount: Int
    /// The totals of its log, if it is a shard of a managed export.
    package let log: LogTotals?
    /// The place where it says that more documents follow on another page.
    let continuation: Place?
    /// The number of its bytes as stored.
    let storedByteCount: Int
    /// The SHA-256 of its bytes as stored, if requested.
    package let digest: SHA256.Digest?
    /// Its status when it was opened.
    package let status: FileStatus
    /// What a partial result says of it; nil if this run has read it.
    let remembered: CoveredPiece?

    /// The path, for messages.
    package var path: String { input.shownPath }

    init(
      input: InputList.Input, format: InputFormat, compression: Compression?, byteCount: Int,
      log: LogTotals?, continuation: Place?, storedByteCount: Int, digest: SHA256.Digest?,
      status: FileStatus, remembered: CoveredPiece? = nil
    ) {
      (self.input, self.format, self.compression) = (input, format, compression)
      (self.byteCount, self.storedByteCount, self.digest) = (byteCount, storedByteCount, digest)
      (self.log, self.continuation, self.status) = (log, continuation, status)
      self.remembered = remembered
    }
  }

  let run: ToolRun
  /// All inputs of the run.
  package let inputs: InputList
  /// The format that `--format` names.
  package let format: InputFormat?
  /// The progress over all inputs.
  package let progress: RunProgress
  /// The guards of the inputs, which see each file that is read.
  package private(set) var guards: InputGuards
  /// The record of the files read.
  package var record: InputRecord
  /// The inputs that were read.
  package private(set) var files: [File] = []
  /// Whether another run may read what these inputs lack, so that missing pages are no problem yet.
  package var isOfShare = false
  /// The bytes that were read of other files: partial results, and the dump of a preview.
  package var otherByteCount = 0
  /// What earlier runs counted in the inputs; nil if all are read.
  package var memory: PartialMemory?
  var audit: ExportAudit
  private var ahead: ChangelogIndex
  /// The last page that was read.
  var lastPage: InputList.Input?
  /// The failure that it promises another, so that the export is incomplete.
  var missingPage: DamagedInput?
  private let start: Double
  private var seconds = 0.0

  /// - Parameters:
  ///   - hashes: whether the SHA-256 of each input is needed.
  ///   - progress: shows more than one pass over these inputs.
  package init(
    _ run: ToolRun, _ inputs: InputList, format: InputFormat?, _ guards: InputGuards,
    hashes: Bool = false, progress: RunProgress? = nil
  ) {
    self.run = run
    start = run.surroundings.clock()
    (self.inputs, self.format, self.guards) = (inputs, format, guards)
    record = InputRecord(run, hashes: hashes || guards.needDigest)
    let progress = progress ?? RunProgress(run, bytesTotal: inputs.byteCount)
    self.progress = progress
    audit = ExportAudit(inputs)
    ahead = ChangelogIndex(run, inputs, format: format, progress: progress)
  }

  var diagnostics: Diagnostics { run.diagnostics }
  var isSalvaging: Bool { run.arguments[.salvage] }

  /// The bytes that were read, after decompression.
  package var byteCountRead: Int {
    files.reduce(otherByteCount) { $0 + ($1.remembered == nil ? $1.byteCount : 0) }
  }

  /// The bytes read, and the time that took.
  package var bytesRead: Fact {
    let bytes = Amount.bytes(byteCountRead)
    return Fact(
      "bytes_read", byteCountRead,
      line: "bytes: \(bytes) read in \(Amount.duration(seconds: seconds))")
  }

  /// Reads the documents of every export.
  ///
  /// - Parameters:
  ///   - things: the noun for them.
  ///   - refusal: the reason and the hint for an input that is a dump.
  ///   - absence: the message if nothing was read.
  ///   - rejectLog: takes an export's missing entities, if the run salvages.
  ///   - isQuiet: whether to skip files of an export without documents silently.
  ///   - needsAllPages: whether a missing last page is damage, not only a warning.
  /// - Throws: `UnsuitableInput` if an operand is not readable by the tool, and what the visitor
  ///   throws.
  package mutating func read(
    _ documents: Documents, called things: String = "documents",
    refusal: (reason: String, hint: String), absence: String,
    salvagingInto rejectLog: RejectLog, isQuiet: Bool = false, needsAllPages: Bool = false
  ) throws {
    let wanted = Wanted(
      contents: .documents, things: things, refusal: refusal, absence: absence)
    diagnostics.passOver(in: inputs)
    var isAnyRead = false
    for input in inputs.inputs {
      do {
        if try read(input, documents, wanted, isQuiet: isQuiet) { isAnyRead = true }
      } catch {
        throw record.reason(for: error, in: input.path)
      }
    }
    try finishReading()
    if needsAllPages, let damage = missingPage {
      guard isSalvaging else { throw damage }
      try rejectLog.reject(.damaged(damage))
    } else {
      try warnOfMissingPages()
    }
    try audit.finish(salvagingInto: isSalvaging ? rejectLog : nil, diagnostics)
    if !isAnyRead { try noteAbsence(wanted) }
    if let mended = run.arguments[.mended] { try record.enter(reading: mended) }
  }

  /// Reads one input; false if it is skipped.
  private mutating func read(
    _ input: InputList.Input, _ documents: Documents, _ wanted: Wanted, isQuiet: Bool
  ) throws -> Bool {
    if let file = try memory?.recall(input) {
      try enter(file, of: input)
      return true
    }
    let source = try open(input, sum: record.sum())
    switch try look(at: source, input, wanted) {
    case .empty:
      // All of it is in the window. A part of a file is checked with the rest of it.
      if !input.isPartOfFile { try check(source.takeWindow(), of: input, hasData: false) }
      return true
    case .unsuitable(let reason):
      if isQuiet, case .beside = input.role, reason != OpenInput.unlisted { return false }
      diagnostics.skip(input.path, reason)
      return false
    case .readable(let found):
      let context = try context(of: input, found)
      let result = try documents.read(source.takeWindow(), as: found, knowing: context)
      let file = enter(result, of: input, found)
      try check(result.window, of: input)
      try memory?.keep(file)
      return true
    }
  }

  /// Reads the exports among the files once more, or ahead of the run, with nothing checked or
  /// recorded.
  mutating func readAgain(_ documents: Documents) throws {
    for input in inputs.inputs where input.canBeReadTwice {
      let source = try OpenInput(input, format: format)
      progress.begin(input, source.fed)
      guard case .format(let found, _) = source.finding, found.contents == .documents else {
        continue
      }
      _ = try documents.read(
        source.takeWindow(), as: found, knowing: try context(of: input, found))
    }
  }

  /// Adds an input that an earlier run read.
  private mutating func enter(_ file: File, of input: InputList.Input) throws {
    progress.begin(input)
    progress.advance(to: file.storedByteCount)
    audit.enter(file.log, of: input)
    notePage(file)
    try guards.check(file.digest, of: input.shownPath, run.facts)
    try record.enter(file, of: input.path)
    guards.enter(input)
    files.append(file)
  }

  // MARK: Steps that the rewriter calls in its own order

  /// Throws because nothing was read, which is no error for a share if another one reads something.
  ///
  /// - Parameter acceptsExport: whether an export without documents is none either.
  func noteAbsence(_ wanted: Wanted, acceptsExport: Bool = true) throws {
    let hasExport = acceptsExport && !inputs.exports.isEmpty
    if let share = inputs.share, !share.shard.isWhole,
      try hasExport || share.inputs.contains(where: { try isRead($0, wanted) })
    {
      return diagnostics.note("nothing is in the share of '--shard \(share.shard)'")
    }
    if !hasExport { throw inputs.nothingRead(wanted.absence) }
  }

  /// Whether the run reads an input if it is in its share.
  private func isRead(_ input: InputList.Input, _ wanted: Wanted) throws -> Bool {
    switch try finding(in: input) {
    case .empty, nil: true
    case .format(let found, _): wanted.takes(found)
    case .unknown, .serverError: false
    }
  }

  /// The format of an input that may be in another share; nil if it begins with a zero, because a
  /// scheduler may have copied only the bytes of this share.
  func finding(in input: InputList.Input) throws -> FormatDetector.Finding? {
    let source = try OpenInput(input, format: format)
    let finding = source.finding
    let window = source.takeWindow()
    return window.bytes.byte(at: 0) == 0 ? nil : finding
  }

  func open(_ input: InputList.Input, sum: FileChecksum?) throws -> OpenInput {
    let source = try OpenInput(input, format: format, hashes: record.hashes, sum: sum)
    progress.begin(input, source.fed)
    return source
  }

  /// The use of an input to the tool.
  ///
  /// - Throws: `UnsuitableInput` if it is an operand that the tool does not read.
  func look(
    at source: borrowing OpenInput, _ input: InputList.Input, _ wanted: Wanted
  ) throws -> Look {
    let problem: (reason: String, hint: String?)
    var mayBeSkipped = input.isFound
    switch source.finding {
    case .empty where input.isPartOfFile: return .empty
    case .empty:
      diagnostics.warning(
        "the file is empty: no \(wanted.things)", kind: "empty file",
        at: Place(file: input.shownPath))
      return .empty
    case .format(let found, let reason) where wanted.takes(found):
      diagnostics.detail("\(input.shownPath) is taken for \(found.displayName): \(reason)")
      return .readable(found)
    case .format:
      let doubt = wanted.contents == .dumps ? source.doubt : nil
      if doubt != nil { mayBeSkipped = false }
      problem = doubt ?? wanted.refusal
    case .unknown(let reason, let hint): problem = (reason, hint)
    case .serverError(let reason, let hint):
      problem = (reason, hint)
      // A part of an export that could not be fetched is missing.
      if wanted.contents != .dumps { mayBeSkipped = false }
    }
    guard mayBeSkipped else {
      throw UnsuitableInput(input.shownPath, problem.reason, hint: problem.hint)
    }
    return .unsuitable(reason: problem.reason)
  }

  /// The context for reading an input of this format.
  mutating func context(
    of input: InputList.Input, _ found: InputFormat
  ) throws -> InputContext {
    if found.isHistory, let shard = inputs.share?.shard, !shard.isWhole {
      throw UnsuitableInput(
        input.shownPath,
        "it holds rows of a BigQuery changelog, and the latest row of a document may be in another "
          + "share than '--shard \(shard)'",
        hint: "read the changelogs without '--shard'")
    }
    return try ahead.context(of: input, found)
  }

  /// Adds an input that was read to its end to the audit of exports and of pages.
  mutating func enter(
    _ result: borrowing StreamResult, of input: InputList.Input, _ format: InputFormat
  ) -> File {
    audit.enter(result.log, of: input)
    let file = File(
      input: input, format: format, compression: result.window.compression,
      byteCount: result.window.byteCountRead, log: result.log,
      continuation: result.continuation, storedByteCount: result.window.inputByteCount,
      digest: result.window.digest(), status: result.window.status)
    notePage(file)
    files.append(file)
    return file
  }

  /// Checks the bytes of an input against the guards and the record.
  ///
  /// - Parameter hasData: whether its time is one of those that tell the age of the operand.
  mutating func check(
    _ window: borrowing ByteWindow, of input: InputList.Input, hasData: Bool = true
  ) throws {
    try guards.check(window.digest(), of: input.shownPath, run.facts)
    try record.enter(window, of: input.path)
    if hasData { guards.enter(input) }
  }

  /// Stops the clock after the last input, and reports mended records.
  mutating func finishReading() throws {
    progress.finish()
    seconds = run.surroundings.clock() - start
    try inputs.tellOfMending(diagnostics)
  }
}

extension JSONWriter {
  /// Writes the members that describe an input that was read.
  package mutating func writeMembers(of file: InputPass.File) {
    member("path", file.path)
    member("format", file.format.rawValue)
    optionalMember("compression", file.compression?.rawValue)
    member("bytes", file.byteCount)
  }
}
