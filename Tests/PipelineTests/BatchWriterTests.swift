import ByteIO
import Foundation
import Pipeline
import TestSupport
import Testing

struct BatchWriterTests {
  /// Packs writes, each undone by a write of the same length or the one given, and gives the batch
  /// files with their texts.
  private func pack(
    _ limits: BatchLimits, _ writes: [String], undoing undo: (String) -> String = { $0 }
  ) throws -> [(file: BatchWriter.File, text: String)] {
    try TemporaryDirectory.with { directory in
      let staged = try StagedDirectory(directory.path(of: "batches"))
      try staged.addDirectory("undo")
      var writer = BatchWriter(limits: limits, directory: staged)
      for write in writes {
        try writer.add(Array(write.utf8), undo: Array(undo(write).utf8))
      }
      try writer.finish()
      try staged.publish()
      #expect(writer.undoBatches.map(\.name) == writer.batches.map { "undo/" + $0.name })
      #expect(writer.undoBatches.map(\.writeCount) == writer.batches.map(\.writeCount))
      return try writer.batches.map { ($0, try directory.text(of: "batches/" + $0.name)) }
    }
  }

  @Test func `a file is the body of a commit request, one write a line`() throws {
    let files = try pack(BatchLimits(), ["{\"a\":1}", "{\"b\":2}"])
    #expect(files.map(\.text) == ["{\"writes\":[\n{\"a\":1},\n{\"b\":2}\n]}\n"])
    #expect(files.map(\.file.name) == ["batch-00001.json"])
    #expect(files.map(\.file.writeCount) == [2])
  }

  @Test(arguments: [1, 3, 499, 500, 501, 1000, 1001])
  func `a batch has at most 500 writes`(count: Int) throws {
    let files = try pack(BatchLimits(), Array(repeating: "{}", count: count))
    #expect(files.allSatisfy { $0.file.writeCount <= 500 })
    #expect(files.dropLast().allSatisfy { $0.file.writeCount == 500 })
    #expect(files.reduce(0) { $0 + $1.file.writeCount } == count)
    #expect(files.count == (count + 499) / 500)
  }

  @Test func `a batch is closed when the one that undoes it is full`() throws {
    let files = try pack(BatchLimits(byteCount: 40), ["1", "2", "3"]) {
      String(repeating: $0, count: 20)
    }
    #expect(files.map(\.file.writeCount) == [1, 1, 1])
  }

  @Test(arguments: 30...80)
  func `a batch has at most so many bytes`(byteCount: Int) throws {
    let writes = (0..<20).map { "\"" + String(repeating: "x", count: $0 % 7) + "\"" }
    let files = try pack(BatchLimits(byteCount: byteCount), writes)
    #expect(files.allSatisfy { $0.text.utf8.count <= byteCount })
    #expect(files.map(\.file.byteCount) == files.map(\.text.utf8.count))
    let lines = files.flatMap { file in
      file.text.split(separator: "\n").dropFirst().dropLast().map {
        $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
      }
    }
    #expect(lines == writes)
  }

  @Test func `what fits a batch is told beforehand, to the byte`() throws {
    let writer = BatchWriter(limits: BatchLimits(byteCount: 100), directory: nil)
    let largest = try #require((0...100).last { writer.fits(byteCount: $0) })
    let files = try pack(
      BatchLimits(byteCount: 100), [String(repeating: "1", count: largest)])
    #expect(files.map(\.file.byteCount) == [100])
  }

  @Test func `a digest is that of the file`() throws {
    for (file, text) in try pack(BatchLimits(writeCount: 2), ["1", "2", "3"]) {
      #expect(file.digest == SHA256.digest(Array(text.utf8)))
    }
  }

  @Test func `a dry run gets the same names and digests`() throws {
    let writes = (0..<7).map { "{\"n\":\($0)}" }
    let real = try pack(BatchLimits(writeCount: 3), writes).map(\.file)
    var writer = BatchWriter(limits: BatchLimits(writeCount: 3), directory: nil)
    for write in writes { try writer.add(Array(write.utf8), undo: []) }
    try writer.finish()
    #expect(writer.batches.map(\.name) == real.map(\.name))
    #expect(writer.batches.map(\.digest) == real.map(\.digest))
  }

  @Test func `no writes make no file`() throws {
    #expect(try pack(BatchLimits(), []).isEmpty)
  }
}
