import Scan
package import SystemIO

/// The progress over several inputs, passed on to the meter.
///
/// A class, because the reader's visitor and the tool share it.
package final class RunProgress {
  private let meter: ProgressMeter
  /// The bytes of finished inputs as stored, the unit of rate and share.
  private var bytesBefore = 0
  private var bytesOfInput = 0
  /// The byte at which the current input is begun.
  private var startByte = 0
  /// The size of the current input; nil if unknown.
  private var inputByteCount: Int?
  /// The bytes of the current input that were decompressed; nil for an uncompressed one.
  private var fed: FedByteCount?
  /// The current input, while others are read ahead of it.
  private var present: (inputByteCount: Int?, fed: FedByteCount?) = (nil, nil)
  /// The bytes read, after decompression.
  private var (readBefore, readOfInput) = (0, 0)
  private let passCount: Int
  /// The pass that is being done, from 1 on.
  private var pass = 0
  /// The words for that pass; nil in a run of one.
  private var phase: String? { didSet { meter.setPhase(phase) } }
  /// The number of records processed.
  package var recordCount = 0

  /// - Parameter passCount: the number of times that the inputs are read.
  package init(_ meter: ProgressMeter, passCount: Int = 1) {
    self.meter = meter
    self.passCount = passCount
  }

  /// Creates a meter for inputs that are read `passCount` times.
  ///
  /// - Parameter bytesTotal: the bytes of all inputs, if known.
  package convenience init(
    _ run: ToolRun, bytesTotal: Int?, passCount: Int = 1
  ) {
    self.init(
      run.progressMeter(bytesTotal: bytesTotal.map { $0 * passCount }), passCount: passCount)
  }

  /// Begins to read all inputs, or to read them again.
  ///
  /// - Parameter purpose: what the pass reads them for, shown in a run of several passes.
  package func beginPass(for purpose: String) {
    pass += 1
    if passCount > 1 { phase = "pass \(pass) of \(passCount): \(purpose)" }
  }

  /// Begins the next input, whether or not the one before was read to its end.
  ///
  /// - Parameter fed: counts the compressed bytes read; nil for an uncompressed input.
  package func begin(_ input: InputList.Input, _ fed: FedByteCount? = nil) {
    bytesBefore += inputByteCount ?? bytesOfInput
    readBefore += readOfInput
    (bytesOfInput, readOfInput) = (0, 0)
    startByte = input.range?.lowerBound ?? 0
    inputByteCount = input.status.kind == .regular ? input.byteCount : nil
    self.fed = fed
  }

  /// Begins to read an input ahead of the current one, in addition to the planned passes.
  func beginLookAhead(at input: InputList.Input, _ fed: FedByteCount?) {
    meter.addToTotal(input.status.byteCount)
    meter.setPhase("latest rows")
    present = (inputByteCount, self.fed)
    (inputByteCount, self.fed) = (nil, fed)
  }

  /// Ends reading ahead; the current input is still to be read from its beginning.
  func endLookAhead(at input: InputList.Input) {
    bytesBefore += input.status.byteCount
    (bytesOfInput, readOfInput) = (0, 0)
    (inputByteCount, fed) = present
    meter.setPhase(phase)
  }

  /// Sets the bytes of the current input that were processed.
  package func advance(to byte: Int) {
    readOfInput = byte - startByte
    bytesOfInput = fed?.value ?? readOfInput
    meter.update(bytesDone: bytesBefore + bytesOfInput, recordsDone: recordCount)
  }

  /// All bytes processed, after decompression.
  package var byteCount: Int { readBefore + readOfInput }

  /// Erases the progress.
  package func finish() { meter.finish() }
}
