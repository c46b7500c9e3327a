package import Formats
import Scan
import SystemIO

// The partial results among the operands.
extension InputPass {
  /// Reads the partial results that the operands are, or that are in their directories, and adds
  /// them up.
  ///
  /// - Parameter rejectLog: takes missing entities of exports, if the partial results are of runs
  ///   that salvaged.
  /// - Throws: `UnsuitableInput` if an operand is no partial result, or does not fit the others;
  ///   `DamagedPartial`, `ExportProblem`, `SystemError`.
  package mutating func readPartials(salvagingInto rejectLog: RejectLog) throws -> PartialResult {
    diagnostics.passOver(in: inputs)
    var merge = PartialMerge()
    for input in inputs.inputs {
      do {
        try merge.add(readPartial(input), from: input.shownPath)
      } catch {
        throw record.reason(for: error, in: input.path)
      }
    }
    try finishReading()
    guard let sum = try merge.finish(isWhole: !isOfShare) else {
      throw inputs.nothingRead("no partial result found")
    }
    // Partial results do not tell the order of the inputs: any page without a next one may be the
    // last.
    let pages = sum.pieces.filter(\.format.hasPages).sorted { $0.precedes($1) }
    if let page = pages.last, pages.allSatisfy({ $0.continuation != nil }) {
      missingPage = page.continuation.map { Self.missingPage(after: $0, page.format) }
    }
    try warnOfMissingPages()
    rejectLog.add(sum.totals)
    for export in sum.exports where !isOfShare {
      try export.check(salvagingInto: sum.settings.isSalvaging ? rejectLog : nil, diagnostics) {
        "merge the partial results of all of its shards"
      }
    }
    return sum
  }

  /// The exports of which only some shards were among the inputs.
  package var unfinishedExports: [ExportCounts] { audit.unfinished }

  /// The share of the run that the inputs are; nil if they are all.
  package var share: CoveredShare? { CoveredShare(inputs.share) }

  /// The pieces that the inputs that were read are.
  ///
  /// - Parameter share: the pass's own.
  /// - Precondition: they were hashed.
  package func pieces(of share: CoveredShare?) throws -> [CoveredPiece] {
    try files.map { file in
      var piece = try file.remembered ?? CoveredPiece(file)
      piece.path = file.path
      piece.origin = share.map { .init(share: $0, inputNumber: file.input.number) }
      return piece
    }
  }

  private mutating func readPartial(_ input: InputList.Input) throws -> PartialResult {
    var window = ByteWindow(
      try InputFile(path: input.path), byteCount: 64 << 10, hashes: record.hashes,
      sum: record.sum())
    progress.begin(input)
    _ = try OpenInput.decompress(&window)
    guard try PartialReader.recognizes(&window) else {
      if try PartialStore.isIndex(&window) {
        throw PartialStore.refusal(ofMerging: input.shownPath)
      }
      // In a directory, too: it may be one that was damaged, whose counts would be missing.
      throw UnsuitableInput(
        input.shownPath, "it is not a partial result",
        hint: input.isFound
          ? "make it again with '--emit partial', or move it out of the directory"
          : "'--emit partial' writes one; to read an export, leave '--merge' out")
    }
    let partial = try PartialReader.read(&window)
    otherByteCount += window.byteCountRead
    try check(window, of: input)
    return partial
  }
}
