import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct DumpIndexTests {
  private func index(_ text: String) throws -> DumpIndex {
    let bytes = Array(text.utf8)
    var cursor = JSONCursor(bytes.span)
    return try JSONContainer(&cursor).index(in: bytes).searchable(of: "d")
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `each key is found, however it is spelled`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stems = ["a", "cafe\u{301}", "caf\u{E9}", "\u{1F414}", "", "knock_knock knock_knock"]
    var keys: [String] = []
    for number in 0..<Int.random(in: 0..<300, using: &random) {
      keys.append(random.pick(stems) + String(number))
    }
    let members = keys.map { key in
      let isEscaped = random.happens(onceIn: 3)
      let units = key.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "\"\(isEscaped ? units.joined() : key)\":\(key.utf8.count)"
    }
    let index = try index("{\(members.joined(separator: ","))}")
    #expect(index.count == keys.count)
    for (place, key) in keys.enumerated() {
      let bytes = Array(key.utf8)
      let found = index.place(of: bytes.span)
      #expect(found == place)
      #expect(Array(index.name(at: place).utf8) == bytes)
    }
    for key in ["x", "a", "cafe\u{301}"] {
      let bytes = Array(key.utf8)
      let found = index.place(of: bytes.span)
      #expect(found == nil)
    }
  }

  @Test(arguments: [2, 3, 24, 25, 26, 200])
  func `a key that comes twice is found, and where it comes again`(count: Int) throws {
    for (one, other) in [(0, count - 1), (count / 2 - 1, count / 2), (count - 2, count - 1)] {
      let members = (0..<count).map { #""k\#($0 == other ? one : $0)":1"# }
      let text = "{\(members.joined(separator: ","))}"
      let error = #expect(throws: DefaultsDumpError.self) { try index(text) }
      #expect(error?.reason == "'d' holds the key 'k\(one)' twice")
      let before = members[..<other].map(\.utf8.count).reduce(other + 1, +)
      #expect(error?.byteOffset == before + members[other].utf8.count - 1)
    }
  }

  @Test func `no key is an empty key`() throws {
    let (empty, index) = (try index("{}"), try index(#"{"":1,"a":2}"#))
    let none: [UInt8] = []
    let (before, after) = (empty.place(of: none.span), index.place(of: none.span))
    #expect(before == nil)
    #expect(after == 0)
  }
}
