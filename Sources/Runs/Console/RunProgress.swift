import Scan
package import SystemIO

/// Feeds the progress meter with what several inputs, read one after the other, have come to.
///
/// A class, because the reader's visitor and the tool feed the same meter.
package final class RunProgress {
  private let meter: ProgressMeter
  /// The bytes of the files that are dealt with, in which rate and share are reckoned.
  private var bytesBefore = 0
  private var bytesOfInput = 0
  /// How many bytes the present input has in all; nil where that is not known.
  private var inputByteCount: Int?
  /// How much of the present input is read, where it is compressed.
  private var fed: FedByteCount?
  /// The present input, while others are looked at ahead of it.
  private var present: (inputByteCount: Int?, fed: FedByteCount?) = (nil, nil)
  /// What was read, after decompression.
  private var (readBefore, readOfInput) = (0, 0)
  /// The records dealt with.
  package var recordCount = 0

  package init(_ meter: ProgressMeter) { self.meter = meter }

  /// A meter for inputs that are read once or more.
  ///
  /// - Parameter bytesTotal: the bytes of all inputs, where that is known.
  package convenience init(
    _ run: ToolRun, bytesTotal: Int?, passCount: Int = 1
  ) {
    self.init(run.progressMeter(bytesTotal: bytesTotal.map { $0 * passCount }))
  }

  /// Begins the next input; the one before is done with, whether it was read to its end or not.
  ///
  /// - Parameter fed: how much of the input is read, where it is compressed.
  package func begin(_ input: InputList.Input, _ fed: FedByteCount? = nil) {
    bytesBefore += inputByteCount ?? bytesOfInput
    readBefore += readOfInput
    (bytesOfInput, readOfInput) = (0, 0)
    inputByteCount = input.status.kind == .regular ? input.status.byteCount : nil
    self.fed = fed
  }

  /// Begins to read an input once more than was thought, before the present one is read.
  func beginLookAhead(at input: InputList.Input, _ fed: FedByteCount?) {
    meter.addToTotal(input.status.byteCount)
    present = (inputByteCount, self.fed)
    (inputByteCount, self.fed) = (nil, fed)
  }

  /// Ends that; the present input is still to be read from its beginning.
  func endLookAhead(at input: InputList.Input) {
    bytesBefore += input.status.byteCount
    (bytesOfInput, readOfInput) = (0, 0)
    (inputByteCount, fed) = present
  }

  /// Takes note of the bytes of the present input that are dealt with.
  package func advance(to byte: Int) {
    readOfInput = byte
    bytesOfInput = fed?.value ?? byte
    meter.update(bytesDone: bytesBefore + bytesOfInput, recordsDone: recordCount)
  }

  /// All bytes dealt with, after decompression.
  package var byteCount: Int { readBefore + readOfInput }

  /// Takes the progress off the terminal.
  package func finish() { meter.finish() }
}
