import Formats
import Foundation
import Jokes
import TestSupport
import Testing

extension DeviceStoreTests {
  private func jokes(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "joke-\($0)" } }

  private func dump(_ seen: [String], _ kind: DefaultsKind) throws -> DefaultsDump {
    let others: [String: Any] = ["jokeImpressions": seen, "x": Array(seen.prefix(3)) + ["y"]]
    let bytes =
      switch kind {
      case .json: Array(try JSONSerialization.data(withJSONObject: others))
      case .xmlPropertyList: try foundationList(others, .xml)
      case .binaryPropertyList: try foundationList(others, .binary)
      }
    return try DefaultsDump(reading: bytes, as: kind)
  }

  /// The impressions after one more, and whether all else stayed.
  private func marked(_ joke: String, in dump: DefaultsDump) throws -> [String] {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(try dump.applying([]), to: "dump")
      var store = try DeviceStore(path: path)
      let isNew = try store.markImpression(JokeID(joke))
      let result = try DefaultsDump(reading: try directory.bytes(of: "dump"), as: dump.kind)
      #expect(try result.strings(of: "x") == dump.strings(of: "x"))
      let seen = try result.strings(of: "jokeImpressions") ?? []
      #expect(try isNew == (seen != dump.strings(of: "jokeImpressions")))
      return seen
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `a new joke comes last, and nothing is forgotten below 500`(kind: DefaultsKind) throws {
    for count in [0, 1, 2, 499] {
      let dump = try dump(jokes(0..<count), kind)
      #expect(try marked("new", in: dump) == jokes(0..<count) + ["new"])
    }
  }

  @Test func `the first impression creates the array`() throws {
    try TemporaryDirectory.with { directory in
      var store = try DeviceStore(path: try directory.write("{}", to: "dump"))
      try store.markImpression(JokeID("a"))
      #expect(try directory.text(of: "dump") == #"{"jokeImpressions":["a"]}"#)
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `the 501st pushes the first out`(kind: DefaultsKind) throws {
    let dump = try dump(jokes(0..<500), kind)
    #expect(try marked("new", in: dump) == jokes(1..<500) + ["new"])
  }

  @Test(arguments: DefaultsKind.allCases)
  func `marking a seen joke changes nothing, even above the limit`(
    kind: DefaultsKind
  ) throws {
    for count in [3, 500, 507] {
      let dump = try dump(jokes(0..<count), kind)
      #expect(try marked("joke-\(count - 1)", in: dump) == jokes(0..<count))
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `a dump that is too long is cut together with the new joke`(kind: DefaultsKind) throws {
    let dump = try dump(jokes(0..<507), kind)
    #expect(try marked("new", in: dump) == jokes(8..<507) + ["new"])
    // Of those that are cut off each counts as forgotten, and comes in anew.
    #expect(try marked("joke-3", in: dump) == jokes(8..<507) + ["joke-3"])
  }

  @Test(arguments: DefaultsKind.allCases)
  func `only the first of two impressions of a joke is removed`(kind: DefaultsKind) throws {
    let twice = ["twice", "a", "twice"] + jokes(3..<500)
    #expect(try marked("new", in: try dump(twice, kind)) == twice.dropFirst() + ["new"])
  }

  @Test(arguments: ["{}", "5", "[1]"])
  func `impressions that are no array of strings are unusable`(value: String) throws {
    try TemporaryDirectory.with { directory in
      let text = #"{"jokeImpressions":\#(value)}"#
      var store = try DeviceStore(path: try directory.write(text, to: "dump"))
      #expect(throws: DeviceStoreError.self) { try store.markImpression(a) }
      #expect(try directory.text(of: "dump") == text)
    }
  }
}
