import Formats
import Jokes
import Runs
import Testing

struct ArgumentValuesTests {
  @Test func `the domain's names are read as options`() {
    #expect(
      DatabaseName(argument: "projects/p/databases/d")?.argumentText == "projects/p/databases/d")
    #expect(DatabaseName(argument: "p") == nil)
    #expect(RatingScale(argument: "five-point") == .fivePoint)
    #expect(UnexpectedRatingPolicy(argument: "drop") == .drop)
    #expect(UnexpectedRatingPolicy(argument: "Drop") == nil)
    #expect(BinaryRating(argument: "hilarious") == .hilarious)
  }
}
