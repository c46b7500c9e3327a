@testable import Runs
import Testing

struct ArgumentListTests {
  @Test func `texts are parted by commas, and kept as they are written`() {
    #expect(ArgumentList(argument: "a")?.texts == ["a"])
    #expect(ArgumentList(argument: "b,a, c")?.texts == ["b", "a", " c"])
  }

  /// Swift takes a comma and what joins it for one character.
  @Test(arguments: ["\u{301}x", "\u{200D}", "\u{FE0F}", "\u{1F3FD}", "\u{93E}"])
  func `a comma parts texts whatever the next one begins with`(text: String) {
    #expect(ArgumentList(argument: "a,\(text),b")?.texts == ["a", text, "b"])
  }

  @Test(arguments: ["", ",", "a,", ",a", "a,,b"])
  func `an empty text is a shell variable that was never set`(argument: String) {
    #expect(ArgumentList(argument: argument) == nil)
  }

  @Test func `a list's text is read as the same list`() {
    let list = ArgumentList(["a", "b"])
    #expect(list.argumentText.flatMap(ArgumentList.init(argument:)) == list)
    #expect(ArgumentList().argumentText == nil)
  }
}
