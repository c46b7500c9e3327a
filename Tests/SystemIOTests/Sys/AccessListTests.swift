import Testing

@testable import Scan
@testable import SystemIO

struct AccessListTests {
  /// A list of tags and permissions.
  private func list(_ entries: [(tag: UInt8, permissions: UInt8)]) throws -> AccessList {
    let bytes = entries.reduce(into: [UInt8]()) { bytes, entry in
      bytes += [entry.tag, 0, entry.permissions, 0, 7, 0, 0, 0]
    }
    return try #require(AccessList([2, 0, 0, 0] + bytes))
  }

  @Test func `the mode grants nothing that the mask denies`() throws {
    let list = try list([(1, 6), (2, 6), (4, 6), (0x10, 4), (0x20, 0)])
    #expect(list.narrowed(0o640) == 0o640)
  }

  @Test func `the group bits of the mode are no rights of the owning group`() throws {
    #expect(try list([(1, 6), (2, 6), (4, 0), (0x10, 6), (0x20, 0)]).narrowed(0o660) == 0o600)
  }

  @Test(arguments: [UInt8(2), 8])
  func `a user or a group that may less than others may not gain`(tag: UInt8) throws {
    let list = try list([(1, 7), (tag, 4), (4, 6), (0x10, 7), (0x20, 5)])
    #expect(list.narrowed(0o2775) == 0o2744)
  }

  @Test func `another group may what others may`() throws {
    var list = try list([(1, 6), (2, 6), (4, 6), (0x10, 6), (0x20, 4)])
    list.narrowOwningGroup()
    #expect(list.narrowed(0o664) == 0o644)
    #expect(list.bytes[22] == 4)
  }

  private static let others: [[UInt8]] = [
    [], [2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0, 1], [2, 0, 0, 0, 3, 0, 7, 0, 0, 0, 0, 0],
  ]

  @Test(arguments: others) func `other bytes are no list`(bytes: [UInt8]) {
    #expect(AccessList(bytes) == nil)
  }
}
