import Formats
import TestSupport

/// Rating events at random whose members come in any order, some of them or all, spelled in any way
/// that JSON allows, and in some that it does not.
struct ShuffledEvents {
  let seed: UInt64
  let format: InputFormat
  /// Whether nothing but the order of the members, and whether they are there, changes.
  var isClean = false
  var count = 100

  /// The layout of a document in a format.
  enum Layout {
    case plain, typed, answer, backfire, levelDB
  }

  private var layout: Layout {
    if format.rawValue.hasPrefix("rest-query") { return .answer }
    if format.rawValue.hasPrefix("rest") { return .typed }
    if format.rawValue.hasPrefix("backfire") { return .backfire }
    return format.rawValue.hasPrefix("leveldb") ? .levelDB : .plain
  }

  /// A file of the events.
  var text: String {
    var generator = SeededGenerator(seed: seed)
    let isSpaced = generator.happens(onceIn: 3)
    var records = (0..<count).map { record($0, isSpaced: isSpaced, &generator) }
    if !isClean {
      for index in records.indices where generator.happens(onceIn: 30) {
        records[index] = Self.mutant(of: records[index], &generator)
      }
    }
    let end = generator.happens(onceIn: 4) ? "\r\n" : "\n"
    switch format {
    case .restPages: return pages(of: records, &generator).joined(separator: end) + end
    case .jsonObject, .importExportCollection: return members(of: records, &generator) + end
    case .importExport:
      let others = generator.pick(["", "\"jokes\":{\"j\":{\"rating\":4}},"])
      return "{\"__collections__\":{" + others + "\"rating_events\":"
        + members(of: records, &generator) + "}}" + end
    case _ where format.framing == .lines: return records.map { $0 + end }.joined()
    case _ where format.framing == .array:
      return "[" + records.joined(separator: generator.pick([",", ",\n", " ,\n "])) + "]" + end
    default: return records.joined(separator: generator.pick(["", " ", "\n"])) + end
    }
  }

  private func members(of records: [String], _ generator: inout SeededGenerator) -> String {
    let separator = generator.pick([",", ",\n", " ,\n "])
    let members = records.enumerated().map { "\"e\($0.offset)\":" + $0.element }
    return "{" + members.joined(separator: separator) + "}"
  }

  private func pages(of records: [String], _ generator: inout SeededGenerator) -> [String] {
    let size = Int.random(in: 1...60, using: &generator)
    let separator = generator.pick([",", ", ", ",\n"])
    return stride(from: 0, to: records.count, by: size).map { start in
      "{\"documents\":["
        + records[start..<min(start + size, records.count)].joined(separator: separator)
        + generator.pick(["]}", "],\"nextPageToken\":\"t\"}"])
    }
  }

  // MARK: Records

