import Testing

@testable import Formats

struct FieldNamesTests {
  @Test(arguments: [1, 2, 15, 16, 17, 99])
  func `each of any number of names is taken once`(count: Int) {
    var names = FieldNames()
    for number in 0..<count { #expect(names.insert("field \(number)")) }
    for number in 0..<count { #expect(!names.insert("field \(number)")) }
    #expect(names.insert("") && !names.insert(""))
    #expect(names.insert("field \(count)"))
  }

  @Test func `names that differ in normalisation only are two`() {
    var names = FieldNames()
    #expect(names.insert("\u{E9}") && names.insert("e\u{301}"))
  }
}
