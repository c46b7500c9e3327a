import Formats
import Scan
import SystemIO
import TestSupport
import Testing

struct RecordStreamTests {
  @Test(arguments: RandomRecords.framings, SeededGenerator.seeds(150))
  func `the output equals that of a plain statement of the rules`(
    framing: Framing, seed: UInt64
  ) throws {
    let records = RandomRecords(seed: seed, framing)
    var generator = SeededGenerator(seed: seed)
    let byteCount = generator.pick([16, 17, 23, 64, 4096])
    let outcome = try stream(records.input, framing, byteCount: byteCount, keepsText: false)
    let input = String(decoding: records.input, as: UTF8.self)
    #expect(outcome.damage == nil, "seed \(seed): \(input)")
    #expect(outcome.seen == records.seen, "seed \(seed): \(input)")
    #expect(outcome.counts == records.counts, "seed \(seed): \(input)")
    #expect(outcome.inputDigest == SHA256.digest(records.input), "seed \(seed)")
    #expect(outcome.progress == records.input.count, "seed \(seed)")
    if outcome.output.digest != SHA256.digest(records.expected) {
      let text = try stream(records.input, framing, byteCount: byteCount).text
      #expect(text == String(decoding: records.expected, as: UTF8.self), "seed \(seed): \(input)")
    }
  }

  @Test(
    arguments: [
      (.lines, "", ""), (.lines, "\n\n", "\n\n"), (.stream, " \n", " \n"), (.array, "[]", "[]"),
      (.array, " [ ] ", " [ ] "), (.object, "{}", "{}"),
      (.object, "{\"wrapped\":{}}\n", "{\"wrapped\":{}}\n"),
      (.lines, "{\"do\":\"drop\"}", ""), (.lines, "{\"do\":\"drop\"}\n", ""),
      (.lines, "{}\n{\"do\":\"drop\"}", "{}"), (.lines, "{}\r\n{\"do\":\"drop\"}", "{}"),
      (.lines, "{}\n{\"do\":\"drop\"}\n", "{}\n"), (.lines, "{\"do\":\"drop\"}\n{}", "{}"),
      (.array, "[{\"do\":\"drop\"}]", "[]"), (.array, "[{\"do\":\"drop\"}, {}]", "[{}]"),
      (.array, "[{}, {\"do\":\"drop\"} ]", "[{} ]"),
      (.array, "[{}, {\"do\":\"drop\"} ,\n{}]", "[{}, {}]"),
      (.object, "{\"a\":{\"do\":\"drop\"},\"b\":{}}", "{\"b\":{}}"),
      (
        .object, "{\"a\":{\"do\":\"drop\"}, \"wrapped\" : {\"b\":{\"do\":\"drop\"}}}",
        "{\"wrapped\" : {}}"
      ),
      (.stream, "{\"do\":\"drop\"}\n{}\n{\"do\":\"drop\"}\n", "{}\n"), (.stream, "{}{}", "{}{}"),
    ] as [(Framing, String, String)])
  func `a record that goes takes one separator along`(
    framing: Framing, input: String, output: String
  ) throws {
    let outcome = try stream(input, framing)
    #expect(outcome.text == output)
    #expect(outcome.damage == nil)
  }

  // MARK: Damage

  @Test(
    arguments: [
      (.lines, "{}\n{\"a\":}\n", 2, 6, 8), (.lines, "{}\n{\"a\":1} x\n", 2, 9, 11),
      (.lines, "{}\n\n  {\"a\":\"é\", b}\n", 3, 14, 17), (.lines, "{}\n7\n", 2, 1, 3),
      (.lines, "{}\n{\"a\":1", 2, 7, 9), (.stream, "{}\n[]", 2, 1, 3),
      (.stream, "{}\n{\n \"a\"", 3, 5, 9),
      (.array, "[\n{},\n{} {}]", 3, 4, 9), (.array, "[{}", 1, 4, 3), (.array, "[{}] x", 1, 6, 5),
      (.array, "{}", 1, 1, 0), (.array, "", 1, 1, 0), (.object, "{\"a\":{}\n\"b\":{}}", 2, 1, 8),
      (.object, "{\"a\":3}", 1, 6, 5), (.object, "{\"wrapped\":{\"a\":{},}}", 1, 20, 19),
      (.object, "{\"a\":{\"b\":\"\u{1}\"}}", 1, 12, 11),
    ] as [(Framing, String, Int, Int, Int)])
  func `damage is told at the byte that cannot be`(
    framing: Framing, input: String, line: Int, column: Int, byte: Int
  ) throws {
    let damage = try #require(try stream(input, framing).damage)
    let place = try #require(damage.place)
    #expect(withoutFile(place) == Place(file: "", line: line, column: column, byte: byte))
    #expect(damage.message.hasPrefix("not valid JSON: "))
    #expect(damage.kind == .badData)
  }

