import Formats
import Foundation
import Testing

/// Bytes that dumps hold: read, and changed in the form and layout that they have.
extension DefaultsValueTests {
  private func content(_ text: String, _ kind: DefaultsKind = .json) throws -> DefaultsData.Content?
  {
    try dump(text, kind).data(of: "k")?.content
  }

  private func changed(
    _ text: String, to new: String, _ kind: DefaultsKind = .json
  ) throws -> String {
    try edited(text, kind, .setData("k", Array(new.utf8)))
  }

  // MARK: JSON

  @Test(arguments: [
    (#""W10=""#, "[]"), (#""W1\u0030=""#, "[]"), ("[ 1,\n2]", "[ 1,\n2]"), ("{}", "{}"), ("5", "5"),
    (#""Pz8\/""#, "???"), (#""""#, ""),
  ])
  func `in JSON bytes are base64, or the value itself`(value: String, bytes: String) throws {
    #expect(try content(#"{"k": \#(value) }"#) == .bytes(Array(bytes.utf8)))
  }

  @Test(arguments: [#""[]""#, #""W10""#, #"" W10=""#])
  func `a string that is no base64 holds no bytes`(value: String) throws {
    #expect(try content(#"{"k":\#(value)}"#) == .unreadable("it is not base64"))
  }

  @Test func `a missing key is nil, and a key twice unusable`() throws {
    #expect(try content("{}") == nil)
    #expect(throws: DefaultsDumpError.self) { try content(#"{"k":"","\u006b":""}"#) }
  }

  @Test func `in JSON bytes stay what they were, slashes too`() throws {
    #expect(try changed(#"{"k": "W10=" , "x":1}"#, to: "???") == #"{"k": "Pz8/" , "x":1}"#)
    #expect(try changed(#"{"k": "\/\/\/\/"}"#, to: "???") == #"{"k": "Pz8\/"}"#)
    #expect(try changed(#"{"k": [1, 2] , "x":1}"#, to: "[ 1 ]") == #"{"k": [ 1 ] , "x":1}"#)
    #expect(try changed(#"{"x":1}"#, to: "foo") == #"{"x":1,"k":"Zm9v"}"#)
  }

  @Test(arguments: ["[1,", "", "1 2", "x"])
  func `a JSON value never becomes something else`(new: String) throws {
    let error = #expect(throws: DefaultsDumpError.self) { try changed(#"{"k":[1]}"#, to: new) }
    #expect(error?.cause == .unusable)
  }

  // MARK: XML

  private func list(_ value: String) -> String {
    propertyList("<dict>\n\t<key>k</key>\n\t\(value)\n</dict>")
  }

  @Test(arguments: [
    "<data>Zm9vYmFy</data>", "<data>\n\tZm9v\n\tYmFy\n\t</data>", "<data> Z m9vYmF\r\n y</data>",
  ])
  func `in XML white space is no part of the base64`(value: String) throws {
    #expect(try content(list(value), .xmlPropertyList) == .bytes(Array("foobar".utf8)))
  }

  @Test(arguments: ["<data>Zm9v!</data>", "<data>Zm<!-- -->9v</data>", "<data>Zm9&#118;</data>"])
  func `data that is not base64 is unreadable`(value: String) throws {
    #expect(try content(list(value), .xmlPropertyList) == .unreadable("it is not base64"))
  }

  @Test func `another element is no data`() throws {
    let text = list("<string>Zm9v</string>")
    #expect(try content(text, .xmlPropertyList) == .unreadable("it is not data"))
    #expect(throws: DefaultsDumpError.self) { try changed(text, to: "x", .xmlPropertyList) }
    #expect(try content(list("<data/>"), .xmlPropertyList) == .bytes([]))
  }

  @Test(arguments: [
    ("<data>Zm9vYmFy</data>", "<data>YWJj</data>"),
    ("<data>\n\tZm9v\n\tYmFy\n\t</data>", "<data>\n\tYWJj\n\t</data>"),
    ("<data>\r\n\tZm9vYmFyZm9v\r\n\t</data>", "<data>\r\n\tYWJj\r\n\t</data>"),
    ("<data/>", "<data>YWJj</data>"), ("<data> </data>", "<data> YWJj</data>"),
    ("<data x='1'>\n  Zm\n  9v</data >", "<data x='1'>\n  YW\n  Jj</data >"),
    ("<data>Zm9\tvYm\tFy</data>", "<data>YWJ\tj</data>"),
  ])
  func `in XML the layout stays`(old: String, new: String) throws {
    #expect(try changed(list(old), to: "abc", .xmlPropertyList) == list(new))
  }

  @Test func `in XML data is made where there is none`() throws {
    let text = propertyList("<dict>\n\t<key>x</key>\n\t<true/>\n</dict>")
    let result = try changed(text, to: "foo", .xmlPropertyList)
    #expect(result.contains("<true/>\n\t<key>k</key>\n\t<data>Zm9v</data>\n</dict>"))
  }

  // MARK: Binary

  @Test(arguments: [0, 1, 14, 15, 300])
  func `in a binary list data takes the place of the old`(count: Int) throws {
    var list = ListBuilder()
    let key = list.add("k")
    let data = list.add([0x43, 1, 2, 3])
    list.top = list.addDictionary([(key, data)])
    let new = [UInt8](repeating: 7, count: count)
    let dump = try DefaultsDump(reading: list.bytes(), as: .binaryPropertyList)
    #expect(try dump.data(of: "k")?.content == .bytes([1, 2, 3]))
    let result = try dump.applying([.setData("k", new)])
    #expect(try foundationReading(result, .binaryPropertyList) == ["k": Data(new)])
    #expect(!result.indices.dropLast(2).contains { Array(result[$0..<$0 + 3]) == [1, 2, 3] })
    let again = try DefaultsDump(reading: result, as: .binaryPropertyList)
    #expect(try again.data(of: "k")?.content == .bytes(new))
  }

  @Test func `data that others share is left to them`() throws {
    var list = ListBuilder()
    let (one, other) = (list.add("k"), list.add("l"))
    let data = list.add([0x43, 1, 2, 3])
    list.top = list.addDictionary([(one, data), (other, data)])
    let dump = try DefaultsDump(reading: list.bytes(), as: .binaryPropertyList)
    let result = try dump.applying([.setData("k", [9])])
    #expect(
      try foundationReading(result, .binaryPropertyList)
        == ["k": Data([9]), "l": Data([1, 2, 3])])
  }

  @Test func `in a binary list data is made where there is none, and nothing else becomes it`()
    throws
  {
    var list = ListBuilder()
    let (key, value) = (list.add("x"), list.add("text"))
    list.top = list.addDictionary([(key, value)])
    let dump = try DefaultsDump(reading: list.bytes(), as: .binaryPropertyList)
    let result = try dump.applying([.setData("k", [9])])
    #expect(try foundationReading(result, .binaryPropertyList) == ["k": Data([9]), "x": "text"])
    #expect(try dump.data(of: "x")?.content == .unreadable("it is not data"))
    #expect(throws: DefaultsDumpError.self) { try dump.applying([.setData("x", [9])]) }
  }
}
