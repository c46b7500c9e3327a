package import ByteIO
import JSONText

/// Tells the format of an input from its first bytes, never from its name.
package struct FormatDetector: Sendable {
  /// What an input was found to be.
  package enum Finding: Sendable {
    case format(InputFormat, because: String)
    /// Nothing but white space: no documents.
    case empty
    /// None of the formats read, and why.
    case unknown(String, hint: String?)
  }

  /// How many bytes are looked at before the rest is taken on trust.
  private static let sampleByteCount = 64 << 10

  package init() {}

  /// Looks at the bytes at the front of the window; none is used up.
  ///
  /// - Parameter placement: whether the file lies where a document would in a tree that has a file for
  ///   each, which decides where its bytes could be anything.
  package func detect(
    _ window: inout ByteWindow, placement: Placement = .elsewhere
  ) throws -> Finding {
    while window.count < Self.sampleByteCount {
      if try window.refill() != .more { break }
    }
    while Self.couldBeOther(InputSample(window.bytes)), !window.isAtEnd, window.count < window.limit
    {
      let wanted = 2 * window.count
      while window.count < wanted, try window.refill() == .more {}
    }
    return finding(
      InputSample(window.bytes, placement: placement), isWhole: window.isAtEnd)
  }

  /// What a file in the place of a shard is instead, where its first bytes tell that plainly, and what
  /// to do about it; nil where it may be a shard, damaged or not.
  package func stranger(
    _ window: inout ByteWindow
  ) throws -> (name: String, hint: String?)? {
    if case .format = try detect(&window) { return nil }
    let found = ForeignFormat(firstBytes: window.bytes) ?? ForeignFormat(firstLineOf: window.bytes)
    return found.map { ($0.name, $0.hint) }
  }

  /// Whether more bytes could make another format of it.
  private static func couldBeOther(_ sample: borrowing InputSample) -> Bool {
    guard sample.wantsMore else { return false }
    for format in InputFormat.allCases where !InputFormat.plainest.contains(format) {
      if format.recognize(sample) != nil { return false }
    }
    return true
  }

  private func finding(_ sample: borrowing InputSample, isWhole: Bool) -> Finding {
    for format in InputFormat.allCases where format.isChecksummed {
      // A checksum may look like the first bytes of anything.
      if let reason = format.recognize(sample) { return .format(format, because: reason) }
    }
    if let foreign = Self.foreignBytes(sample.bytes) { return foreign }
    guard let first = sample.firstByte else {
      return isWhole
        ? .empty
        : .unknown(
          "it begins with \(Amount.bytes(sample.bytes.count)) of white space and more", hint: nil)
    }
    if sample.placement == .certain {
      for format in InputFormat.allCases where format.isOneDocument {
        if let reason = format.recognize(sample) { return .format(format, because: reason) }
      }
    }
    if !sample.isPrinted, let foreign = Self.foreignText(sample) { return foreign }
    for format in sample.isPrinted ? InputFormat.plainest : InputFormat.allCases {
      if let reason = format.recognize(sample) { return .format(format, because: reason) }
    }
    if let format = ForeignFormat(firstLineOf: sample.text) {
      return .unknown("it is \(format.name)", hint: format.hint)
    }
    if first == UInt8(ascii: "<") {
      return .unknown("it begins with '<' and is no property list", hint: nil)
    }
    return .unknown(
      "it begins with \(Self.spelled(first)), which no format that is read begins with",
      hint: "--list-formats prints what is read")
  }

  /// Text that could pass for a format that is read, and is none.
  private static func foreignText(_ sample: borrowing InputSample) -> Finding? {
    let isPrintedList =
      sample.isUnquotedObject || sample.firstByte == UInt8(ascii: "/")
      || sample.firstByte == UInt8(ascii: "(")
    if isPrintedList {
      return .unknown(
        "it looks like a property list as 'defaults read' prints it",
        hint: "make the dump with: defaults export DOMAIN -")
    }
    if sample.keys.count == 1, sample.has("error") {
      return .unknown(
        "it is an error that a server answered with", hint: "see what it says, and export again")
    }
    return unreadFormat(sample)
  }

  /// Formats of JSON that would pass for plain documents without a single usable one.
  private static func unreadFormat(_ sample: borrowing InputSample) -> Finding? {
    if sample.has("__collections__"), sample.has("joke_id") || sample.has("rating") {
      return .unknown(
        "it looks like a single document of node-firestore-import-export, without its id",
        hint: "export the collection that it is in")
    }
    return nil
  }

  /// Formats told by their first bytes that are not read.
  private static func foreignBytes(_ bytes: Span<UInt8>) -> Finding? {
    if let format = ForeignFormat(firstBytes: bytes) {
      return .unknown("it is \(format.name)", hint: format.hint)
    }
    let isUTF16 =
      bytes.begins(with: [0xFF, 0xFE]) || bytes.begins(with: [0xFE, 0xFF])
      || (bytes.count >= 4 && (0..<4).contains { bytes[$0] == 0 })
    if isUTF16 {
      return .unknown(
        "it is not UTF-8 (UTF-16, perhaps)", hint: "convert it, as with 'iconv -f UTF-16 -t UTF-8'")
    }
    if bytes.begins(with: "bplist"), !bytes.begins(with: "bplist00") {
      return .unknown("it is a binary property list of a version that is not read", hint: nil)
    }
    return nil
  }

  private static func spelled(_ byte: UInt8) -> String {
    (0x21..<0x7F).contains(byte)
      ? "'\(Unicode.Scalar(byte))'" : "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}
