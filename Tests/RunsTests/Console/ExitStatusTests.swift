@testable import Runs
import Scan
import SystemIO
import Testing

struct ExitStatusTests {
  @Test func `the numbers are those scripts rely on`() {
    #expect(
      ExitStatus.allCases.map(\.rawValue)
        == [0, 1, 2, 3, 4, 64, 65, 66, 69, 73, 74, 75, 77, 129, 130, 143])
  }

  @Test(arguments: [
    (FailureKind.internalError, 1), (.guardTripped, 4), (.usage, 64), (.badData, 65),
    (.noInput, 66), (.missingProgram, 69), (.cannotCreate, 73), (.inputOutput, 74),
    (.locked, 75), (.permission, 77),
  ])
  func `each kind of failure has its status`(kind: FailureKind, number: Int) {
    #expect(Int(ExitStatus(kind).rawValue) == number)
  }

  @Test(arguments: ExitStatus.allCases)
  func `each status says what it means`(status: ExitStatus) { #expect(!status.meaning.isEmpty) }
}
