package import ByteIO
package import Console

/// Feeds the progress meter with what several inputs, read one after the other, have come to.
///
/// A class, because the reader's visitor and the tool feed the same meter.
package final class RunProgress {
  private let meter: ProgressMeter
  private var bytesBefore = 0
  private var bytesOfInput = 0
  /// The records dealt with.
  package var recordCount = 0

  package init(_ meter: ProgressMeter) { self.meter = meter }

  /// A meter for inputs that are read once or more.
  ///
  /// - Parameter bytesTotal: the bytes of all inputs, where that is known.
  package convenience init<Options>(
    _ run: ToolRun<Options>, bytesTotal: Int?, passCount: Int = 1
  ) {
    self.init(run.progressMeter(bytesTotal: bytesTotal.map { $0 * passCount }))
  }

  /// Begins the next input.
  ///
  /// - Parameter compression: that of the input; how much it holds is not known before its end.
  package func begin(_ input: InputList.Input, _ compression: Compression? = nil) {
    if compression != nil { meter.forgetTotal() }
    bytesBefore += bytesOfInput
    bytesOfInput = 0
  }

  /// Begins an input that is read once more than was thought.
  package func beginAgain() {
    meter.forgetTotal()
    bytesBefore += bytesOfInput
    bytesOfInput = 0
  }

  /// Takes note of the bytes of the present input that are dealt with.
  package func advance(to byte: Int) {
    bytesOfInput = byte
    meter.update(bytesDone: bytesBefore + byte, recordsDone: recordCount)
  }

  /// All bytes dealt with.
  package var byteCount: Int { bytesBefore + bytesOfInput }

  /// Takes the progress off the terminal.
  package func finish() { meter.finish() }
}
