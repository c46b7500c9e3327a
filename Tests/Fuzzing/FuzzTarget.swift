/// What is fuzzed, each with what must hold whatever the bytes are; a trap tells that it does not.
enum FuzzTarget: String, CaseIterable {
  /// The JSON parser, beside a plain one.
  case json
  /// Every reader of documents, by the bytes' own format, and the printer.
  case documents
  /// The fast path over plain events, beside the one that looks at each.
  case events
  /// The same over entities of a managed export, whose checksums are always right.
  case entities
  /// Everything that reads and edits dumps.
  case dumps
  /// The migration of anything, and the ranking before and after it.
  case migration
  /// What a journal keeps of any two files.
  case journal
  /// What reads a journal, a checkpoint or a plan, whose checksums are right where that is wished.
  case undo, checkpoint, plan

  func attempt(_ bytes: [UInt8]) {
    switch self {
    case .json: compareParsers(bytes)
    case .documents: printDocuments(bytes)
    case .events: comparePaths(over: bytes)
    case .entities: comparePaths(overEntities: bytes)
    case .dumps: editDumps(bytes)
    case .migration: migrate(bytes)
    case .journal: keepChanges(bytes)
    case .undo: takeBack(bytes)
    case .checkpoint: resume(bytes)
    case .plan: carryOut(bytes)
    }
  }

  /// What to begin with, made by the tools of a fixture; nothing where they make nothing of it.
  func seeds(of fixture: [UInt8]) -> [[UInt8]] {
    switch self {
    case .json, .documents, .events, .entities, .dumps, .migration: []
    case .journal: pairs(of: fixture)
    case .undo: journals(of: fixture)
    case .checkpoint: checkpoints(of: fixture)
    case .plan: plans(of: fixture)
    }
  }
}

/// Ends the process where a claim does not hold.
func hold(_ claim: Bool, _ words: @autoclosure () -> String) {
  if !claim { fatalError(words()) }
}
