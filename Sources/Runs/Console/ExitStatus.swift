package import Scan
package import SystemIO

/// The exit statuses, the same for all tools; these numbers are defined here only.
///
/// Statuses from 64 on are those of `sysexits.h`; from 128 on they follow the shell's convention
/// for signals.
package enum ExitStatus: CInt, Sendable, CaseIterable {
  case done = 0
  case internalError = 1
  case changesPending = 2
  case doneWithRejects = 3
  case guardTripped = 4
  case usage = 64
  case badData = 65
  case noInput = 66
  case missingProgram = 69
  case cannotCreate = 73
  case inputOutput = 74
  case locked = 75
  case permission = 77
  case hungUp = 129
  case interrupted = 130
  case terminated = 143
}

extension ExitStatus {
  /// The status for a kind of failure.
  package init(_ kind: FailureKind) {
    self =
      switch kind {
      case .internalError: .internalError
      case .guardTripped: .guardTripped
      case .usage: .usage
      case .badData: .badData
      case .noInput: .noInput
      case .missingProgram: .missingProgram
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .locked: .locked
      case .permission: .permission
      }
  }

  /// The status of a run that a signal stopped.
  package init(_ signal: StopSignal) {
    self =
      switch signal {
      case .hangUp: .hungUp
      case .interrupt: .interrupted
      case .terminate: .terminated
      }
  }

  /// The meaning of the status, for the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .internalError: "internal error"
    case .changesPending: "changes pending (only with --check)"
    case .doneWithRejects: "done, with rejects"
    case .guardTripped: "a guard tripped, the old output kept"
    case .usage: "the command line is wrong"
    case .badData: "bad data"
    case .noInput: "no input"
    case .missingProgram: "a needed program is missing"
    case .cannotCreate: "cannot create an output"
    case .inputOutput: "reading or writing failed"
    case .locked: "another run holds the lock"
    case .permission: "permission denied"
    case .hungUp: "hung up"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }

  /// Whether the run failed; pending changes and rejects are no failure.
  var isFailure: Bool {
    switch self {
    case .done, .changesPending, .doneWithRejects: false
    case .internalError, .guardTripped, .usage, .badData, .noInput, .missingProgram,
      .cannotCreate, .inputOutput, .locked, .permission, .hungUp, .interrupted, .terminated:
      true
    }
  }
}

extension [ExitStatus] {
  /// The exit statuses of every tool that reads inputs and writes outputs, besides those of all
  /// tools.
  package static let ofWorkOnFiles: [ExitStatus] = [
    .changesPending, .doneWithRejects, .guardTripped, .badData, .noInput, .missingProgram,
    .cannotCreate, .locked, .permission,
  ]
}
