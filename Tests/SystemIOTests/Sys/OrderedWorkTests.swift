import Scan
import SystemIO
import Testing

struct OrderedWorkTests {
  @Test(arguments: [(0, 1), (0, 3), (1, 1), (1, 4), (100, 1), (100, 2), (100, 7)])
  func `parts come back in order, each done once`(partCount: Int, threadCount: Int) throws {
    var work = try OrderedWork(
      partCount: partCount, threadCount: threadCount, worker: 0, part: -1, for: "a file"
    ) { (done: inout Int, number, part: inout Int) in
      done += 1
      part = number * number
    }
    var parts: [Int] = []
    var part = -1
    while work.next(&part) { parts.append(part) }
    #expect(parts == (0..<partCount).map { $0 * $0 })
    #expect(work.finish().reduce(0, +) == partCount)
  }

  @Test(arguments: [1, 4])
  func `work can be finished before all parts are taken`(threadCount: Int) throws {
    var work = try OrderedWork(
      partCount: 1_000_000, threadCount: threadCount, worker: 0, part: 0, for: "a file"
    ) { (done: inout Int, number, part: inout Int) in
      done += 1
      part = number
    }
    var part = 0
    #expect(work.next(&part) && part == 0)
    #expect(work.next(&part) && part == 1)
    #expect(work.finish().reduce(0, +) < 1000)
  }

  @Test func `work that is dropped ends its threads`() throws {
    let work = try OrderedWork(
      partCount: 1_000_000, threadCount: 3, worker: (), part: 0, for: "a file"
    ) { _, number, part in part = number }
    _ = consume work
  }
}
