import Scan
import Synchronization
import SystemIO
import TestSupport
import Testing

/// Edits that wait on disk until the edits before them are passed on.
struct HeldEditsTests {
  private final class Told: EditFollower {
    let bytes = Mutex<[[UInt8]]>([])
    func follow(_ steps: DeltaSteps.Finished) {
      steps.withBytes { told in
        let told = told.copied
        bytes.withLock { $0.append(told) }
      }
    }
  }

  /// Writes texts that stand in the place of others.
  private func replace(_ texts: [[UInt8]], in output: inout ByteOutput) throws {
    for text in texts {
      let other = text.map { $0 ^ 1 }
      try replace(text.span, with: other.span, in: &output)
    }
  }

  private func replace(
    _ text: Span<UInt8>, with other: Span<UInt8>, in output: inout ByteOutput
  ) throws {
    try output.replace(text, with: other)
    try output.copy(text)
  }

  @Test func `held edits arrive in order, the same as others`() throws {
    let first: [[UInt8]] = [[1, 2, 3]]
    let nested = [400_000, 1, 600_000].map { [UInt8](repeating: 7, count: $0) }
    func steps(_ write: (inout ByteOutput) throws -> Void) throws -> [UInt8] {
      let told = Told()
      var output = ByteOutput(discarding: "output")
      output.follow(by: told)
      try write(&output)
      try output.tellEdits()
      return told.bytes.withLock { $0.flatMap(\.self) }
    }
    let waited = try HeldEdits()
    var aside = ByteOutput(discarding: "aside")
    aside.follow(by: waited)
    try replace(nested, in: &aside)
    try aside.tellEdits()

    let atOnce = try steps { output in
      try replace(first, in: &output)
      try output.tellEdits()
      try replace(nested, in: &output)
    }
    let later = try steps { output in
      try replace(first, in: &output)
      try waited.replay(into: &output)
    }
    #expect(later == atOnce)
  }
}
