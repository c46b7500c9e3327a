import Testing

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
