package import Scan
import Synchronization

/// Edits kept on disk until the edits before them are passed on.
package final class HeldEdits: EditFollower {
  private struct State: ~Copyable {
    var output: ByteOutput
    /// The length of each group of steps, in order.
    var byteCounts: [Int] = []
  }

  private let file: UnnamedFile
  private let state: Mutex<State>

  /// Creates an empty collection.
  ///
  /// - Throws: `SystemError` if no temporary file can be created.
  package init() throws(SystemError) {
    let file = try UnnamedFile()
    state = Mutex(State(output: try file.output()))
    self.file = consume file
  }

  package func follow(_ steps: DeltaSteps.Finished) throws {
    try state.withLock { state in
      try steps.withBytes { bytes in
        try state.output.write(bytes)
        state.byteCounts.append(bytes.count)
      }
    }
  }

  /// Passes the edits on to an output that has their bytes already.
  package func replay(into output: inout ByteOutput) throws {
    let byteCounts = try state.withLock { state in
      _ = try state.output.finish()
      return state.byteCounts
    }
    var waiting = byteCounts[...]
    var read: [UInt8] = []
    try file.forEachPiece { piece in
      read.append(contentsOf: piece)
      var place = 0
      while let count = waiting.first, count <= read.count - place {
        var steps = DeltaSteps(capacity: count)
        steps.append(written: read.span.extracting(place..<place + count))
        try output.enter(DeltaSteps.Finished(steps))
        place += count
        waiting.removeFirst()
      }
      read.removeFirst(place)
    }
  }
}
