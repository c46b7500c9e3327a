import Formats
import Testing

private func text(_ write: DocumentWrite) -> String { String(decoding: write.bytes, as: UTF8.self) }

struct DocumentWriteTests {
  private let five = Array(#"{"integerValue":"5"}"#.utf8)

  @Test func `an update touches its fields alone, where the document exists`() {
    let write = DocumentWrite.update("N", fields: [("rating", five)], if: .exists(true))
    #expect(
      text(write)
        == #"{"update":{"name":"N","fields":{"rating":{"integerValue":"5"}}},"#
        + #""updateMask":{"fieldPaths":["rating"]},"currentDocument":{"exists":true}}"#)
  }

  @Test func `the server sets a timestamp with the update`() {
    let write = DocumentWrite.update(
      "N", fields: [("rating", five)], if: .updateTime("2026-03-01T04:05:06.789012Z"),
      serverTimestampField: "migrated at")
    #expect(
      text(write)
        == #"{"update":{"name":"N","fields":{"rating":{"integerValue":"5"}}},"#
        + #""updateMask":{"fieldPaths":["rating"]},"updateTransforms":[{"fieldPath":"`migrated at`","#
        + #""setToServerValue":"REQUEST_TIME"}],"#
        + #""currentDocument":{"updateTime":"2026-03-01T04:05:06.789012Z"}}"#)
  }

  @Test func `a field without a value is taken away`() {
    let write = DocumentWrite.update(
      "N", fields: [("rating", five), ("migrated_at", nil)], if: .exists(true))
    #expect(text(write).contains(#""fields":{"rating":{"integerValue":"5"}}}"#))
    #expect(text(write).contains(#"["rating","migrated_at"]"#))
  }

  @Test(arguments: [
    ("a_B9", "a_B9"), ("_x", "_x"), ("9a", "`9a`"), ("", "``"), ("a.b", "`a.b`"), ("é", "`é`"),
    ("a`b", #"`a\`b`"#), (#"a\b"#, #"`a\\b`"#),
  ])
  func `a field's path is plain or in backquotes`(name: String, path: String) {
    let write = DocumentWrite.update("N", fields: [(name, nil)], if: .exists(true))
    let escaped = path.replacing("\\", with: "\\\\")
    #expect(text(write).contains(#"{"fieldPaths":["\#(escaped)"]}"#))
  }

  @Test func `a document is deleted where it exists and made where it does not`() {
    #expect(
      text(.delete("N", if: .exists(true)))
        == #"{"delete":"N","currentDocument":{"exists":true}}"#)
    #expect(
      text(.create("N", fields: Array("{}".utf8)))
        == #"{"update":{"name":"N","fields":{}},"currentDocument":{"exists":false}}"#)
  }
}
