import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// One run of `edit-saved` that edits: reads, edits, verifies and writes the dump.
struct Editing {
  private let run: ToolRun
  private let rejectLog: RejectLog
  private let now: Timestamp
  private var rewriter: Rewriter

  /// Validates the options and opens the outputs, before the dump is read.
  init(_ run: ToolRun) throws {
    self.run = run
    try Self.checkIDs(run.arguments)
    _ = try InputList(dump: run.arguments.operands[0], of: run.arguments[.device])
    rewriter = try Rewriter(
      run, alternatives: ["--dry-run", "-o PATH", "--in-place", "--check"])
    rejectLog = try RejectLog(run, plan: rewriter.plan)
    now = try run.now
  }

  private static func checkIDs(_ arguments: Arguments) throws(UsageError) {
    let verdicts = arguments[.rate].verdicts
    if arguments[.save].texts.isEmpty, arguments[.unsave].texts.isEmpty, verdicts.isEmpty {
      throw UsageError(
        "nothing to do: give --save, --unsave, --rate or --list",
        hint: "ids are separated by commas: --save ID,ID")
    }
    let saved = Set(arguments[.save].texts.map { JokeID($0) })
    if let both = arguments[.unsave].texts.first(where: { saved.contains(JokeID($0)) }) {
      throw UsageError("'\(both)' is named by '--save' and by '--unsave'")
    }
    var rated: Set<JokeID> = []
    for verdict in verdicts where !rated.insert(JokeID(verdict.joke)).inserted {
      throw UsageError("'\(verdict.joke)' is rated twice by '--rate'")
    }
  }

  mutating func perform() throws -> ExitStatus {
    let named = run.arguments[.save].texts + run.arguments[.rate].verdicts.map(\.joke)
    for id in named where id.isPadded {
      run.diagnostics.warning(
        "'\(rejectLog.redactor.redact(id))' begins or ends with white space, which is a part of the id"
      )
    }
    let (arguments, now, isPlanning) = (run.arguments, now, rejectLog.plan != nil)
    let dump = SingleDump<(edit: DumpEdit, changes: [PlanFile.Change])>(
      rewriter.pass.progress, because: "the saved jokes are those of one device",
      device: DeviceChoice(arguments[.device])
    ) { dump, record in
      let edit = try DumpEdit(of: dump, arguments, at: now.secondsSince1970)
      if edit.edits.isEmpty { return ((edit, []), nil) }
      let migration = try DumpMigration(
        DefaultsChanges(edit.edits, in: dump), of: dump
      ) { copy throws(DefaultsDumpError) in try edit.isCarriedOut(in: copy) }
      let changes = isPlanning ? try migration.planned(in: dump, record) : []
      return ((edit, changes), migration.edits)
    }
    let takesAny = rewriter.format != nil
    try rewriter.rewrite(
      only: .dumps,
      refusal: ("it is not a UserDefaults dump", UnsuitableInput.exportHint)
    ) { window, format, output, _ in
      try dump.read(window, format, takesAny: takesAny, into: output)
    }
    let (edit, changes) = try dump.required(
      of: rewriter.inputs, shown: rejectLog.redactor.redact(device:))
    for change in changes { try rejectLog.plan?.add(change) }
    if edit.needsTime { run.tell(ofNow: now) }
    tell(edit)
    return try rewriter.publish(
      EditReport(edit: edit, rewriter: rewriter, rejectLog: rejectLog, now: now), rejectLog)
  }

  /// Reports the outcome of each joke; a mistyped id is noted even without `--verbose`.
  private func tell(_ edit: DumpEdit) {
    let saving = edit.saving
    var ids = NearestIDs.searched(
      saving.before.ids, forUnknown: saving.steps.count { $0.outcome == .notSaved })
    for step in saving.steps {
      tell(
        step.id, step.outcome.words(run.arguments.auxiliary),
        missingFrom: step.outcome == .notSaved ? ids : nil)
    }
    guard let rating = edit.rating else { return }
    ids = NearestIDs.searched(
      Array(rating.before.ratings.keys),
      forUnknown: rating.steps.count { $0.outcome == .notRated })
    for step in rating.steps {
      tell(
        step.id, step.outcome.words(run.arguments.auxiliary),
        missingFrom: step.outcome == .notRated ? ids : nil)
    }
  }

  /// - Parameter ids: if nothing changes, the dump's jokes, of which one may be meant; otherwise nil.
  private func tell(_ id: JokeID, _ words: String, missingFrom ids: [JokeID]?) {
    let question = ids.map { NearestIDs.question(id, among: $0) }
    let line = rejectLog.redactor.redact("\(id): \(words)" + (question ?? ""))
    if question != nil { run.diagnostics.note(line) } else { run.diagnostics.detail(line) }
  }
}

extension SavedJokesEdit.Outcome {
  /// The words for the messages, with the auxiliary of those that change something.
  fileprivate func words(_ auxiliary: String) -> String {
    switch self {
    case .saved: auxiliary + "saved"
    case .renewed: auxiliary + "saved again, its time renewed"
    case .alreadySaved: "saved already at this time"
    case .unsaved: auxiliary + "unsaved"
    case .notSaved: "not saved, so there is nothing to unsave"
    }
  }
}

extension RatingsEdit.Outcome {
  /// The same for a rating.
  fileprivate func words(_ auxiliary: String) -> String {
    switch self {
    case .rated: auxiliary + "rated"
    case .changed: auxiliary + "rated otherwise than before"
    case .renewed: auxiliary + "rated again, its time renewed"
    case .alreadyRated: "rated so already at this time"
    case .unrated: "its rating \(auxiliary)removed"
    case .notRated: "not rated, so there is no rating to remove"
    }
  }
}
