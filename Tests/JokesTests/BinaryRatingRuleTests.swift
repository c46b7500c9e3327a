import Jokes
import Testing

struct BinaryRatingRuleTests {
  @Test(
    arguments: [
      (.five, .keep), (.four, .update(.five)), (.three, .delete), (.two, .update(.one)),
      (.one, .keep),
    ] as [(Rating, Decision)])
  func `each of the five ratings has its own fate`(rating: Rating, decision: Decision) {
    #expect(BinaryRatingRule().decide(rating) == decision)
    #expect(BinaryRatingRule().decide(.rating(rating)) == decision)
  }

  @Test(
    arguments: [(.keep, .keep), (.drop, .delete), (.fail, .refuse)]
      as [(UnexpectedRatingPolicy, Decision)])
  func `what is unexpected goes by the policy`(policy: UnexpectedRatingPolicy, decision: Decision) {
    #expect(BinaryRatingRule(unexpected: policy).decide(.unexpected("4.5")) == decision)
  }

  @Test func `what is unexpected is kept unless told otherwise`() {
    #expect(BinaryRatingRule().decide(.unexpected("missing")) == .keep)
  }

  @Test(arguments: UnexpectedRatingPolicy.allCases)
  func `the policy for unexpected ratings does not affect ratings of 1 to 5`(
    policy: UnexpectedRatingPolicy
  ) {
    for rating in Rating.allCases {
      #expect(
        BinaryRatingRule(unexpected: policy).decide(rating) == BinaryRatingRule().decide(rating))
    }
  }

  @Test(arguments: Rating.allCases)
  func `applied twice equals applied once`(rating: Rating) {
    let rule = BinaryRatingRule()
    switch rule.decide(rating) {
    case .update(let next): #expect(rule.decide(next) == .keep)
    case .keep: #expect(rule.decide(rating) == .keep)
    case .delete, .refuse: break
    }
  }
}
