package import Formats
package import Scan
package import SystemIO

/// Reads the one dump of one device; whatever is wrong with it ends the run.
///
/// A class, because the reader calls it and the run reads what it found.
package final class SingleDump<Finding>: DefaultsDumpVisitor {
  /// What is looked for in the dump, and the edits that are made to it; nil where it stays.
  package typealias Look = (
    DefaultsDump, Record
  ) throws -> (finding: Finding, edits: [Edit]?)

  /// What was found; nil before the dump was read.
  package private(set) var finding: Finding?
  private let purpose: String
  private let progress: RunProgress
  private let look: Look
  private let device: DeviceChoice?

  /// - Parameters:
  ///   - purpose: why there cannot be several, as in “a feed is that of one device”.
  ///   - device: whose dump it is, where others may be beside it.
  package init(
    _ progress: RunProgress, because purpose: String, device: DeviceChoice? = nil,
    _ look: @escaping Look
  ) {
    self.progress = progress
    self.purpose = purpose
    self.device = device
    self.look = look
  }

  package func visit(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    do {
      if let device, try !device.picks(dump, record) { return nil }
      guard finding == nil else {
        let whose = device == nil ? "" : " of the device"
        throw UnusableDump(
          message: "it is one of several dumps\(whose), and \(purpose)",
          place: record.place, hint: device == nil ? "--device ID picks one of them" : nil)
      }
      let (found, edits) = try look(dump, record)
      finding = found
      return edits
    } catch let error as DefaultsDumpError {
      throw UnusableDump(message: error.reason, place: record.place(of: error, dump.kind))
    }
  }

  // Only a damaged record that is salvaged comes here, and a dump is not; nor is it unusable so.
  package func reject(_ problem: RecordProblem) throws {
    switch problem {
    case .damaged(let damage): throw damage
    case .tooLarge(let place, let limit, _):
      throw UnusableDump(message: "it is larger than \(Amount.bytes(limit))", place: place)
    // What is none of the app's is not the device's either.
    case .unusable(let reason, let place, _, _):
      if device == nil { throw UnusableDump(message: reason, place: place) }
    case .listed(let reject): throw UnusableDump(message: reject.reason, place: reject.place)
    }
  }

  package func advance(to byte: Int) { progress.advance(to: byte) }
}

extension SingleDump {
  /// Reads an input for the dump in it.
  package func read(
    _ window: consuming ByteWindow, _ format: InputFormat, takesAny: Bool,
    into output: consuming ByteOutput
  ) throws -> StreamResult {
    do {
      return try DefaultsDumpReader.read(
        window, as: format, into: output, isSalvaging: false, takesAny: takesAny, visitor: self)
    } catch var damage as DamagedInput {
      // Of the one dump nothing would be left to salvage.
      if let hint = damage.hint {
        damage.hint =
          hint.contains("cut short")
          ? "the dump may be cut short; get it again" : "get the dump again"
      }
      throw damage
    }
  }

  /// Reads the dump of an input that is not written anew.
  ///
  /// - Parameter documentsHint: what to do about an input that holds documents instead.
  /// - Throws: `UnsuitableInput` where no dump is in it.
  package func find(
    in inputs: InputList, _ format: InputFormat?, documentsHint: String?,
    _ diagnostics: Diagnostics
  ) throws -> Finding {
    let takesAny = format != nil
    diagnostics.passOver(in: inputs)
    for input in inputs.inputs {
      let source = try OpenInput(input, format: format)
      let found = source.finding
      progress.begin(input, source.fed)
      switch found {
      case .format(let format, let reason) where format.contents == .dumps:
        diagnostics.detail("\(input.shownPath) is taken for \(format.displayName): \(reason)")
        _ = try read(
          source.takeWindow(), format, takesAny: takesAny,
          into: ByteOutput(discarding: input.shownPath))
      case .format:
        try passOver(input, "it is no UserDefaults dump", hint: documentsHint, diagnostics)
      case .empty: try passOver(input, "the file is empty", hint: nil, diagnostics)
      case .unknown(let reason, let hint): try passOver(input, reason, hint: hint, diagnostics)
      }
    }
    return try required(of: inputs)
  }

  /// Passes over a file of a directory that holds no dump.
  ///
  /// - Throws: `UnsuitableInput` where the file is the operand.
  private func passOver(
    _ input: InputList.Input, _ reason: String, hint: String?, _ diagnostics: Diagnostics
  ) throws {
    guard input.isFound else { throw UnsuitableInput(input.shownPath, reason, hint: hint) }
    diagnostics.skip(input.path, reason)
  }

  /// What was found.
  ///
  /// - Parameter shown: how another device than the one looked for is called.
  /// - Throws: `UnsuitableInput` where no dump was.
  package func required(
    of inputs: InputList, shown: (String) -> String = { $0 }
  ) throws -> Finding {
    guard let finding else {
      try device?.checkFound(in: inputs, shown: shown)
      let path = inputs.inputs.first?.shownPath ?? inputs.operands.joined(separator: ", ")
      throw UnsuitableInput(path, "no dump is in it", hint: nil)
    }
    return finding
  }
}

extension InputList {
  /// The one dump that an operand names, or where a device is named, the dumps among which its is.
  ///
  /// - Throws: `UsageError` where it is a directory and no device is named, and as for any operand.
  package init(dump operand: String, of device: String?) throws {
    try self.init([operand])
    if inputs.isEmpty, skipped.isEmpty { throw nothingRead("") }
    if hasDirectory, device == nil {
      throw UsageError(
        "DUMP is the dump of one device, and '\(operand)' is a directory",
        hint: "--device ID picks one of the dumps in it")
    }
  }
}

/// A dump that the job cannot be done on.
private struct UnusableDump: ReportableError {
  let message: String
  let place: Place?
  var hint: String?

  var kind: FailureKind { .badData }
}
