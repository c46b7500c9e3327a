package import Jokes
import Scan
import SystemIO

/// The writes that apply one decision to the live database, and those that revert it.
package struct MigrationWrites: Sendable {
  /// The range, in the text, of the write that applies the decision.
  package let apply: Range<Int>
  /// The range of the write that reverts it: the old rating, or the whole document.
  package let undo: Range<Int>

  /// The names of the written documents, and an additional field to set.
  ///
  /// A class, so that a copy counts one reference.
  package final class Target: Sendable {
    fileprivate let collection: String
    /// `projects/P/databases/D`. Takes precedence over the database in the export, and is required
    /// if the export names none.
    fileprivate let database: String?
    /// A field that the server sets with every update.
    fileprivate let serverTimestampField: DocumentWrite.Field?
    /// The prefix for documents without a full name in the export.
    fileprivate let beginning: DocumentWrite.Name.Beginning?

    package init(
      collection: String = RatingEventDocument.collection, database: String?,
      serverTimestampField: String?
    ) {
      self.collection = collection
      self.database = database
      self.serverTimestampField = serverTimestampField.map { DocumentWrite.Field($0) }
      beginning = database.map {
        DocumentWrite.Name.Beginning("\($0)/documents/\(collection)/")
      }
    }
  }

  /// The database that a document's full name has a write sent to; nil if the operator names one.
  package static func database(
    of event: borrowing RatingEventDocument, _ target: Target
  ) -> DatabaseName? {
    guard target.database == nil, let name = event.identity?.name else { return nil }
    return DatabaseName.divide(name).database
  }

  /// An error for a document that a write cannot name.
  package struct Unnameable: Error {
    package let reason: String
    /// Whether only the database is missing.
    package var lacksDatabase = false
  }

  /// Writes the writes for an updated or deleted document; nil if it is kept.
  ///
  /// - Throws: `Unnameable` or `Unrepresentable`, before anything is written.
  package init?(
    _ decision: Decision, _ event: borrowing RatingEventDocument, to target: Target,
    into texts: inout [UInt8]
  ) throws {
    if decision == .keep || decision == .refuse { return nil }
    guard let identity = event.identity else { throw Unnameable(reason: "it has no id") }
    if let found = identity.collection, !found.hasBytes(of: target.collection) {
      throw Unnameable(reason: "it is in the collection '\(found)'")
    }
    // The server refuses a commit with any other.
    if let time = identity.updateTime,
      Timestamp(firestore: time).map({ $0.nanoseconds % 1000 == 0 }) != true
    {
      throw Unrepresentable(reason: "not a timestamp in microseconds: \(Excerpt.value(time))")
    }
    let condition = identity.updateTime.map { DocumentWrite.Precondition.updateTime($0) }
    let name = try Self.name(identity, target)
    var text = ScratchBytes(capacity: Self.usualByteCount)
    let middle: Int
    switch decision {
    case .keep, .refuse: return nil
    case .update(let rating):
      guard let oldRating = try event.typedValue(of: "rating") else { return nil }
      let newRating = try Self.value(rating, typedLike: oldRating)
      var oldTimestamp: DocumentWrite.Assignment?
      if let field = target.serverTimestampField {
        oldTimestamp = (field, try event.typedValue(of: field.name))
      }
      DocumentWrite.update(
        name, (Self.rating, newRating), if: condition ?? .exists(true),
        serverTimestampField: target.serverTimestampField, to: &text)
      middle = text.count
      DocumentWrite.update(
        name, (Self.rating, oldRating), and: oldTimestamp, if: .exists(true), to: &text)
    case .delete:
      let fields = try event.typedFields()
      DocumentWrite.delete(name, if: condition ?? .exists(true), to: &text)
      middle = text.count
      DocumentWrite.create(name, fields: fields, to: &text)
    }
    let start = texts.count
    texts.append(contentsOf: text.span)
    apply = start..<start + middle
    undo = start + middle..<texts.count
  }

  /// The room for the writes of an ordinary event.
  private static let usualByteCount = 1 << 10

  private static let rating = DocumentWrite.Field("rating")

  /// The rating with the type of the old value: a double stays a double.
  private static func value(_ rating: Rating, typedLike old: [UInt8]) throws -> [UInt8] {
    let cursor = JSONCursor(old.span)
    let isDouble = try cursor.firstMember()?.key.equals("doubleValue", in: cursor.text) == true
    return (isDouble ? doubles : integers)[rating.rawValue - 1]
  }

  private static let integers = Rating.allCases.map {
    Array(#"{"integerValue":"\#($0.rawValue)"}"#.utf8)
  }
  private static let doubles = Rating.allCases.map {
    Array(#"{"doubleValue":\#($0.rawValue).0}"#.utf8)
  }

  private static func name(
    _ identity: DocumentIdentity, _ target: Target
  ) throws(Unnameable) -> DocumentWrite.Name {
    let id = identity.id
    guard DocumentIdentity.accepts(id, isID: true) else {
      throw Unnameable(reason: "Firestore does not allow a document id like '\(Excerpt.name(id))'")
    }
    if let name = identity.name {
      guard DocumentIdentity(name: name) != nil else {
        throw Unnameable(reason: "\(Excerpt.misname(name)) is not the name of a document")
      }
      guard let database = target.database else { return DocumentWrite.Name(name) }
      // The operator's database takes precedence over the export's.
      return DocumentWrite.Name("\(database)/documents/\(DatabaseName.divide(name).path)")
    }
    guard let beginning = target.beginning else {
      throw Unnameable(reason: "the export does not name it in full", lacksDatabase: true)
    }
    return DocumentWrite.Name(beginning, id)
  }
}
