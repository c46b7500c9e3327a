import Formats
import TestSupport

/// Rating events at random: most of one shape, some of others, and some with whatever is odd.
struct RandomEvents {
  let seed: UInt64
  var isClean = false
  let count = 200
  /// The number of lengths, in any order.
  private var lengthCount: Int { [1, 2, 5, 30][Int(seed % 4)] }

  /// A file of the events.
  func text(as format: InputFormat) -> String {
    var generator = SeededGenerator(seed: seed)
    let isREST = format.rawValue.hasPrefix("rest")
    var records = (0..<count).map { number in
      isREST ? document(number, &generator) : event(number, &generator)
    }
    if !isClean {
      for index in records.indices where generator.happens(onceIn: 60) {
        records[index] = mutant(of: records[index], &generator)
      }
    }
    return joined(records, as: format, &generator)
  }

  private func joined(
    _ records: [String], as format: InputFormat, _ generator: inout SeededGenerator
  ) -> String {
    if format == .restPages { return pages(of: records, &generator) }
    switch format.framing {
    case .lines:
      let end = generator.happens(onceIn: 4) ? "\r\n" : "\n"
      var lines = records.map { $0 + end }
      if !isClean, generator.happens(onceIn: 2) { lines.insert(end, at: 7) }
      let text = lines.joined()
      return !isClean && generator.happens(onceIn: 3) ? String(text.dropLast()) : text
    case .array:
      let separator = generator.pick([",", ",\n", " ,\n  "])
      var elements = records.map { $0 + separator }
      if !isClean, generator.happens(onceIn: 2) {
        let index = Int.random(in: 0..<count - 1, using: &generator)
        elements[index] = records[index] + generator.pick(["", "\n", ",,", ";"])
      }
      elements[count - 1] = records[count - 1]
      return "[" + generator.pick(["", "\n", "\n  "]) + elements.joined() + "]\n"
    default: return records.joined(separator: generator.pick([" ", "\n", "\n\n"]))
    }
  }

  /// Pages of a few documents each, so that many begin one.
  private func pages(of records: [String], _ generator: inout SeededGenerator) -> String {
    let (size, separator) = (
      generator.pick([1, 2, 3, 50]), generator.pick([",", ",\n", " ,\n  "])
    )
    let lead = generator.pick(["", "", "\n", "\n  "])
    return stride(from: 0, to: records.count, by: size).map { start in
      let page = records[start..<min(start + size, records.count)].joined(separator: separator)
      return "{\"documents\":[" + lead + page + "]}\n"
    }.joined()
  }

  private func rating(_ generator: inout SeededGenerator) -> String {
    isClean || !generator.happens(onceIn: 20)
      ? String(Int.random(in: 1...5, using: &generator))
      : generator.pick(["0", "6", "4.0", "50e-1", "null", "\"4\"", "true", "[]", "-1", "12"])
  }

  private func jokeID(_ generator: inout SeededGenerator) -> String {
    if !isClean, generator.happens(onceIn: 20) {
      return generator.pick(["", "\\u0061b", "é", "a b", "x\\\\y", "constructor", "\u{1F600}"])
    }
    return "joke-\(Int.random(in: 10...20, using: &generator))"
  }

  private func name(_ generator: inout SeededGenerator) -> String {
    String(repeating: "n", count: Int.random(in: 1...lengthCount, using: &generator))
  }

  private func event(_ number: Int, _ generator: inout SeededGenerator) -> String {
    var fields = [
      "\"id\":\"e\(number % 7)\"", "\"joke_id\":\"\(jokeID(&generator))\"",
      "\"rating\":\(rating(&generator))", "\"at\":\(1000 + number)", "\"ok\":true",
      "\"place\":{\"x\":-1.5e3,\"tags\":[\"a\",\"b c!\"]}",
      "\"by\":\"\(name(&generator))\"",
    ]
    if !isClean {
      if generator.happens(onceIn: 10) { fields.shuffle(using: &generator) }
      if generator.happens(onceIn: 20) { fields.append("\"rating\":5") }
      if generator.happens(onceIn: 20) { fields.remove(at: 1) }
      if generator.happens(onceIn: 40) {
        fields.append("\"long\":\"\(String(repeating: "x", count: 1000))\"")
      }
      if generator.happens(onceIn: 20) { fields.append("\"note\":\"caf\\u00e9 \u{E9} \\\"\"") }
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private func document(_ number: Int, _ generator: inout SeededGenerator) -> String {
    let collection = isClean || !generator.happens(onceIn: 15) ? "rating_events" : "jokes/j/rating"
    let id = "\(name(&generator))\(100 + number)"
    let path = "projects/p/databases/(default)/documents/\(collection)/\(id)"
    let value = rating(&generator)
    let isNumber = value.allSatisfy(\.isNumber)
    let typed = isNumber ? "{\"integerValue\":\"\(value)\"}" : "{\"doubleValue\":\(value)}"
    let joke = "{\"stringValue\":\"\(jokeID(&generator))\"}"
    return "{\"name\":\"\(path)\",\"fields\":{\"joke_id\":\(joke),"
      + "\"rating\":\(typed)},\"createTime\":\"2026-01-01T00:00:00.\(100 + number)Z\"}"
  }

  /// The same with a byte changed, or without its end.
  private func mutant(of record: String, _ generator: inout SeededGenerator) -> String {
    var bytes = Array(record.utf8)
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes.remove(at: index)
    case 2: bytes.insert(UInt8(ascii: "\""), at: index)
    default: bytes[index] = generator.pick(Array("\"\\{}[],:0123456789 eE-+.\u{1}x/".utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
