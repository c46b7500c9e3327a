import Scan
import Testing

@testable import Formats

struct FieldNamesTests {
  /// Which of the names are new, one after the other.
  private func areNew(_ all: [String]) -> [Bool] {
    var names = FieldNames()
    let text = Array(all.joined(separator: "\"").utf8)
    var start = 0
    return all.map { name in
      let range = start..<start + name.utf8.count
      start = range.upperBound + 1
      return names.insert(
        JSONString(range: range, isEscaped: name.utf8.contains(UInt8(ascii: "\\"))), in: text.span)
    }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 99])
  func `each of any number of names is taken once`(count: Int) {
    let all = (0..<count).map { "field \($0)" }
    let new = areNew(all + all + ["", "", "field \(count)"])
    #expect(
      new == Array(repeating: true, count: count) + Array(repeating: false, count: count)
        + [true, false, true])
  }

  @Test func `an escaped name is what it says`() {
    #expect(areNew(["a", #"\u0061"#, #"\u0062"#, "b"]) == [true, false, true, false])
  }

  @Test func `names that differ in normalisation only are two`() {
    #expect(areNew(["\u{E9}", "e\u{301}"]) == [true, true])
  }
}
