import Testing

@testable import Formats

/// The part of a text that messages show.
struct ExcerptTests {
  @Test func `a name as long as Firestore allows is not shortened`() {
    let longest = String(repeating: "é", count: 750)
    #expect(Excerpt.name(longest) == longest)
    #expect(Excerpt.value("2026-02-30T00:00:00Z") == "\"2026-02-30T00:00:00Z\"")
  }

  @Test func `long names that differ at the end have different excerpts`() {
    let start = String(repeating: "ö", count: 3000)
    let (one, other) = (Excerpt.name(start + "1"), Excerpt.name(start + "2"))
    #expect(one.hasSuffix("ö1") && other.hasSuffix("ö2"))
    #expect(one.hasPrefix("ö") && one.contains("…"))
    #expect(Excerpt.value(start + "1") != Excerpt.value(start + "2"))
  }

  @Test(arguments: 30...60)
  func `a shortened value has at most 40 bytes`(count: Int) {
    for character in ["a", "é", "€", "😀", "e\u{301}"] {
      let text = String(repeating: character, count: count)
      let shown = Excerpt.value(text)
      #expect(shown.utf8.count <= 40)
      #expect(shown == "\"\(text)\"" || shown.utf8.count > 30)
    }
  }
}
