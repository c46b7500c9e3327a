import Scan
package import SystemIO

/// Detects the format of an input from its first bytes, never from its name.
package enum FormatDetector {
  /// The result of detection.
  package enum Finding: Sendable {
    case format(InputFormat, because: String)
    /// Only white space: no documents.
    case empty
    /// No supported format, and the reason.
    case unknown(String, hint: String?)
    /// A server's error in the place of an export, so that something is missing, and the reason.
    case serverError(String, hint: String)
  }

  /// The size of the sample.
  private static let sampleByteCount = 64 << 10
  /// The number of records after the first that may tell the format.
  private static let reach = 16

  /// Detects the format from the front of the window, without consuming it.
  ///
  /// - Parameter placement: whether the path of the file is that of a document in a tree with a
  ///   file for each, which decides ambiguous cases.
  package static func detect(
    _ window: inout ByteWindow, placement: Placement = .elsewhere
  ) throws -> Finding {
    try window.fill(to: Self.sampleByteCount)
    while Self.couldBeOther(InputSample(window.bytes)), !window.isAtEnd, window.count < window.limit
    {
      try window.fill(to: 2 * window.count)
    }
    let sample = InputSample(window.bytes, placement: placement)
    let found = finding(sample, isWhole: window.isAtEnd)
    guard case .format(let format, _) = found, InputFormat.plainest.contains(format),
      sample.mayBeOdd
    else { return found }
    return tellingRecord(window.bytes) ?? found
  }

  /// The finding for the first record after an odd one that tells its format, because one odd record
  /// must not decide about a file: a row without its name, or a document that is null. Nil if no
  /// record within reach does, or if one is a plain document. A plain document of another collection
  /// may look like a dump, so only documents in envelopes tell.
  private static func tellingRecord(_ bytes: Span<UInt8>) -> Finding? {
    behindOddOnes(bytes) { sample, number in
      for format in InputFormat.allCases where format.isEnveloped {
        if let reason = format.recognize(sample) {
          return .format(format, because: "from record \(number) on, \(reason)")
        }
      }
      return nil
    }
  }

  /// Calls a closure with each record behind an odd first one, and its number, until one gives a
  /// result. Nil if none within reach does, or if a plain document comes before it.
  private static func behindOddOnes<Told>(
    _ bytes: Span<UInt8>, _ told: (borrowing InputSample, Int) -> Told?
  ) -> Told? {
    for passed in 1...Self.reach {
      let sample = InputSample(bytes, after: passed)
      guard sample.passedCount == passed else { return nil }
      if let told = told(sample, passed + 1) { return told }
      guard sample.mayBeOdd else { return nil }
    }
    return nil
  }

  /// Why a file of plain documents, whose format no sign tells, may hold dumps instead, and what to
  /// do; nil if it holds none for sure. A tool for dumps must not pass over such a file.
  package static func doubt(
    _ window: borrowing ByteWindow, _ found: InputFormat
  ) -> (reason: String, hint: String)? {
    let first = InputSample(window.bytes)
    guard InputFormat.plainest.contains(found), !first.isPlainDocument else { return nil }
    if first.isCut, window.isAtEnd {
      return ("it ends in the middle of a value", "get the file again; it may be cut short")
    }
    guard first.mayBeOdd else { return nil }
    return behindOddOnes(window.bytes) { sample, number in
      guard let key = sample.appKey else { return nil }
      return (
        "its first record has none of the app's keys, and record \(number) has '\(key)'",
        "'--format ndjson-dumps' or '--format json-array-dumps' reads its records as dumps"
      )
    }
  }

  /// Checks an input whose format the user chose. Returns a finding only if the input is empty, a
  /// server's error, a file about a run, or documents where dumps were requested, since a migration
  /// would turn them into dumps.
  package static func detect(_ window: inout ByteWindow, as format: InputFormat) throws -> Finding?
  {
    let detected = try detect(&window)
    if case .empty = detected { return detected }
    let sample = InputSample(window.bytes)
    if RESTError.isAnswer(sample.text) || sample.isRefusal,
      let error = Self.serverError(sample)
    {
      return error
    }
    if let own = OwnFile.recognize(sample) { return own.finding }
    guard format.contents == .dumps, !format.isListOfRejects,
      case .format(let found, _) = detected, found.contents == .documents
    else { return nil }
    return InputFormat.plainest.contains(found) && !sample.isPlainDocument
      ? nil
      : .unknown(
        "it holds documents (\(found.displayName)), and '\(format.rawValue)' is a format of dumps",
        hint: "leave '--format' out, or see whether it is the right file")
  }

  /// Whether a file in a directory is a published ranking. Named explicitly, it is a document like
  /// any other.
  package static func isPublishedRanking(_ window: borrowing ByteWindow) -> Bool {
    OwnFile.isPublishedRanking(InputSample(window.bytes))
  }

  /// The foreign format of a file in the place of a shard, with a hint; nil if it may be a shard,
  /// even a damaged one.
  package static func stranger(
    _ window: inout ByteWindow
  ) throws -> (name: String, hint: String?)? {
    if case .format = try detect(&window) { return nil }
    let found = UnreadFormat(firstBytes: window.bytes) ?? UnreadFormat(firstLineOf: window.bytes)
    return found.map { ($0.name, $0.hint) }
  }

  /// Whether more bytes could show another format.
  private static func couldBeOther(_ sample: borrowing InputSample) -> Bool {
    // What follows the first value shows whether it is one line of many.
    if sample.isWhole { return true }
    guard sample.wantsMore, OwnFile.recognize(sample) == nil else { return false }
    for format in InputFormat.allCases where !InputFormat.plainest.contains(format) {
      // The end of the first record shows whether it is one line of many. A page may have no end.
      if format.recognize(sample) != nil { return format.framing == .stream && !format.hasPages }
    }
    return true
  }

  /// The finding for a sample of only white space.
  private static func blank(_ byteCount: Int) -> Finding {
    .unknown(
      "unrecognised format (starts with more than \(Amount.bytes(byteCount)) of white space)",
      hint: "name its format with '--format'")
  }

  private static func finding(_ sample: borrowing InputSample, isWhole: Bool) -> Finding {
    for format in InputFormat.allCases where format.isChecksummed {
      // A checksum may resemble the first bytes of any format.
      if let reason = format.recognize(sample) { return .format(format, because: reason) }
    }
    if let foreign = Self.foreignBytes(sample.bytes) { return foreign }
    guard let first = sample.firstByte else {
      return isWhole ? .empty : Self.blank(sample.bytes.count)
    }
    if sample.isBlank, !isWhole { return Self.blank(sample.bytes.count) }
    if sample.placement == .certain {
      for format in InputFormat.allCases where format.isOneDocument {
        if let reason = format.recognize(sample) { return .format(format, because: reason) }
      }
    }
    if !sample.isPrinted, let foreign = Self.foreignText(sample) { return foreign }
    let formats = sample.isPrinted ? InputFormat.plainest : InputFormat.allCases
    for format in formats where !sample.followsObjects || format.framing != .object {
      if let reason = format.recognize(sample) { return .format(format, because: reason) }
    }
    if let format = UnreadFormat(firstLineOf: sample.text) { return format.finding }
    if let root = sample.xmlRoot {
      guard case .named(let name) = root, sample.text.begins(with: "<?xml") else {
        return .unknown("it begins with '<' and is not a property list", hint: nil)
      }
      return .unknown(
        "it is XML and not a property list: its first element is '\(Excerpt.name(name))'",
        hint: "see what it says: it may be an error instead of the file")
    }
    return .unknown(
      "unrecognised format (starts with \(Self.spelled(first)))",
      hint: "name its format with --format; --list-formats prints the known ones")
  }

  /// Text that resembles a supported format and is not one.
  private static func foreignText(_ sample: borrowing InputSample) -> Finding? {
    let isPrintedList =
      sample.isUnquotedObject || sample.firstByte == UInt8(ascii: "/")
      || sample.firstByte == UInt8(ascii: "(")
    if isPrintedList {
      return .unknown(
        "it looks like a property list as 'defaults read' prints it",
        hint: "make the dump with: defaults export DOMAIN -")
    }
    if let own = OwnFile.recognize(sample) { return own.finding }
    if let error = serverError(sample) { return error }
    if sample.has("__collections__"), sample.has("joke_id") || sample.has("rating") {
      return .unknown(
        "it looks like a single document of node-firestore-import-export, without its id",
        hint: "export the collection that it is in")
    }
    return nil
  }

  /// A server's error in the place of an export.
  private static func serverError(_ sample: borrowing InputSample) -> Finding? {
    guard sample.isRefusal || (sample.keys.count == 1 && sample.has("error")) else { return nil }
    let answer =
      sample.isRefusal
      ? RESTError.summary(ofRefusal: sample.text) : RESTError.summary(ofAnswer: sample.text)
    return .serverError(
      "it is an error that a server answered with" + (answer.map { ": \($0)" } ?? ""),
      hint: "see what it says, and export again")
  }

  /// Unsupported formats, recognised by their first bytes.
  private static func foreignBytes(_ bytes: Span<UInt8>) -> Finding? {
    if let format = UnreadFormat(firstBytes: bytes) { return format.finding }
    let isUTF16 =
      bytes.begins(with: [0xFF, 0xFE]) || bytes.begins(with: [0xFE, 0xFF])
      || (bytes.count >= 4 && (0..<4).contains { bytes[$0] == 0 })
    if isUTF16 {
      return .unknown(
        "it is not UTF-8 (UTF-16, perhaps)", hint: "convert it, as with 'iconv -f UTF-16 -t UTF-8'")
    }
    if bytes.begins(with: "bplist"), !bytes.begins(with: "bplist00") {
      return .unknown("it is a binary property list of an unsupported version", hint: nil)
    }
    return nil
  }

  private static func spelled(_ byte: UInt8) -> String {
    (0x21..<0x7F).contains(byte)
      ? "'\(Unicode.Scalar(byte))'" : "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}
