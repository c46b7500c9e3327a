import Scan
import Synchronization
import SystemIO

/// Collects the edits of an output, and restores the input from them.
final class ToldEdits: EditFollower {
  private let steps = Mutex<[UInt8]>([])

  func follow(_ told: DeltaSteps.Finished) {
    told.withBytes { bytes in
      let copy = bytes.copied
      steps.withLock { $0 += copy }
    }
  }

  /// The input that the edits lead back to; nil where they do not fit the output.
  func undone(_ output: [UInt8]) -> [UInt8]? {
    let steps = steps.withLock { $0 }
    var (place, outputPlace) = (0, 0)
    var input: [UInt8] = []
    func number() -> Int {
      var (number, shift) = (0, 0)
      repeat {
        number |= Int(steps[place] & 0x7F) << shift
        shift += 7
        place += 1
      } while steps[place - 1] >= 0x80
      return number
    }
    while place < steps.count {
      let (copied, passed, inserted) = (number(), number(), number())
      guard outputPlace + copied + passed <= output.count,
        output[outputPlace + copied..<outputPlace + copied + passed]
          .elementsEqual(steps[place..<place + passed])
      else { return nil }
      input += output[outputPlace..<outputPlace + copied]
      input += steps[place + passed..<place + passed + inserted]
      outputPlace += copied + passed
      place += passed + inserted
    }
    return outputPlace == output.count ? input : nil
  }
}
