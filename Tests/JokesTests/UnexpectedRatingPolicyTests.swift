import Jokes
import Testing

struct UnexpectedRatingPolicyTests {
  @Test func `the names are those of the option`() {
    #expect(UnexpectedRatingPolicy.allCases.map(\.rawValue) == ["keep", "drop", "fail"])
  }
}