  private func record(
    _ number: Int, isSpaced: Bool, _ generator: inout SeededGenerator
  ) -> String {
    let collection = isClean || !generator.happens(onceIn: 15) ? "rating_events" : "jokes/j/rating"
    let path = "\(collection)/e\(number * 997 % 1500)" + (odd(12, &generator) ? "é" : "")
    let name = "projects/p/databases/(default)/documents/" + path
    var fields = self.fields(number, &generator)
    let space = isSpaced ? " " : ""
    switch layout {
    case .plain: return object(fields, space, &generator)
    case .backfire:
      var members = [
        "\"path\":\(space)\"\(path)\"", "\"data\":" + object(fields, space, &generator),
      ]
      if generator.happens(onceIn: 3) { members.append("\"timestamps\":[\"at\"]") }
      return object(members, space, &generator)
    case .levelDB:
      fields.append("\"_key\":" + odd("{\"path\":\"\(path)\"}", #"{"id":5}"#, &generator))
      return object(fields, space, &generator)
    case .typed: return document(name, fields, space, &generator)
    case .answer:
      var members = ["\"document\":" + document(name, fields, space, &generator)]
      if generator.happens(onceIn: 2) { members.append("\"readTime\":\"2026-01-01T00:00:00Z\"") }
      return object(members, space, &generator)
    }
  }

  private func document(
    _ name: String, _ fields: [String], _ space: String, _ generator: inout SeededGenerator
  ) -> String {
    var members = ["\"fields\":" + object(fields, space, &generator)]
    if isClean || !generator.happens(onceIn: 12) {
      members.insert("\"name\":\(space)\"\(name)\"", at: 0)
    }
    for time in ["createTime", "updateTime"] where generator.happens(onceIn: 2) {
      members.append("\"\(time)\":" + odd("\"2026-01-01T00:00:00Z\"", "null", &generator))
    }
    if odd(25, &generator) { members.append("\"createTime\":[]") }
    if odd(25, &generator) { members.append("\"error\":{\"name\":1}") }
    return object(members, space, &generator)
  }

  private func object(
    _ members: [String], _ space: String, _ generator: inout SeededGenerator
  ) -> String {
    var members = members.shuffled(using: &generator)
    // One that comes twice, or ends with a comma too many.
    if odd(40, &generator), let member = members.first { members.append(member) }
    let wide = odd(30, &generator) ? generator.pick(["\t", "  ", "\r", "\n"]) : space
    return "{" + (odd(30, &generator) ? wide : "") + members.joined(separator: "," + wide)
      + (odd(60, &generator) ? "," : "") + "}"
  }

  /// The fields of a document; each is there in most.
  private func fields(_ number: Int, _ generator: inout SeededGenerator) -> [String] {
    let id = odd(
      "joke-\(number % 11)", generator.pick(["", "\\u0061b", "é", "a b", "x\\\\y", "j/k"]),
      &generator)
    var fields = [
      field(odd("joke_id", #"joke\u005fid"#, &generator), .string(id)),
      field(odd("rating", #"r\u0061ting"#, &generator), rating(&generator)),
    ]
    let others = [
      field("device", .string("d\(number * 7919)")),
      field("week", .string(odd("2026-W10", "W\\\"9 \u{1F600}", &generator))),
      field("at", .number(self.number(&generator))),
      field("ok", .word(generator.pick(["true", "false"]))),
      field("place", .raw("{\"x\":-1.5e3,\"tags\":[\"a\",\"b c!\"]}")),
      field("empty", .raw(generator.pick(["{}", "[]", "[1, {\"rating\":4}]"]))),
      field("jokeId", .string("other")),
      field("a rather long key that holds no rating", .string("")),
    ]
    fields += others.filter { _ in !generator.happens(onceIn: 5) }
    if odd(30, &generator) { fields.remove(at: 0) }
    if odd(30, &generator) { fields.append(field("rating", rating(&generator))) }
    if odd(30, &generator) { fields.append("\"votes\":{\"u\(number)\":true}") }
    return fields
  }

  private enum Value {
    case string(String), number(String), word(String), raw(String)
  }

  private func field(_ key: String, _ value: Value) -> String {
    let isTyped = layout == .typed || layout == .answer
    switch value {
    case .string(let text):
      return isTyped
        ? "\"\(key)\":{\"stringValue\":\"\(text)\"}" : "\"\(key)\":\"\(text)\""
    case .number(let text):
      guard isTyped else { return "\"\(key)\":\(text)" }
      return text.allSatisfy(\.isNumber)
        ? "\"\(key)\":{\"integerValue\":\"\(text)\"}" : "\"\(key)\":{\"doubleValue\":\(text)}"
    case .word(let text):
      return isTyped ? "\"\(key)\":{\"booleanValue\":\(text)}" : "\"\(key)\":\(text)"
    case .raw(let text): return "\"\(key)\":\(text)"
    }
  }

  private func rating(_ generator: inout SeededGenerator) -> Value {
    .number(
      odd(
        String(Int.random(in: 1...5, using: &generator)),
        generator.pick(["0", "6", "4.0", "50e-1", "-1", "12", "5.0", "-5", "05"]), &generator))
  }

  private func number(_ generator: inout SeededGenerator) -> String {
    odd(
      String(Int.random(in: 1...2_000_000, using: &generator)),
      generator.pick(["0", "-0", "1E5", "1e+05", "01", "5.", "5.0", "-", "1.5", "1e", "+1"]),
      &generator)
  }

  // MARK: Oddities

  private func odd(_ often: Int, _ generator: inout SeededGenerator) -> Bool {
    !isClean && generator.happens(onceIn: often)
  }

  private func odd(_ usual: String, _ odd: String, _ generator: inout SeededGenerator) -> String {
    self.odd(15, &generator) ? odd : usual
  }

  /// The same with a byte changed, put in or taken away.
  static func mutant(of record: String, _ generator: inout SeededGenerator) -> String {
    var bytes = Array(record.utf8)
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    let byte = generator.pick(Array("\"\\{}[],:0123456789 eE-+.\u{1}x/\u{7F}t\t".utf8))
    switch Int.random(in: 0...3, using: &generator) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(byte, at: index)
    default: bytes[index] = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
