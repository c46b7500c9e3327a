import Testing

@testable import Formats

struct FieldNamesTests {
  /// Which of the names are new, one after the other.
  private func areNew(_ all: [String]) -> [Bool] {
    var names = FieldNames()
    return all.map { names.insert($0) }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 99])
  func `each of any number of names is taken once`(count: Int) {
    let all = (0..<count).map { "field \($0)" }
    let new = areNew(all + all + ["", "", "field \(count)"])
    #expect(
      new == Array(repeating: true, count: count) + Array(repeating: false, count: count)
        + [true, false, true])
  }

  @Test func `names that differ in normalisation only are two`() {
    #expect(areNew(["\u{E9}", "e\u{301}"]) == [true, true])
  }
}
