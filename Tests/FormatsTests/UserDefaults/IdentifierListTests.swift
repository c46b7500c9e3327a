import Formats
import Scan
import SystemIO
import TestSupport
import Testing

struct IdentifierListTests {
  private func read(_ bytes: some Sequence<UInt8>) throws -> [String] {
    try TemporaryDirectory.with { directory in
      var ids: [String] = []
      try IdentifierList.read(path: try directory.write(bytes, to: "ids")) { ids.append($0) }
      return ids
    }
  }

  private func refusal(of bytes: some Sequence<UInt8>) throws -> UnusableIdentifiers? {
    #expect(throws: UnusableIdentifiers.self) { try read(bytes) }
  }

  @Test(arguments: [
    "a\nb c\ncafé\n", "a\r\nb c\r\ncafé", "\n\na\n \t\nb c\r\n\r\ncafé\n\n", "\u{FEFF}a\nb c\ncafé",
    #"["a","b c","caf\u00e9"]"#, "\u{FEFF} [ \"a\" ,\n\"b c\",\t\"café\" ]\r\n",
  ])
  func `ids stand one a line, or in an array`(text: String) throws {
    #expect(try read(text.utf8) == ["a", "b c", "café"])
  }

  @Test(arguments: ["", "\n", " \r\n\t\n", "\u{FEFF}", "\u{FEFF}\n", "[]", " [ ]\n"])
  func `a list may be empty`(text: String) throws {
    #expect(try read(text.utf8) == [])
  }

  @Test func `spaces around an id, and a repetition, are the caller's business`() throws {
    #expect(try read(" a\na \na \n".utf8) == [" a", "a ", "a "])
  }

  @Test(arguments: [
    (#"{"a":1}"#, "1:1 (byte 0)"), ("\n \"a\"\n", "2:2 (byte 2)"), ("<?xml?>", "1:1 (byte 0)"),
    ("[\"a\",\n 5]", "2:2 (byte 7)"), ("[\"a\"", "1:5 (byte 4)"), ("[\"a\"] x", "1:7 (byte 6)"),
    ("\u{FEFF}[5]", "1:2 (byte 4)"), ("a\nb\0c\n", "2:2 (byte 3)"), ("a\0b\0", "1:2 (byte 1)"),
  ])
  func `anything else is refused at its place`(text: String, place: String) throws {
    let error = try refusal(of: text.utf8)
    #expect(
      error?.place?.description.hasSuffix("/ids:" + place) == true, "\(String(describing: error))")
    #expect(error?.kind == .badData && error?.hint != nil)
  }

  @Test(arguments: [
    [0x61, 0x0A, 0x62, 0xFF], [0xFF, 0xFE, 0x61, 0x00], [0x5B, 0x22, 0x80, 0x22],
  ])
  func `bytes that are no UTF-8 are refused`(bytes: [UInt8]) throws {
    #expect(try refusal(of: bytes)?.message == "invalid UTF-8")
  }

  @Test func `lines are read whatever windows they fall into`() throws {
    let ids = (0..<60_000).map { "\($0)" + String(repeating: "x", count: $0 % 40) }
    #expect(try read(ids.joined(separator: "\r\n").utf8) == ids)
    let array = "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    #expect(try read(array.utf8) == ids)
  }

  @Test func `a missing file is told`() {
    #expect(throws: SystemError.self) { try IdentifierList.read(path: "/no/such/list") { _ in } }
  }
}
