package import Scan
package import SystemIO

/// How a tool ends, the same for all of them; the one home of these numbers.
///
/// From 64 on they are those of `sysexits.h`, from 128 on those a shell shows for a signal.
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
  /// The status that a kind of failure ends with.
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

  /// What the status says, for the help.
  package var meaning: String {
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

  /// Whether the run did not do what it was asked to: anything but an answer of its own.
  package var isFailure: Bool {
    switch self {
    case .done, .changesPending, .doneWithRejects: false
    case .internalError, .guardTripped, .usage, .badData, .noInput, .missingProgram,
      .cannotCreate, .inputOutput, .locked, .permission, .hungUp, .interrupted, .terminated:
      true
    }
  }
}
