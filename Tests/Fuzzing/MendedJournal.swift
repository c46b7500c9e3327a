import Scan
import SystemIO
@testable import Runs

/// A journal of any frames, with the checksums that they must have, about files of a target's own
/// directory that all hold the same result.
///
/// What comes back of them is computed by the way, one step after the other.
struct MendedJournal {
  /// A file that the journal is about.
  struct File {
    var name: String
    /// Whether nothing was left of it.
    var went: Bool
    /// What the steps give, or the result, where that is the original; nil where neither makes sense.
    var original: [UInt8]?
  }

  private(set) var bytes = Array(JournalFormat.beginning.utf8)
  private(set) var files: [File] = []
  private let result: [UInt8]
  private let mendsCounts: Bool
  private var restoration: PlainRestoration

  /// - Parameter mendsCounts: whether what is said of originals, and how many files there are, is made
  ///   right as well.
  init(of result: [UInt8], mendsCounts: Bool) {
    self.result = result
    self.mendsCounts = mendsCounts
    restoration = PlainRestoration(of: result)
  }

  /// Appends a frame: its kind, and what it holds.
  mutating func append(_ frame: [UInt8]) {
    guard let kind = frame.first else { return }
    let content = Array(frame.dropFirst())
    switch JournalFormat.FrameKind(rawValue: kind) {
    case .run: append(kind, mendedRun(content) ?? content)
    case .file: append(kind, mendedFile(content) ?? content)
    case .end: append(kind, mendsCounts ? Array("{\"files\":\(files.count)}".utf8) : content)
    case .steps:
      restoration.take(steps: content)
      append(kind, content)
    case .piece:
      restoration.take(piece: content)
      append(kind, content)
    case nil: append(kind, content)
    }
  }

  private mutating func append(_ kind: UInt8, _ content: [UInt8]) {
    bytes.append(kind)
    let sum = JournalFormat.checksum(
      kind, CRC32C.checksum(content.span), byteCount: content.count)
    for number in [UInt32(content.count), sum] {
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    bytes += content
  }

  /// What is said of the run, with an output here; nil where it makes no sense.
  private func mendedRun(_ content: [UInt8]) -> [UInt8]? {
    guard let run = JSONValue(ifIn: content.span), run["outputs"]?.elements != nil else {
      return nil
    }
    var writer = JSONWriter()
    writer.object { object in
      object.optionalMember("tool", run["tool"]?.string)
      object.optionalMember("time", run["time"]?.string)
      object.key("outputs")
      object.array { $0.string("out0") }
    }
    return writer.bytes
  }

  /// What is said of a file, which is here and has the result's checksum; nil where it makes no sense.
  private mutating func mendedFile(_ content: [UInt8]) -> [UInt8]? {
    guard let file = JSONValue(ifIn: content.span).flatMap(JournalFile.init) else { return nil }
    let plain = restoration
    restoration = PlainRestoration(of: result)
    let (name, went) = ("out\(files.count)", file.result == .nothing)
    let made = plain.finish(file.result)
    let said = mendsCounts ? made.map(Self.identity) ?? .none : file.original
    let isOriginal = !went && said == Self.identity(result)
    let original = made.map(Self.identity) == said ? made : isOriginal ? result : nil
    files.append(File(name: name, went: went, original: original))
    var writer = JSONWriter()
    writer.object { object in
      object.member("original", file.originalPath)
      object.member("result", name)
      object.member("mode", Int(file.mode))
      object.member("original_bytes", said?.byteCount ?? -1)
      object.member("original_crc32c", String(said?.checksum ?? 0, radix: 16))
      if !went { object.member("result_bytes", result.count) }
      if case .other = file.result {
        object.member("result_crc32c", String(CRC32C.checksum(result.span), radix: 16))
      }
    }
    return writer.bytes
  }

  private static func identity(_ bytes: [UInt8]) -> JournalFile.Identity {
    JournalFile.Identity(byteCount: bytes.count, checksum: CRC32C.checksum(bytes.span))
  }
}

/// What `JournalReplay` computes, in memory and without a thought of speed.
private struct PlainRestoration {
  private var rest: ArraySlice<UInt8>
  private var original: [UInt8] = []
  private var (makesSense, hasPieces, hasSteps) = (true, false, false)

  init(of result: [UInt8]) { rest = result[...] }

  mutating func take(piece: [UInt8]) {
    hasPieces = true
    original += piece
  }

  mutating func take(steps: [UInt8]) {
    hasSteps = true
    var steps = steps[...]
    while !steps.isEmpty {
      guard let copied = Self.number(&steps), let passed = Self.number(&steps),
        let inserted = Self.number(&steps), copied <= rest.count, passed <= rest.count - copied,
        passed <= steps.count, inserted <= steps.count - passed
      else {
        makesSense = false
        return
      }
      original += rest.prefix(copied)
      rest = rest.dropFirst(copied)
      if !rest.prefix(passed).elementsEqual(steps.prefix(passed)) { makesSense = false }
      rest = rest.dropFirst(passed)
      steps = steps.dropFirst(passed)
      original += steps.prefix(inserted)
      steps = steps.dropFirst(inserted)
    }
  }

  /// The original; nil where that makes no sense.
  func finish(_ result: JournalFile.Result) -> [UInt8]? {
    let isEven = if case .steps = result { !hasPieces && rest.isEmpty } else { !hasSteps }
    return makesSense && isEven ? original : nil
  }

  private static func number(_ steps: inout ArraySlice<UInt8>) -> Int? {
    var number: UInt = 0
    for shift in stride(from: UInt(0), to: 63, by: 7) {
      guard let byte = steps.popFirst() else { return nil }
      number |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(exactly: number) }
    }
    return nil
  }
}
