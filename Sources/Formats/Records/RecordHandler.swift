package import ByteIO
package import JSONText

/// What becomes of a record in the output.
package enum RecordFate: Sendable {
  /// It leaves as it came.
  case keep
  /// It leaves with one byte changed, at an offset into the record's text.
  case patch(offset: Int, byte: UInt8)
  /// It leaves with other bytes.
  case replace([UInt8])
  /// It does not leave, nor does what separates it from its neighbour.
  case drop

  /// Whether the record does not leave.
  var isDrop: Bool {
    if case .drop = self { true } else { false }
  }
}

/// What a stream of records is read for.
///
/// Reading and deciding are apart, because a record that ends past the window is read again once
/// more of it is there, while it is decided about once.
package protocol RecordHandler {
  /// What was found in a record.
  associatedtype Reading

  /// How many bytes a record may have.
  static var recordLimit: Int { get }

  /// Reads the record that begins here, and moves past it.
  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Reading

  /// Whether the member of this key, whose value begins at the cursor, is a collection of records.
  func isCollection(_ key: JSONString, _ cursor: JSONCursor) -> Bool

  /// Decides about a record.
  mutating func decide(_ reading: Reading, _ record: Record) throws -> RecordFate

  /// Takes note of a record that stays as it came, unread: too large, or damaged and salvaged.
  ///
  /// - Throws: where such a record must not be.
  mutating func reject(_ problem: RecordProblem) throws

  /// Takes note of progress: bytes of the input dealt with, from its start.
  mutating func advance(to byte: Int)
}

/// Why a record could not be read, and where it is.
package enum RecordProblem: Sendable {
  /// It is larger than any document can be.
  case tooLarge(Place, limit: Int)
  /// It is not JSON.
  case damaged(DamagedInput)
}
