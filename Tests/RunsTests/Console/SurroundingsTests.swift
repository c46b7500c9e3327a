import SystemIO
import Testing

@testable import Runs

struct SurroundingsTests {
  @Test(
    arguments: [
      (nil, nil, 80), (nil, 132, 132), (nil, 0, 80), ("60", 132, 60), ("60", nil, 60),
      ("0", 132, 80), ("-5", 132, 80), ("wide", nil, 80), ("99999999", nil, 80), ("", 132, 132),
      ("1", nil, 1), ("99999999999999999999", 100, 80), (" 60", nil, 80),
    ] as [(String?, Int?, Int)])
  func `the width is that of COLUMNS, then the terminal's, then 80`(
    variable: String?, columns: Int?, width: Int
  ) {
    let surroundings = Surroundings(
      environment: Environment(variable.map { ["COLUMNS": $0] } ?? [:]), errorsAreOnTerminal: false,
      outputColumns: columns, errorColumns: columns, clock: { 0 },
      writeOutput: { _ throws(SystemError) in }, writeErrors: { _ in })
    #expect(surroundings.outputWidth == width)
    #expect(surroundings.errorWidth == width)
  }
}
