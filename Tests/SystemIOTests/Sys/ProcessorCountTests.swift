import Foundation
import TestSupport
import Testing

@testable import Scan
@testable import SystemIO

struct ProcessorCountTests {
  @Test func `a process has the processors that it may run on`() {
    let machine = ProcessInfo.processInfo.processorCount
    #expect((1...machine).contains(ProcessorCount.available))
  }

  @Test(arguments: [
    ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2),
    ("Cpus_allowed:\tff,00000001,80000000\n", 10),
    ("Cpus_allowed:\t00000000\n", nil),
    ("Cpus_allowed_list:\t0-1\n", nil),
    ("", nil),
  ])
  func `the processors of a mask are counted`(status: String, count: Int?) {
    #expect(ProcessorCount.allowed(status: Array(status.utf8).span) == count)
  }
}