  @Test(arguments: RandomRecords.framings, SeededGenerator.seeds(40))
  func `damage far behind small windows is told at its byte too`(
    framing: Framing, seed: UInt64
  ) throws {
    let whole = RandomRecords(seed: seed, framing).input
    // The last byte of a record's name that only records have.
    guard let place = whole.lastIndex(of: UInt8(ascii: "4")) else { return }
    var input = whole
    input[place] = UInt8(ascii: "x")
    let found = try #require(try stream(input, framing, keepsText: false).damage?.place)
    let lines = input[..<place].split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(found.byte == place, "seed \(seed)")
    #expect(found.line == lines.count, "seed \(seed)")
    #expect(found.column == (lines.last?.count ?? 0) + 1, "seed \(seed)")
  }

  @Test func `an input that is cut short says what to do`() throws {
    let damage = try #require(try stream("[{},{\"a\"", .array).damage)
    #expect(damage.hint?.contains("cut short") == true)
    let inside = try #require(try stream("[{},x", .array).damage)
    #expect(inside.hint?.contains("cut short") == false)
    for hint in [damage.hint, inside.hint] { #expect(hint?.contains("--salvage") == true) }
  }

  // MARK: Salvage

  @Test func `a damaged line passes as it came, and the rest goes on`() throws {
    let outcome = try stream(
      "{\"do\":\"drop\"}\n{\"a\":}\n{\"do\":\"patch\",\"n\":4}\nnonsense\n", .lines,
      isSalvaging: true)
    #expect(outcome.text == "{\"a\":}\n{\"do\":\"patch\",\"n\":9}\nnonsense\n")
    #expect(outcome.counts.changed == 1)
    #expect(outcome.counts.dropped == 1)
    #expect(outcome.problems.map(place) == [19, 42])
  }

  @Test(
    arguments: [
      (.array, "[{\"do\":\"patch\",\"n\":4},{\"a\":},{\"do\":\"drop\"}] ", 27),
      (.object, "{\"k\":{\"do\":\"patch\",\"n\":4},\"a\":x} ", 30),
      (.stream, "{\"do\":\"patch\",\"n\":4} {]", 22),
      (.array, "[{\"do\":\"patch\",\"n\":4}] {}", 23), (.array, "[{\"do\":\"patch\",\"n\":4}", 21),
    ] as [(Framing, String, Int)])
  func `behind damage in a container all passes as it came`(
    framing: Framing, input: String, byte: Int
  ) throws {
    let outcome = try stream(input, framing, isSalvaging: true)
    #expect(outcome.text == input.replacing("4", with: "9"))
    #expect(outcome.problems.map(place) == [byte])
    #expect(outcome.damage == nil)
  }

  @Test func `damage in a collection is one reject`() throws {
    let input = "{\"wrapped\":{\"a\":{\"do\":\"drop\"},\"b\":x},\"c\":{}}"
    let outcome = try stream(input, .object, isSalvaging: true)
    #expect(outcome.text == "{\"wrapped\":{\"b\":x},\"c\":{}}")
    #expect(outcome.problems.map(place) == [34])
  }

  @Test func `a damaged record after one that goes keeps one separator`() throws {
    let outcome = try stream("[{}, {\"do\":\"drop\"},\n{\"a\":}]", .array, isSalvaging: true)
    #expect(outcome.text == "[{}, {\"a\":}]")
  }

  // MARK: Records that are too large

  private let large = #"{"do":"drop","text":""# + String(repeating: "}]\\\"", count: 40) + #""}"#

  @Test(arguments: RandomRecords.framings)
  func `a record too large to hold passes, and the rest goes on`(framing: Framing) throws {
    let (before, after) = (#"{"do":"patch","n":4}"#, #"{"do":"drop"}"#)
    let (input, output, byte) =
      switch framing {
      case .lines: ("\(before)\n\(large)\n\(after)\n", "\(before)\n\(large)\n", 21)
      case .stream, .single: ("\(before)\n\(large)\n\(after)\n", "\(before)\n\(large)\n", 21)
      case .array: ("[\(before), \(large), \(after)]", "[\(before), \(large)]", 23)
      case .object:
        (
          "{\"a\":\(before), \"b\": \(large), \"c\":\(after)}",
          "{\"a\":\(before), \"b\": \(large)}", 27
        )
      }
    let outcome = try stream(input, framing, Tight.self)
    #expect(outcome.text == output.replacing(":4", with: ":9"))
    #expect(outcome.damage == nil)
    #expect(outcome.counts.dropped == 1)
    #expect(outcome.problems.map(place) == [byte])
    guard case .tooLarge(_, limit: 64, _)? = outcome.problems.first else {
      Issue.record("the problem is not that it is too large")
      return
    }
  }

  /// A string, a number and white space may each exceed the window.
  @Test(
    arguments: [
      #""K":{"do":"drop"}"#, #""b"S:S{"do":"drop"}"#, #""b":{"n":N}"#, #""b":{"K":N}"#, #""K":N"#,
    ])
  func `a member that is too large passes, whichever part of it is large`(member: String) throws {
    let count = Tight.byteCount + 5_000
    let large = member.replacing("K", with: String(repeating: "k", count: count))
      .replacing("N", with: String(repeating: "1", count: count))
      .replacing("S", with: String(repeating: " ", count: count))
    let input = #"{"a":{"do":"drop"}, \#(large), "c":{"do":"drop"}}"#
    let outcome = try stream(input, .object, Tight.self)
    #expect(outcome.damage == nil)
    #expect(outcome.text == "{\(large)}")
    #expect(outcome.problems.map(place) == [20])
  }

  @Test(arguments: RandomRecords.framings)
  func `a record too large after one that goes keeps one separator`(framing: Framing) throws {
    let gone = #"{"do":"drop"}"#
    let (input, output) =
      switch framing {
      case .lines: ("\(gone)\n\(large)", large)
      case .stream, .single: ("{}\n\(gone) \(large)", "{}\n\(large)")
      case .array: ("[{}, \(gone),\(large)]", "[{}, \(large)]")
      case .object: ("{\"k\":{}, \"a\":\(gone),\"b\":\(large)}", "{\"k\":{}, \"b\":\(large)}")
      }
    #expect(try stream(input, framing, Tight.self).text == output)
  }

  @Test(arguments: [Framing.array, .object, .stream])
  func `a record too large that does not end is damage`(framing: Framing) throws {
    let cut = String(large.dropLast(2))
    let input =
      switch framing {
      case .array: "[\(cut)"
      case .object: "{\"a\":\(cut)"
      case .stream, .single, .lines: cut
      }
    let damage = try #require(try stream(input, framing, Tight.self).damage)
    #expect(damage.place?.byte == input.utf8.count)
  }

  @Test(arguments: [Framing.array, .object])
  func `what follows a record too large that does not end is one more reject`(framing: Framing)
    throws
  {
    let cut = #"{"text":""# + String(repeating: "x", count: Tight.byteCount + 5_000)
    let input = (framing == .array ? "[" : "{\"a\":") + cut
    let salvaged = try stream(input, framing, Tight.self, isSalvaging: true)
    #expect(salvaged.damage == nil)
    #expect(salvaged.text == input)
    #expect(salvaged.problems.map(place) == [1, input.utf8.count])
  }

  @Test func `a record of exactly the limit is held`() throws {
    let fits = "{\"do\":\"drop\",\"x\":\"" + String(repeating: "y", count: 64 - 20) + "\"}"
    #expect(fits.utf8.count == 64)
    #expect(try stream("[" + fits + "]", .array, Tight.self).text == "[]")
  }

  /// The last bytes that the window has room for may be those that end the record.
  @Test(arguments: [16, 9_000, 16_384, 20_000])
  func `a record up to the limit is held, however the window fills`(byteCount: Int) throws {
    enum Broad: TestLimit { static let byteCount = 20_000 }
    for size in stride(from: 11_000, through: 20_000, by: 1_000) {
      let record = "{\"x\":\"" + String(repeating: "y", count: size - 8) + "\"}"
      let input = Array("[\(record),\(record) , {}]".utf8)
      let outcome = try stream(input, .array, Broad.self, byteCount: byteCount)
      #expect(outcome.problems.isEmpty && outcome.counts.kept == 3, "\(size) of \(byteCount)")
    }
  }

  // MARK: White space

  /// Where `_` stands there are 20,000 bytes of white space, much more than the window may hold.
  private static func widened(_ text: String) -> String {
    text.replacing("_", with: String(repeating: " \n\t  ", count: 4000))
  }

  @Test(
    arguments: [
      (.array, "[_{}_,_{}_]", "[_{}_,_{}_]"), (.array, "[_]_", "[_]_"),
      (.array, "[{},_{\"do\":\"drop\"}_,_{}]", "[{},_{}]"),
      (.array, "[{}_,_{\"do\":\"drop\"}_]", "[{}_]"),
      (.array, "[{}_,{\"do\":\"drop\"},_{\"do\":\"drop\"}_,{},{}]", "[{}_,{},{}]"),
      (.array, "[{},_{\"do\":\"drop\"},{\"do\":\"drop\"}]", "[{}]"),
      (.array, "[_{\"do\":\"drop\"}_,_{}_]", "[_{}_]"),
      (.array, "[_{\"do\":\"drop\"}_]", "[_]"),
      (.object, "{_\"a\":{}_,_\"b\":{\"do\":\"drop\"}_,_\"c\":{}_}_", "{_\"a\":{}_,_\"c\":{}_}_"),
      (
        .object, "{\"a\":{}_,_\"wrapped\":{_\"b\":{\"do\":\"drop\"}_}_}",
        "{\"a\":{}_,_\"wrapped\":{_}_}"
      ),
      (
        .object, "{\"a\":{\"do\":\"drop\"}_,_\"wrapped\":{\"b\":{\"do\":\"drop\"},_\"c\":{}}}",
        "{\"wrapped\":{\"c\":{}}}"
      ),
      (.stream, "{}_{\"do\":\"drop\"}_{}_", "{}_{}_"), (.stream, "{}_{\"do\":\"drop\"}_", "{}_"),
      (.stream, "_{}_{}", "_{}_{}"),
    ] as [(Framing, String, String)])
  func `white space between records counts for none of them`(
    framing: Framing, input: String, output: String
  ) throws {
    let outcome = try stream(Self.widened(input), framing, Tight.self)
    #expect(outcome.text == Self.widened(output))
    #expect(outcome.damage == nil)
    #expect(outcome.problems.isEmpty)
    let narrow = try stream(input.replacing("_", with: ""), framing, Tight.self)
    #expect(outcome.seen.map(\.value) == narrow.seen.map(\.value))
    #expect(outcome.counts == narrow.counts)
  }

  @Test func `a record behind long white space is told at its place`() throws {
    let outcome = try stream(
      Self.widened("[{},_") + "\(large), {\"n\":1}]", .array, Tight.self)
    #expect(outcome.problems.map(place) == [20_004])
    #expect(outcome.seen.last?.place.line == 4001)
    #expect(outcome.seen.last?.place.column == large.utf8.count + 6)
  }

  @Test(
    arguments: [
      (.array, "[{}_,_]", 40_004), (.array, "[{\"do\":\"drop\"}_,_]", 40_015),
      (.array, "[_,{}]", 20_001), (.array, "[{}_,_,{}]", 40_004), (.array, "[{}_{}]", 20_003),
      (.array, "[{}_,_", 40_004), (.object, "{\"a\":{}_,_}", 40_008),
    ] as [(Framing, String, Int)])
  func `damage behind long white space is told at its byte, and stays as it came`(
    framing: Framing, input: String, byte: Int
  ) throws {
    let input = Self.widened(input)
    let damage = try #require(try stream(input, framing, Tight.self).damage)
    #expect(damage.place?.byte == byte)
    guard !input.contains("drop") else { return }
    #expect(try stream(input, framing, Tight.self, isSalvaging: true).text == input)
  }

  @Test func `a blank line of any length is none`() throws {
    let blank = String(repeating: " \t ", count: 5000)
    let input = "{}\n\(blank)\r\n{\"do\":\"drop\"}\n\(blank)\n{\"n\":1}\n\(blank)"
    let outcome = try stream(input, .lines, Tight.self)
    #expect(outcome.text == input.replacing("{\"do\":\"drop\"}\n", with: ""))
    #expect(outcome.problems.isEmpty)
    #expect(outcome.seen.map(\.place.line) == [1, 3, 5])
  }

  private func place(_ problem: RecordProblem) -> Int? {
    switch problem {
    case .tooLarge(let place, _, _), .unusable(_, let place, _, _): place.byte
    case .damaged(let damage): damage.place?.byte
    case .listed(let reject): reject.place?.byte
    }
  }
}
