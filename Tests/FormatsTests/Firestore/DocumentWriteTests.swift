import Formats
import Scan
import Testing

private func text(_ write: (inout ScratchBytes) -> Void) -> String {
  var text = ScratchBytes()
  write(&text)
  return text.span.text
}

struct DocumentWriteTests {
  private let name = DocumentWrite.Name("N")
  private let rating = DocumentWrite.Field("rating")
  private let five = Array(#"{"integerValue":"5"}"#.utf8)

  @Test func `an update touches its fields alone, where the document exists`() {
    let write = text {
      DocumentWrite.update(name, (rating, five), if: .exists(true), to: &$0)
    }
    #expect(
      write
        == #"{"update":{"name":"N","fields":{"rating":{"integerValue":"5"}}},"#
        + #""updateMask":{"fieldPaths":["rating"]},"currentDocument":{"exists":true}}"#)
  }

  @Test func `the server sets a timestamp with the update`() {
    let write = text {
      DocumentWrite.update(
        name, (rating, five), if: .updateTime("2026-03-01T04:05:06.789012Z"),
        serverTimestampField: DocumentWrite.Field("migrated at"), to: &$0)
    }
    #expect(
      write
        == #"{"update":{"name":"N","fields":{"rating":{"integerValue":"5"}}},"#
        + #""updateMask":{"fieldPaths":["rating"]},"updateTransforms":[{"fieldPath":"`migrated at`","#
        + #""setToServerValue":"REQUEST_TIME"}],"#
        + #""currentDocument":{"updateTime":"2026-03-01T04:05:06.789012Z"}}"#)
  }

  @Test func `a field without a value is taken away`() {
    let write = text {
      DocumentWrite.update(
        name, (rating, five), and: (DocumentWrite.Field("migrated_at"), nil),
        if: .exists(true), to: &$0)
    }
    #expect(write.contains(#""fields":{"rating":{"integerValue":"5"}}}"#))
    #expect(write.contains(#"["rating","migrated_at"]"#))
  }

  @Test(arguments: [
    ("a_B9", "a_B9"), ("_x", "_x"), ("9a", "`9a`"), ("", "``"), ("a.b", "`a.b`"), ("é", "`é`"),
    ("a`b", #"`a\`b`"#), (#"a\b"#, #"`a\\b`"#),
  ])
  func `a field's path is plain or in backquotes`(field: String, path: String) {
    let write = text {
      DocumentWrite.update(
        name, (DocumentWrite.Field(field), nil), if: .exists(true), to: &$0)
    }
    let escaped = path.replacing("\\", with: "\\\\")
    #expect(write.contains(#"{"fieldPaths":["\#(escaped)"]}"#))
  }

  @Test func `a document is deleted where it exists and made where it does not`() {
    #expect(
      text { DocumentWrite.delete(name, if: .exists(true), to: &$0) }
        == #"{"delete":"N","currentDocument":{"exists":true}}"#)
    #expect(
      text { DocumentWrite.create(name, fields: Array("{}".utf8), to: &$0) }
        == #"{"update":{"name":"N","fields":{}},"currentDocument":{"exists":false}}"#)
  }
}
