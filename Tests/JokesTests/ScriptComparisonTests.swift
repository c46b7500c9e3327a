import Jokes
import Testing

struct ScriptComparisonTests {
  @Test(
    arguments: [
      (.string("j"), .number(5), .hilarious, nil), (.string("j"), .number(3), nil, nil),
      (.string("j"), .string("x"), nil, nil), (.string("j"), .string("5"), nil, .ratingString),
      (.string("j"), .null, nil, .ratingNull), (.string("j"), .boolean(true), nil, .ratingBoolean),
      (.string("j"), .array([]), nil, .ratingArray),
      (.string("j"), .number(99), nil, .ratingOutOfRange),
      (.string("j"), .number(4.5), nil, .ratingFraction),
      // A number so near to 5 that a Double has no other name for it.
      (.string("j"), .number(5), nil, .ratingFraction),
      (.string("j"), .number(4), nil, .ratingNotMigrated),
      (.string("j"), .number(4), .hilarious, nil),
      (.string("constructor"), .number(5), .hilarious, .jokeInherited),
      (.string("constructor"), .number(3), nil, nil), (.undefined, .number(5), nil, .jokeMissing),
      (.undefined, .number(3), nil, nil), (.string(""), .number(1), nil, .jokeEmpty),
      (.number(5), .number(1), nil, .jokeNotAString), (.null, .null, nil, .jokeNotAString),
    ] as [(ScriptValue, ScriptValue, BinaryRating?, ScriptComparison.Difference?)])
  func `an event differs if the script counts another joke or verdict`(
    joke: ScriptValue, rating: ScriptValue, here: BinaryRating?,
    difference: ScriptComparison.Difference?
  ) {
    var comparison = ScriptComparison()
    #expect(comparison.enter(joke: joke, rating: rating, here: here) == difference)
    #expect(comparison.counts == (difference.map { [$0: 1] } ?? [:]))
  }

  @Test func `it counts a missing id and a number as the jokes of these names`() {
    var comparison = ScriptComparison()
    for joke in [.undefined, .number(7), .string("7"), .string("toString")] as [ScriptValue] {
      _ = comparison.enter(joke: joke, rating: .number(5), here: nil)
    }
    let list = comparison.ranking(length: 10).hilarious.places
    #expect(list.map(\.id.text) == ["7", "undefined", "toString"])
    #expect(
      list.map(\.count) == [
        .number(2), .number(1), .text("function toString() { [native code] }", ones: 1),
      ])
  }
}
