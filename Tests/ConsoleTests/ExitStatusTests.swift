import ByteIO
import Console
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

  @Test(
    arguments: [
      ([], .done), ([.done, .changesPending], .changesPending),
      ([.doneWithRejects, .changesPending], .changesPending),
      ([.guardTripped, .doneWithRejects, .changesPending], .guardTripped),
      ([.guardTripped, .internalError], .internalError),
      ([.internalError, .badData, .guardTripped], .badData),
      ([.inputOutput, .badData], .inputOutput), ([.badData, .inputOutput], .badData),
    ] as [([ExitStatus], ExitStatus)])
  func `of several that hold the gravest counts, of failures the first`(
    statuses: [ExitStatus], worst: ExitStatus
  ) {
    #expect(ExitStatus.worst(of: statuses) == worst)
  }

  @Test(arguments: ExitStatus.allCases)
  func `a status is worst of itself and done in any order`(status: ExitStatus) {
    #expect(ExitStatus.worst(of: [status, .done]) == status)
    #expect(ExitStatus.worst(of: [.done, status]) == status)
    #expect(!status.meaning.isEmpty)
  }
}
