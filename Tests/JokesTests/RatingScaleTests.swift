import Jokes
import Testing

struct RatingScaleTests {
  @Test(
    arguments: [
      (.five, .hilarious, .hilarious), (.four, nil, .hilarious), (.three, nil, nil),
      (.two, nil, .horrible), (.one, .horrible, .horrible),
    ] as [(Rating, BinaryRating?, BinaryRating?)])
  func `a rating counts by its scale`(
    rating: Rating, binary: BinaryRating?, fivePoint: BinaryRating?
  ) {
    #expect(RatingScale.binary.verdict(rating) == binary)
    #expect(RatingScale.fivePoint.verdict(rating) == fivePoint)
  }

  @Test(arguments: Rating.allCases)
  func `five points count as the migrated rating does`(rating: Rating) {
    let migrated: Rating? =
      switch BinaryRatingRule().decide(rating) {
      case .keep, .refuse: rating
      case .update(let next): next
      case .delete: nil
      }
    #expect(RatingScale.fivePoint.verdict(rating) == migrated.flatMap(RatingScale.binary.verdict))
  }

  @Test func `the names are those of the option`() {
    #expect(RatingScale.allCases.map(\.rawValue) == ["binary", "five-point"])
  }
}
