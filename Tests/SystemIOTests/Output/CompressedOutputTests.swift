import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct CompressedOutputTests {
  private let bytes = Array(Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }))

  private func write(_ output: consuming ByteOutput) throws -> FinishedOutput {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 7001)
      try output.write(Array(bytes[start..<end]))
      start = end
    }
    return try output.finish()
  }

  @Test(arguments: Compression.allCases)
  func `a file, a hash and a count are those of the compressed bytes`(
    compression: Compression
  ) throws {
    try TemporaryDirectory.with { directory in
      let output = try write(
        ByteOutput(
          compressing: try ByteOutput(
            OutputTarget(directory.path(of: "out")), hashes: true), compression))
      let names = try directory.names()
      #expect(names.count == 1 && !names.contains("out"))
      try output.publish()
      #expect(try directory.names() == ["out"])
      let written = try directory.bytes(of: "out")
      #expect(output.byteCount == written.count)
      #expect(output.digest == SHA256.digest(written))
      let again = try compressed(Data(written), with: compression.program, ["-dc"])
      #expect(Array(again) == bytes)
    }
  }

  @Test(arguments: Compression.allCases)
  func `the same bytes give the same bytes, also where none are kept`(
    compression: Compression
  ) throws {
    let outputs = try (0..<2).map { _ in
      try write(
        ByteOutput(compressing: ByteOutput(discarding: "out", hashes: true), compression))
    }
    #expect(outputs[0].digest == outputs[1].digest)
    #expect(outputs[0].byteCount == outputs[1].byteCount)
    #expect(outputs[0].byteCount < bytes.count)
  }

  @Test func `an output that is given up leaves nothing`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "laughtrack-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    do {
      var output = try ByteOutput(
        compressing: try ByteOutput(OutputTarget(directory.appending(path: "out").path)), .gzip)
      try output.write(bytes)
    }
    #expect(
      try await eventually {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty
      })
  }

  @Test(.enabled(if: SystemParts.hasFullDevice, "no /dev/full here"))
  func `a disk that is full fails, and names the output`() throws {
    let error = #expect(throws: SystemError.self) {
      _ = try write(ByteOutput(compressing: try ByteOutput(OutputTarget("/dev/full")), .gzip))
    }
    #expect(error?.code == ENOSPC)
    #expect(error?.path == "/dev/full")
  }
}
