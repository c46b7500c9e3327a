package import Formats
package import Scan
package import SystemIO

/// Finds the one dump of one device; any problem with it ends the run.
///
/// A class, because the reader calls it and the run takes its finding.
package final class SingleDump<Finding: Sendable>: DumpVisitor {
  /// Inspects the dump: returns the finding, and the edits, or nil if it stays unchanged.
  package typealias Look =
    @Sendable (
      DefaultsDump, Record
    ) throws -> (finding: Finding, edits: [Edit]?)

  /// The finding; nil before the dump is read.
  package private(set) var finding: Finding?
  private let purpose: String
  private let progress: RunProgress
  private let look: Look
  private let device: DeviceChoice?

  /// - Parameters:
  ///   - purpose: why one dump is needed, as in “a feed is that of one device”.
  ///   - device: the device to pick, if there may be other dumps.
  package init(
    _ progress: RunProgress, because purpose: String, device: DeviceChoice?,
    _ look: @escaping Look
  ) {
    self.progress = progress
    self.purpose = purpose
    self.device = device
    self.look = look
  }

  package var dumpJob: any DumpJob { Job(device: device?.device, look: look) }

  /// Inspects the dumps of the device.
  private struct Job: DumpJob {
    let device: String?
    let look: Look
    var outcomes: [Outcome] = []

    /// The outcome of a dump.
    struct Outcome {
      let place: Place
      /// Nil if any device is meant.
      var names: DeviceNames?
      /// Nil for a dump of another device.
      var finding: Result<Finding, any Error>?
    }

    var outcomeCount: Int { outcomes.count }

    mutating func decide(_ dump: DefaultsDump, _ record: Record) -> [Edit]? {
      var outcome = Outcome(place: record.place)
      defer { outcomes.append(outcome) }
      do {
        outcome.names = try device.map { _ in try DeviceNames(of: dump, record) }
        if let device, outcome.names?.contain(device) == false { return nil }
        let (finding, edits) = try look(dump, record)
        outcome.finding = .success(finding)
        return edits
      } catch let error as DefaultsDumpError {
        outcome.finding = .failure(
          UnsuitableInput(at: record.place(of: error, dump.kind), error.reason, hint: nil))
      } catch {
        outcome.finding = .failure(error)
      }
      return nil
    }
  }

  package func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? Job else { preconditionFailure("another job's outcomes") }
    for outcome in job.outcomes[outcomes] {
      if let names = outcome.names { device?.note(names) }
      guard let found = outcome.finding else { continue }
      guard finding == nil else {
        let whose = device == nil ? "" : " of the device"
        throw UnsuitableInput(
          at: outcome.place, "it is one of several dumps\(whose), and \(purpose)",
          hint: device == nil ? "--device ID picks one of them" : nil)
      }
      finding = try found.get()
    }
  }

  // The reader rejects damaged records only if it salvages, which it never does for a single dump.
  package func reject(_ problem: RecordProblem) throws {
    switch problem {
    case .damaged(let damage): throw damage
    case .tooLarge(let place, let limit, _):
      throw UnsuitableInput(at: place, "it is larger than \(Amount.bytes(limit))", hint: nil)
    // A record that is not the app's is not the device's either.
    case .unusable(let reason, let place, _, _):
      if device == nil { throw UnsuitableInput(at: place, reason, hint: nil) }
    case .listed(let reject): throw UnsuitableInput(at: reject.place, reject.reason, hint: nil)
    }
  }

  package func advance(to byte: Int) { progress.advance(to: byte) }
}

extension SingleDump {
  /// Reads the dump in an input.
  package func read(
    _ window: consuming ByteWindow, _ format: InputFormat, takesAny: Bool,
    into output: consuming ByteOutput
  ) throws -> StreamResult {
    do {
      return try DefaultsDumpReader.read(
        window, as: format, into: output, isSalvaging: false, takesAny: takesAny,
        sharing: WorkSharing(threadCount: 0), visitor: self)
    } catch var damage as DamagedInput {
      // One dump leaves nothing to salvage.
      if let hint = damage.hint {
        damage.hint =
          hint.contains("cut short")
          ? "the dump may be cut short; get it again" : "get the dump again"
      }
      throw damage
    }
  }

  /// Finds the dump in inputs that are not rewritten.
  ///
  /// - Parameter documentsHint: the hint for an input with documents.
  /// - Throws: `UnsuitableInput` if there is no dump.
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
        if let (reason, hint) = source.doubt {
          throw UnsuitableInput(input.shownPath, reason, hint: hint)
        }
        try passOver(input, "it is not a UserDefaults dump", hint: documentsHint, diagnostics)
      case .empty: try passOver(input, "the file is empty", hint: nil, diagnostics)
      case .unknown(let reason, let hint): try passOver(input, reason, hint: hint, diagnostics)
      case .serverError(let reason, let hint):
        try passOver(input, reason, hint: hint, diagnostics)
      }
    }
    return try required(of: inputs, shown: diagnostics.style.redactor.redact(device:))
  }

  /// Skips a file of a directory that holds no dump.
  ///
  /// - Throws: `UnsuitableInput` if the file is the operand.
  private func passOver(
    _ input: InputList.Input, _ reason: String, hint: String?, _ diagnostics: Diagnostics
  ) throws {
    guard input.isFound else { throw UnsuitableInput(input.shownPath, reason, hint: hint) }
    diagnostics.skip(input.path, reason)
  }

  /// The finding.
  ///
  /// - Parameter shown: how to print a device's id.
  /// - Throws: `UnsuitableInput` if no dump was found.
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
  /// The inputs of an operand that is one dump or, if a device is named, may hold several.
  ///
  /// - Throws: `UsageError` if it is a directory and no device is named, and as for any operand.
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
