import TestSupport

/// Random JSON dumps on one line, some with something odd in them.
struct RandomDumpText {
  private var generator: SeededGenerator
  private let ids: [String]
  /// How often something is odd: once in so many times.
  private let oddness: Int
  private let spaces: [String]
  /// How often ids come in another order than elsewhere: once in so many times.
  private let disorder: Int

  /// What ids begin with, of several lengths, and alike at their beginnings.
  private static let beginnings = [
    "j", "joke-", "rYjkLAL33RxzmmTv", "0123456", "", "Y-0123456", "0F8FAD5B-D9CB-469F-A165-7086772",
    "0F8FAD5B-D9CB-469F-A165-7086772881", "an id that is longer than any that the app makes ",
  ]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    oddness = generator.pick([1 << 30, 1 << 30, 200, 20])
    disorder = generator.pick([1, 3, 1 << 30])
    spaces = generator.pick([[""], [" "], ["", " "], ["", " ", "\t", "\r", "  "]])
    let count = Int.random(in: 0...generator.pick([10, 40, 200]), using: &generator)
    var ids: [String] = []
    for index in 0..<count {
      ids.append(generator.pick(Self.beginnings) + "\(index)")
    }
    self.ids = ids
  }

  /// A dump; without a line end.
  mutating func text() -> String {
    var members = [
      #""AppleLanguages":["en-US","de"]"#, #""volume":0.5"#, #""other":{"jokeRatings":{"a":9}}"#,
      #""none":null"#, #""text":"\u00e9\"x""#,
    ].filter { _ in Bool.random(using: &generator) }
    if !generator.happens(onceIn: 8) { members.append(ratings()) }
    if !generator.happens(onceIn: 8) { members.append(times("jokeRatingTimestamps")) }
    if !generator.happens(onceIn: 3) { members.append(times("savedJokeTimestamps")) }
    if !generator.happens(onceIn: 3) { members.append(savedJokes()) }
    for flag in [
      "hasMigratedRatedToSaved", "hasMigratedRatingsToBinary", "hasCompletedBinaryRatingMigration",
    ] where generator.happens(onceIn: 5) {
      members.append(
        space() + "\"\(flag)\"" + colon()
          + value("false", or: ["true", "1", "0", "null", #""true""#], onceIn: 6))
    }
    members.shuffle(using: &generator)
    if isOdd(), let member = members.first { members.append(member) }
    var text = space() + "{" + members.joined(separator: space() + ",") + space() + "}"
    if isOdd() { damage(&text) }
    return text + space()
  }

  private mutating func ratings() -> String {
    let entries = someIDs().map { id in
      key(id)
        + value(
          "\(Int.random(in: 1...5, using: &generator))",
          or: ["0", "6", "4.0", "40e-1", "-4", "4.5", "\"4\"", "true", "null", "[4]", "12"])
    }
    return member("jokeRatings", "{" + joined(entries) + "}")
  }

  private mutating func times(_ name: String) -> String {
    let entries = someIDs().map { id in
      let seconds = 1_767_600_000 + Int.random(in: 0...9, using: &generator)
      let fraction = generator.pick(["", ".0", ".25", ".250", ".123456"])
      return key(id)
        + value(
          "\(seconds)" + fraction,
          or: [
            "0", "0.5", "123456789012345", "1234567890123456", "1.7e9", "-5", "\"5\"", "null",
            "1e400", "01", "5.", "0.1234567890123456", "99999999999999999999999999999999999",
          ])
    }
    return member(name, "{" + joined(entries) + "}")
  }

  private mutating func savedJokes() -> String {
    var ids = someIDs()
    if generator.happens(onceIn: 4) { ids += ids.prefix(2) }
    let elements = ids.map { id in value("\"\(id)\"", or: ["5", "null", #""\u0061""#, #""é""#]) }
    return member("savedJokeIds", "[" + joined(elements) + "]")
  }

  private mutating func member(_ name: String, _ container: String) -> String {
    // The first letter of every name fits into two hexadecimal digits.
    let escaped = "\\u00" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
    let name = isOdd() ? escaped : name
    return space() + "\"\(name)\"" + colon() + value(container, or: ["[]", "{}", "7", "\"x\""])
  }

  private mutating func key(_ id: String) -> String {
    space() + (isOdd() ? generator.pick([#""é""#, #""a\/b""#, #""a"#, "\"\u{7F}\""]) : "\"\(id)\"")
      + colon()
  }

  private mutating func value(
    _ usual: String, or odd: [String], onceIn count: Int? = nil
  ) -> String {
    let isOdd = count.map { generator.happens(onceIn: $0) } ?? isOdd()
    return space() + (isOdd ? generator.pick(odd) : usual) + space()
  }

  private mutating func joined(_ entries: [String]) -> String {
    entries.isEmpty ? space() : entries.joined(separator: ",")
  }

  private mutating func someIDs() -> [String] {
    var ids = ids.filter { _ in !generator.happens(onceIn: 3) }
    if generator.happens(onceIn: 10) { ids = [] }
    if generator.happens(onceIn: disorder) { ids.shuffle(using: &generator) }
    if isOdd() { ids += ids.prefix(1) }
    return ids
  }

  private mutating func damage(_ text: inout String) {
    var bytes = Array(text.utf8)
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = generator.pick(Array("{}[],:\"\\0x ".utf8))
    default: bytes.removeSubrange(place...)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private mutating func colon() -> String { space() + ":" + space() }
  private mutating func space() -> String { generator.pick(spaces) }
  private mutating func isOdd() -> Bool { generator.happens(onceIn: oddness) }
}
