import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

struct ComparedFilesTests {
  /// The finding about a file that is compared with bytes in pieces of a size.
  private func finding(
    _ written: [UInt8], _ file: [UInt8]?, pieces size: Int = 3
  ) throws -> FileComparison.Finding {
    try TemporaryDirectory.with { directory in
      if let file { try directory.write(file, to: "file") }
      let files = ComparedFiles()
      var output = try files.output(inPlaceOf: OutputTarget(directory.path(of: "file")))
      for start in stride(from: 0, to: written.count, by: size) {
        try output.write(Array(written[start..<min(start + size, written.count)]))
      }
      let finished = try output.finish()
      #expect(files.results.isEmpty)
      try finished.publish()
      #expect(try directory.names() == (file == nil ? [] : ["file"]))
      if let file { #expect(try directory.bytes(of: "file") == file) }
      return try #require(files.results.first).finding
    }
  }

  private let bytes = Array("0123456789".utf8)

  @Test func `the same bytes are the same`() throws {
    #expect(try finding(bytes, bytes) == .same)
    #expect(try finding([], []) == .same)
  }

  @Test func `the first byte that is another is found, wherever it is`() throws {
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1
      #expect(try finding(bytes, other) == .differs(place))
    }
  }

  @Test func `a file that is shorter or longer differs at its end or the other's`() throws {
    for count in 0..<bytes.count {
      #expect(try finding(bytes, Array(bytes[..<count])) == .differs(count))
      #expect(try finding(Array(bytes[..<count]), bytes) == .differs(count))
    }
  }

  @Test func `a difference behind what is buffered is found`() throws {
    var generator = SeededGenerator(seed: 3)
    let long = (0..<700_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for place in [0, 131_071, 131_072, 262_144, 600_001, 699_999] {
      var other = long
      other[place] ^= 1
      #expect(try finding(long, other, pieces: 100_001) == .differs(place))
    }
    #expect(try finding(long, long, pieces: 100_001) == .same)
  }

  #if os(Linux)
    @Test func `a file that was compared is closed`() throws {
      try TemporaryDirectory.with { directory in
        let path = try directory.write(bytes, to: "file")
        let files = ComparedFiles()
        for written in [bytes, [1], bytes + [1]] { try files.compare(written, with: path) }
        #expect(files.results.count == 3)
        let links = FileManager.default
        let open = try links.contentsOfDirectory(atPath: "/proc/self/fd").filter {
          (try? links.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?.hasSuffix(path)
            == true
        }
        #expect(open.isEmpty)
      }
    }
  #endif

  @Test func `a missing file is a difference, and none is made`() throws {
    #expect(try finding(bytes, nil) == .missing)
  }

  @Test func `a file that was taken away is to be gone, and so is a link of its name`() throws {
    try TemporaryDirectory.with { directory in
      let files = ComparedFiles()
      let (file, link) = (try directory.write("x", to: "file"), directory.path(of: "link"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
      for path in [file, link, directory.path(of: "gone")] {
        try files.expect(removalOf: path)
      }
      #expect(files.results.map(\.finding) == [.present, .present, .gone])
    }
  }

  @Test func `a result that is given up is no result`() throws {
    try TemporaryDirectory.with { directory in
      let files = ComparedFiles()
      var output = try files.output(inPlaceOf: OutputTarget(directory.path(of: "file")))
      try output.write([1])
      try output.finish().discard()
      #expect(files.results.isEmpty)
    }
  }

  @Test func `a stream cannot be compared`() throws {
    #expect(throws: OutputRefusal.self) {
      _ = try ComparedFiles().output(inPlaceOf: OutputTarget("-"))
    }
  }
}
