import Formats
import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

/// Writes a list of rejects, and gives its text.
func list(of rejects: [Reject], in directory: borrowing TemporaryDirectory) throws -> String {
  var list = RejectList(try ByteOutput(OutputTarget(directory.path(of: "list"))))
  for reject in rejects { try list.add(reject) }
  try list.finish().publish()
  return try directory.text(of: "list")
}

/// A list of rejects that was written, and what may have become of it since.
struct RejectListTests {
  private func reject(_ reason: String) -> Reject {
    Reject(kind: "k", reason: reason, documentID: nil, place: nil)
  }

  /// Three lines of a list, line ends left out.
  private func lines() throws -> [String] {
    try TemporaryDirectory.with { directory in
      let rejects = [reject("a"), reject(String(repeating: "b", count: 900)), reject("c")]
      return try list(of: rejects, in: directory).split(separator: "\n").map(String.init)
    }
  }

  private func isUntouched(_ text: String, byteCount: Int = 64) throws -> Bool {
    try TemporaryDirectory.with { directory in
      var window = ByteWindow(
        try InputFile(path: directory.write(text, to: "list")), byteCount: byteCount,
        limit: byteCount)
      return try RejectList.isUntouched(&window)
    }
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  @Test func `each line ends with the sum of the list up to there`() throws {
    let text = text(try lines())
    for line in text.split(separator: "\n") {
      let member = try #require(line.range(of: #","crc32c":""#))
      let sum = CRC32C.checksum(Array(text[..<member.lowerBound].utf8).span)
      #expect(line[member.upperBound...].dropLast(2) == hexadecimal(sum), "\(line)")
    }
  }

  private func hexadecimal(_ sum: UInt32) -> String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  @Test func `a list as it was written is untouched, whatever the window`() throws {
    let text = text(try lines())
    for byteCount in [32, 33, 64, 1 << 10, 1 << 20] {
      #expect(try isUntouched(text, byteCount: byteCount), "\(byteCount)")
    }
    #expect(try isUntouched(""))
  }

  @Test func `a list with a changed byte is not untouched`() throws {
    let bytes = Array(text([try lines()[0]]).utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(try !isUntouched(String(decoding: changed, as: UTF8.self)), "\(index)")
    }
  }

  @Test func `a list with a deleted, added, moved or truncated line is not untouched`() throws {
    let lines = try lines()
    let (one, two, three) = (lines[0], lines[1], lines[2])
    #expect(try !isUntouched(text([one, three])))
    #expect(try !isUntouched(text([two, three])))
    #expect(try !isUntouched(text([one, three, two])))
    #expect(try !isUntouched(text([one, two, three, "{}"])))
    #expect(try !isUntouched(text([one, two, three, ""])))
    #expect(try !isUntouched(String(text(lines).dropLast())))
  }

  @Test(arguments: [
    "\n", "{}\n", "my notes", #"{"schema_version":1,"kind":"k","reason":"r"}"# + "\n",
  ])
  func `other texts and lists without checksums are not untouched`(text: String) throws {
    #expect(try !isUntouched(text))
  }
}
