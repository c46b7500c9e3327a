package import ByteIO
package import Console
package import Formats

/// An input that is open, and what its first bytes say it is.
package struct OpenInput: ~Copyable {
  private var window: ByteWindow
  package let finding: FormatDetector.Finding

  /// Opens an input and looks at its first bytes.
  ///
  /// - Parameters:
  ///   - format: what to take it for, whatever its bytes say.
  ///   - hashes: whether the digest of all of it is wanted.
  package init(_ input: InputList.Input, format: InputFormat?, hashes: Bool = false) throws {
    // Thousands of small files need no large window each.
    let whole = input.status.kind == .regular ? input.status.byteCount + 1 : Int.max
    var window = ByteWindow(
      try InputFile(path: input.path), byteCount: min(512 << 10, max(4 << 10, whole)),
      hashes: hashes)
    if case .shard(_, _, isCertain: true) = input.role {
      // An empty one is no empty file, and a damaged one no other format.
      finding = .format(.managedShard, because: "it lies in an export as its shard")
      self.window = window
      return
    }
    let detected = try FormatDetector().detect(&window)
    if let format, !detected.isEmpty {
      finding = .format(format, because: "--format says so")
    } else {
      finding = detected
    }
    self.window = window
  }

  /// The window, from the input's first byte on.
  package consuming func takeWindow() -> ByteWindow { window }

  /// The format that `--format` names.
  ///
  /// - Throws: `UsageError` where there is none of that name.
  package static func format(_ name: String?) throws(UsageError) -> InputFormat? {
    guard let name else { return nil }
    guard let format = InputFormat(rawValue: name) else {
      let names = InputFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'--format' takes one of \(names), not '\(name)'")
    }
    return format
  }
}

extension FormatDetector.Finding {
  fileprivate var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }
}

/// An input that is not of a kind the tool reads.
package struct UnsuitableInput: ReportableError {
  package let place: Place?
  package let message: String
  package let hint: String?

  package init(_ path: String, _ message: String, hint: String?) {
    place = Place(file: path)
    self.message = message
    self.hint = hint
  }

  package var kind: FailureKind { .badData }
}
