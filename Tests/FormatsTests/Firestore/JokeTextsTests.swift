import Formats
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

struct JokeTextsTests {
  private func texts(
    _ catalogue: String, as format: InputFormat, of ids: String...
  ) throws -> [String: String] {
    try TemporaryDirectory.with { directory in
      let window = ByteWindow(
        try InputFile(path: directory.write(catalogue, to: "jokes")), byteCount: 16)
      let found = JokeTexts(of: Set(ids.map(JokeID.init))) { _ in }
      _ = try ExportReader.read(
        window, as: format, collection: JokeDocument.collection, isSalvaging: false, visitor: found)
      return Dictionary(uniqueKeysWithValues: found.texts.map { ($0.key.text, $0.value) })
    }
  }

  @Test func `the wanted jokes are found, others passed over`() throws {
    let catalogue = """
      {"id":"a","text":"Knock \\"knock\\"\\u00e9","likes":3}
      {"id":"b","likes":3}
      {"id":"c","text":"C"}
      {"text":"nobody's"}
      """
    let found = try texts(catalogue, as: .ndjson, of: "a", "b", "z")
    #expect(found == ["a": "Knock \"knock\"é", "b": ""])
  }

  @Test func `jokes stand under their ids, alone or in their collection`() throws {
    for catalogue in [#"{"a":{"text":"A"},"b":{}}"#, #"{"jokes":{"a":{"text":"A"},"b":{}}}"#] {
      #expect(try texts(catalogue, as: .jsonObject, of: "a") == ["a": "A"])
    }
  }

  @Test func `a joke whose text is not a string has an empty text`() throws {
    #expect(try texts(#"[{"id":"a","text":5}]"#, as: .jsonArray, of: "a") == ["a": ""])
  }

  @Test func `a damaged catalogue is an error`() {
    #expect(throws: DamagedInput.self) { try texts("{\"id\":}", as: .ndjson, of: "a") }
    #expect(throws: DamagedInput.self) { try texts("[7]", as: .jsonArray, of: "a") }
  }
}
