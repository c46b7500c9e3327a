import Formats
import Jokes

/// Whatever is migrated at once, line by line, is what the plain statement of the migration makes of it.
func compareMigrations(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  // The same work for all lines, as a thread has it.
  for keeps in [false, true] {
    let rule = RatedToSavedRule(now: 1_767_600_004.5, keepsSavedTimestamps: keeps)
    var work = OrdinaryWork(OrdinarySaving(rule))
    for line in lines {
      compare(line, &work) { dump, outcome in
        let plan = try SavedJokesMigration(of: dump, rule: rule)
        switch outcome {
        case .alreadyDone: hold(plan.isAlreadyDone, "done already, it is to be saved")
        case .saved(let counts): hold(counts == plan.counts, "\(counts), and not \(plan.counts)")
        case .binary: hold(false, "saved, it is binary")
        }
        return plan.edits
      }
    }
  }
  var work = OrdinaryWork(OrdinaryBinaryRatings(BinaryRatingRule()))
  for line in lines {
    compare(line, &work) { dump, outcome in
      let plan = try BinaryRatingsMigration(of: dump)
      switch outcome {
      case .alreadyDone: hold(plan.isAlreadyDone, "done already, it is to be made binary")
      case .binary(let counts):
        for rating in Rating.allCases {
          let count = plan.steps.count { $0.reading == .rating(rating) }
          hold(counts[rating] == count, "\(counts[rating]) of \(rating), and not \(count)")
        }
      case .saved: hold(false, "made binary, it is saved")
      }
      return plan.edits
    }
  }
}

/// - Parameter plan: compares what came of a dump, and gives the edits that are to be made in it.
private func compare(
  _ line: [UInt8], _ work: inout OrdinaryWork,
  with plan: (DefaultsDump, OrdinaryOutcome) throws -> [DefaultsEdit]
) {
  let start = line.firstIndex { !isSpace($0) } ?? line.count
  var output: [UInt8] = []
  guard let (outcome, end) = work.migrate(line.span, at: start, into: &output) else {
    return hold(output.isEmpty, "left to the strict way, it is written")
  }
  // What follows a dump is for its stream to look at.
  guard line[end...].allSatisfy(isSpace) else { return }
  do {
    let dump = try DefaultsDump(reading: line, as: .json)
    let edits = try plan(dump, outcome)
    let isLeft = if case .alreadyDone = outcome { true } else { false }
    let made = isLeft ? line : Array(line[..<start]) + output + line[end...]
    hold(isLeft == output.isEmpty, "what stays as it came is written, or a change is not")
    hold(made == (try dump.applying(edits)), "migrated at once, it is another dump")
  } catch {
    fatalError("what is migrated at once cannot be read: \(error)")
  }
}

private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
