import Scan
import Synchronization
import SystemIO

@testable import Runs
@testable import aggregate_top10
@testable import edit_saved
@testable import migrate_ratings
@testable import migrate_saved
@testable import prune_processed
@testable import read_export

/// The tools, run in this process.
enum FuzzTool {
  /// How a run ends that has written what it was to write.
  static let published: Set<ExitStatus> = [.done, .doneWithRejects]

  /// How a run may end that met nothing but odd input.
  private static let allowed: Set<ExitStatus> = [
    .done, .changesPending, .doneWithRejects, .guardTripped, .badData, .missingProgram,
    // The one document of a file that goes leaves nothing to write.
    .cannotCreate,
  ]

  /// Has a run prove that it can be taken back.
  static let proof = ["--journal", "journal", "--prove-undo"]

  static func migrateRatings(_ arguments: String...) -> ExitStatus { migrateRatings(arguments) }

  static func migrateRatings(_ arguments: [String]) -> ExitStatus {
    run(MigrateRatings.tool, arguments, MigrateRatings.run)
  }

  /// How a run may end that is told what to do by a file, which may name any other.
  private static let allowedIfTold = allowed.union([.usage, .noInput, .inputOutput, .permission])

  static func migrateRatings(toldBy arguments: String...) -> ExitStatus {
    run(MigrateRatings.tool, arguments, MigrateRatings.run, allowed: allowedIfTold)
  }

  static func migrateSaved(_ arguments: [String]) -> ExitStatus {
    run(MigrateSaved.tool, arguments, MigrateSaved.run)
  }

  static func editSaved(_ arguments: [String]) -> ExitStatus {
    run(EditSaved.tool, arguments, EditSaved.run)
  }

  static func pruneProcessed(_ arguments: [String]) -> ExitStatus {
    run(PruneProcessed.tool, arguments, PruneProcessed.perform)
  }

  static func readExport(_ arguments: String...) -> ExitStatus {
    run(ReadExport.tool, arguments, ReadExport.perform)
  }

  static func aggregateTop10(_ arguments: String...) -> ExitStatus {
    run(AggregateTop10.tool, arguments, AggregateTop10.perform)
  }

  private static func run(
    _ tool: ToolDescription, _ arguments: [String],
    _ body: (ToolRun) throws -> ExitStatus, allowed: Set<ExitStatus> = allowed
  ) -> ExitStatus {
    let said = Mutex("")
    let surroundings = Surroundings(
      environment: Environment([:]), errorsAreOnTerminal: false, outputColumns: nil,
      errorColumns: nil, clock: { 0 }, writeOutput: { _ in },
      writeErrors: { text in said.withLock { $0 += text } })
    let status = runTool(tool, arguments: arguments + ["--quiet"], in: surroundings, body)
    hold(
      allowed.contains(status),
      "\(tool.name) ends with \(status): \(said.withLock { $0 })")
    return status
  }
}
