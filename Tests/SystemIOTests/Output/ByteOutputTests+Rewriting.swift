import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

/// A file rewritten in place: no temporary file is made before a byte changes.
extension ByteOutputTests {
  /// Rewrites a file of some bytes, in pieces, and gives how many temporaries there were meanwhile.
  private func rewrite(
    _ old: [UInt8], to new: [UInt8], pieceByteCount: Int, _ directory: TemporaryDirectory
  ) throws -> Int {
    let path = try directory.write(old, to: "file")
    var output = try ByteOutput(rewriting: OutputTarget(path), hashes: true)
    for start in stride(from: 0, to: max(old.count, new.count), by: pieceByteCount) {
      try output.replace(
        piece(old, from: start, pieceByteCount).span,
        with: piece(new, from: start, pieceByteCount).span)
    }
    let finished = try output.finish()
    let names = try directory.names()
    #expect(try directory.bytes(of: "file") == old)
    try finished.publish()
    #expect(try directory.bytes(of: "file") == new)
    #expect(try directory.names() == ["file"])
    #expect(finished.digest == SHA256.digest(new))
    #expect(finished.byteCount == new.count)
    return names.count - 1
  }

  private func piece(_ bytes: [UInt8], from start: Int, _ byteCount: Int) -> [UInt8] {
    Array(bytes.dropFirst(start).prefix(byteCount))
  }

  /// The results that a file of six bytes may have.
  private static let small: [[UInt8]] =
    (0...6).map { Array(0..<$0) }
    + (0..<6).map { place in
      (0..<6).map { $0 == place ? 9 : $0 }
    } + [[0, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5]]

  @Test(arguments: small)
  func `a temporary is made for other bytes alone`(new: [UInt8]) throws {
    let old: [UInt8] = [0, 1, 2, 3, 4, 5]
    for size in 1...7 {
      try TemporaryDirectory.with { directory in
        let made = try rewrite(old, to: new, pieceByteCount: size, directory)
        #expect(made == (old == new ? 0 : 1), "in pieces of \(size)")
      }
    }
  }

  private static let large: [UInt8] = {
    var generator = SeededGenerator(seed: 5)
    return (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  @Test(arguments: [0, 1, 131_071, 131_072, 262_144, 299_999], [1000, 100_000, 300_000])
  func `a change may be anywhere in a large file`(place: Int, size: Int) throws {
    let old = Self.large
    var new = old
    new[place] ^= 1
    try TemporaryDirectory.with { directory in
      let made = try rewrite(old, to: new, pieceByteCount: size, directory)
      #expect(made == 1)
    }
    try TemporaryDirectory.with { directory in
      let made = try rewrite(old, to: old, pieceByteCount: size, directory)
      #expect(made == 0)
    }
  }

  @Test func `a file that does not change keeps its inode and its time`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write([1, 2, 3], to: "file")
      let before = try FileStatus(path: path)
      try rewrite([1, 2, 3], path)
      #expect(try FileStatus(path: path) == before)
    }
  }

  @Test func `permissions that somebody changed meanwhile stay`() throws {
    try TemporaryDirectory.with { directory in
      let read: [UInt8] = [1, 2, 3]
      let path = try directory.write(read, to: "file")
      let sum = FileChecksum()
      sum.enter(read.span, at: 0)
      var output = try ByteOutput(rewriting: OutputTarget(path), sum: sum)
      try output.copy([1, 2].span)
      try output.replace([3].span, with: [4].span)
      let finished = try output.finish()
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      try finished.publish()
      #expect(try FileStatus(path: path)?.mode == 0o600)
      #expect(try directory.bytes(of: "file") == [1, 2, 4])
    }
  }

  private func rewrite(_ bytes: [UInt8], _ path: String) throws {
    var output = try ByteOutput(rewriting: OutputTarget(path))
    try output.copy(bytes.span)
    try output.finish().publish()
  }

  @Test func `a file that was cut meanwhile is not replaced by a mixture`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write([UInt8](repeating: 7, count: 600_000), to: "file")
      var output = try ByteOutput(rewriting: OutputTarget(path))
      try output.copy([UInt8](repeating: 7, count: 300_000).span)
      try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 1000)
      #expect(throws: SystemError(call: "read", path: path, code: ESTALE)) {
        try output.write([UInt8](repeating: 8, count: 300_000))
      }
    }
  }
}
