import Formats
import Scan
import SystemIO

// The files of an export other than its shards are copied with it.
extension Rewriter {
  /// Checks the exports against their metadata, and writes the metadata and the files that are not
  /// read.
  mutating func finishExports(_ rejectLog: RejectLog?) throws {
    try pass.audit.finish(salvagingInto: rejectLog, diagnostics)
    for companion in inputs.companions {
      if case .metadata(let export) = companion.role {
        try passOn(companion, as: pass.audit.mendedMetadata(of: export))
      } else {
        try passOn(companion)
      }
    }
    for folder in inputs.emptyFolders {
      if let directory = outputs.directory(folder) {
        outputs.publication.directories.append(directory)
      }
    }
  }

  /// Writes a file of an export that is not read: a copy, or the mended bytes.
  mutating func passOn(_ input: InputList.Input, as mended: [UInt8]? = nil) throws {
    // In place, an unchanged file needs no copy.
    guard outputs.namesOutputs ? !outputs.isInPlace || mended != nil : outputs.hashesUnnamed else {
      return
    }
    // Without an output, only a dry run reads it, for its digest.
    if outputs.namesOutputs { try pass.record.enter(reading: input.path) }
    let output: FinishedOutput
    if let mended {
      var window = ByteWindow(try InputFile(path: input.path))
      window.limit = .max
      try window.fill()
      var mendedOutput = try outputs.output(for: input, isCopy: true)
      try follow(&mendedOutput)
      try mendedOutput.replace(window.bytes, with: mended.span)
      output = try finish(&mendedOutput, of: input)
    } else {
      if input.isLink {
        diagnostics.warning(
          "it is a link; the copy is a regular file", kind: "linked file",
          at: Place(file: input.shownPath))
      }
      output = try copy(of: input).output
    }
    try add(output)
    files.append(
      File(
        input: input.shownPath, read: nil, isChanged: mended != nil, isPublished: true,
        output: output))
  }
}
