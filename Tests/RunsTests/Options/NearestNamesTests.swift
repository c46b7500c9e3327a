import Jokes
@testable import Runs
import Testing

struct NearestIDsTests {
  private func nearest(_ id: String, _ ids: [String]) -> [String] {
    NearestIDs.of(JokeID(id), among: ids.map { JokeID($0) }).map(\.text)
  }

  @Test func `two slips of the hand are near, three are not`() {
    let ids = ["lettuce-in", "letuce-in", "lettuce-on", "lettuce", "penguin"]
    #expect(nearest("lettuce-im", ids) == ["lettuce-in", "lettuce-on", "letuce-in"])
    #expect(nearest("", ids).isEmpty && nearest("anything", []).isEmpty)
  }

  @Test func `of a short id one slip is near, and never an id without one of its letters`() {
    for id in ["zz", "q", "qab", "abqq"] {
      #expect(nearest(id, ["ab", "x"]) == (id == "qab" ? ["ab"] : []))
    }
    #expect(nearest("b", ["ab", "x"]) == ["ab"] && nearest("12", ["17", "34"]) == ["17"])
  }

  @Test func `ids that differ only in their Unicode form are near, however many letters do`() {
    let (composed, decomposed) = ("ééééé", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}")
    #expect(nearest(decomposed, [composed, "other"]).map(Array.init) == [Array(composed)])
  }

  @Test func `letters of the other case are the same`() {
    #expect(nearest("PENGUIN", ["penguin", "pen"]) == ["penguin"])
  }

  @Test func `at most five are named, the nearest first, equal ones by their bytes`() {
    let ids = (0..<10).reversed().map { "joke-\($0)" } + ["joke-"]
    #expect(nearest("joke-x", ids) == ["joke-", "joke-0", "joke-1", "joke-2", "joke-3"])
  }

  @Test func `a letter is one slip, however many bytes it has; an id is named once`() {
    #expect(nearest("漫才", ["🐔漫才", "🐔漫才", ""]) == ["🐔漫才"])
  }

  @Test func `letters that repeat are not taken for more than they are`() {
    #expect(nearest("aaa", ["aaaa", "aaaaaa"]) == ["aaaa"])
  }
}

@testable import Runs

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("quiet", "quiet", 0), ("quite", "quiet", 1),
    ("dryrun", "dry-run", 1), ("fore", "force", 1), ("forxe", "force", 1), ("forcee", "force", 1),
    ("kitten", "sitting", 3),
  ])
  func `each slip of the hand counts one, a swap too`(one: String, other: String, distance: Int) {
    #expect(EditDistance.between(one, other) == distance)
    #expect(EditDistance.between(other, one) == distance)
  }
}
