import ByteIO
import Formats
import TestSupport
import Testing

/// No write is made of a typed value that Firestore could not hold.
struct TypedFieldsCheckTests {
  private func fields(_ value: String) throws -> String? {
    let text =
      #"{"name":"projects/p/databases/d/documents/rating_events/a","fields":{"v":\#(value)}}"#
    return try ofEvent(text, as: .restStream) { event in
      String(decoding: try event.typedFields(), as: UTF8.self)
    }
  }

  @Test(arguments: [
    #"{"integerValue":"5"}"#, #"{"integerValue":-9223372036854775808}"#, #"{"integerValue":"5.0"}"#,
    #"{"doubleValue":"NaN"}"#, #"{"doubleValue":1e300}"#, #"{"arrayValue":{}}"#,
    #"{"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"integerValue":"1"}]}}}}}"#,
  ])
  func `what it can hold is spelled as it came`(value: String) throws {
    #expect(try fields(value) == #"{"v":\#(value)}"#)
  }

  @Test(arguments: [
    #"{"integerValue":"1e400"}"#, #"{"integerValue":"five"}"#, #"{"doubleValue":1e400}"#,
    #"{"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"integerValue":"1e999"}]}}}}}"#,
  ])
  func `what it cannot hold is said`(value: String) throws {
    #expect(throws: Unrepresentable.self) { try fields(value) }
  }
}
