import Formats
import Scan
import SystemIO
import TestSupport

/// A random input of one framing, in the parts it was put together from, and what must come of it.
struct RandomRecords {
  /// A record, what stands between it and the one before, and whether it is to go.
  private struct Part {
    var separator: String
    var key = ""
    var value = ""
    var fate = ""
    /// The line end after it, where records are lines.
    var lineEnd = ""
    var isBlank = false
  }

  /// Those in which records follow each other.
  static let framings: [Framing] = [.lines, .stream, .array, .object]

  private(set) var input: [UInt8] = []
  private(set) var expected: [UInt8] = []
  private(set) var seen: [RecordingHandler<Roomy>.Seen] = []
  private(set) var counts = RecordCounts()
  private var generator: SeededGenerator

  init(seed: UInt64, _ framing: Framing) {
    generator = SeededGenerator(seed: seed)
    if generator.happens(onceIn: 4) { addToBoth([0xEF, 0xBB, 0xBF]) }
    switch framing {
    case .lines: addLines()
    case .stream, .single: addContainer(open: "", close: "", separator: "", hasKeys: false)
    case .array: addContainer(open: space() + "[", close: "]", separator: ",", hasKeys: false)
    case .object:
      addContainer(open: space() + "{", close: "}", separator: ",", hasKeys: true, mayNest: true)
    }
    if framing == .array || framing == .object { addToBoth(space().utf8) }
  }

  // MARK: Lines

  private mutating func addLines() {
    var parts: [Part] = []
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      var part = Part(separator: generator.pick(["", "", " ", "\t "]))
      part.lineEnd = generator.pick(["\n", "\n", "\r\n"])
      part.isBlank = generator.happens(onceIn: 6)
      if !part.isBlank { fill(&part, isOneLine: true) }
      parts.append(part)
    }
    if !parts.isEmpty, generator.happens(onceIn: 3) {
      parts[parts.count - 1].lineEnd = ""
      if parts[parts.count - 1].isBlank { parts[parts.count - 1].separator = " " }
    }
    for part in parts {
      input += Array(part.separator.utf8)
      if !part.isBlank { note(part) }
      input += Array((part.value + part.lineEnd).utf8)
      if part.fate == "drop" { continue }
      expected += Array((part.separator + left(of: part) + part.lineEnd).utf8)
    }
    // The last line goes and had no line end: nor has the one that is now the last.
    if let last = parts.last, last.fate == "drop", last.lineEnd.isEmpty {
      if expected.last == UInt8(ascii: "\n") { expected.removeLast() }
      if let line = parts.last(where: { $0.fate != "drop" }), line.lineEnd == "\r\n" {
        expected.removeLast()
      }
    }
  }

  // MARK: Containers

  private mutating func addContainer(
    open: String, close: String, separator: String, hasKeys: Bool, mayNest: Bool = false
  ) {
    addToBoth(open.utf8)
    // The separator that stays when a run of records goes: the one before the run.
    var held: String?
    for index in 0..<Int.random(in: 0...10, using: &generator) {
      let between = index == 0 ? space() : space() + separator + space()
      if mayNest, generator.happens(onceIn: 5) {
        input += Array(between.utf8)
        expected += Array((held ?? between).utf8)
        held = nil
        addContainer(
          open: "\"wrapped\"" + space() + ":" + space() + "{", close: "}", separator: separator,
          hasKeys: true)
        continue
      }
      var part = Part(separator: between)
      if hasKeys { part.key = "\"k\(index)é\"" + space() + ":" + space() }
      fill(&part, isOneLine: false)
      input += Array(part.separator.utf8)
      note(part)
      input += Array((part.key + part.value).utf8)
      if part.fate == "drop" {
        held = held ?? part.separator
      } else {
        expected += Array(((held ?? part.separator) + part.key + left(of: part)).utf8)
        held = nil
      }
    }
    addToBoth((space() + close).utf8)
  }

  // MARK: Records

  /// Makes up a record and what is to become of it.
  private mutating func fill(_ part: inout Part, isOneLine: Bool) {
    part.fate = generator.pick(["keep", "keep", "drop", "drop", "patch", "replace"])
    func gap() -> String { isOneLine ? generator.pick(["", " "]) : space() }
    var members = ["\"do\"" + gap() + ":" + gap() + "\"\(part.fate)\"", "\"n\":" + gap() + "4"]
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      members.append(
        generator.pick([
          #""text":"who's } there, \" ] {""#, #""x":[1,{"y":[]},-2.5e3]"#, #""é😀":"é\u00e9\n""#,
          #""long":"# + "\"" + String(repeating: "ab\\\\", count: 20) + "\"", #""e":{}"#,
        ]))
    }
    members.shuffle(using: &generator)
    part.value =
      "{" + gap() + members.joined(separator: gap() + "," + gap()) + gap() + "}"
  }

  /// The bytes of a record that stays.
  private mutating func left(of part: Part) -> String {
    switch part.fate {
    case "patch": return part.value.patched
    case "replace":
      return String(decoding: RecordingHandler<Roomy>.replacement, as: UTF8.self)
    default: return part.value
    }
  }

  /// Notes the record that begins at the end of the input so far.
  private mutating func note(_ part: Part) {
    switch part.fate {
    case "drop": counts.dropped += 1
    case "keep": counts.kept += 1
    default: counts.changed += 1
    }
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    seen.append(
      .init(
        key: part.key.isEmpty ? nil : String(part.key.split(separator: "\"").first ?? ""),
        value: part.value,
        place: Place(
          file: "", line: lines.count, column: (lines.last?.count ?? 0) + 1, byte: input.count)))
  }

  private mutating func space() -> String {
    generator.pick(["", "", "", " ", "\n", "\r\n  ", "\t", "\n\n    "])
  }

  private mutating func addToBoth(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    input += bytes
    expected += bytes
  }
}

extension String {
  /// The text with the digit after the key `n` turned into 9.
  fileprivate var patched: String {
    replacing(/("n":\s*)4/) { match in match.1 + "9" }
  }
}
