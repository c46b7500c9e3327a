package import Jokes
import Scan
import SystemIO

/// The writes that carry one decision to the live database, and those that would take it back.
package struct MigrationWrites: Sendable {
  /// Carries the decision out.
  package let apply: DocumentWrite
  /// Takes it back: the old rating, or the whole document as it was.
  package let undo: DocumentWrite

  /// A document that no write can name, and why.
  package struct Unnameable: Error {
    package let reason: String
    /// Whether a database would be all it takes.
    package var lacksDatabase = false
  }

  /// The writes for a document that is updated or deleted; nil where it is kept.
  ///
  /// - Parameters:
  ///   - collection: the collection that is migrated.
  ///   - database: `projects/P/databases/D`; it wins over the database that the export names, and
  ///     is needed where the export names none.
  ///   - serverTimestampField: a field that the server is to set with every update.
  /// - Throws: `Unnameable`, or `Unrepresentable`.
  package init?(
    _ decision: Decision, _ event: RatingEventDocument, identity: DocumentIdentity?,
    collection: String = RatingEventReader.collection, database: String?,
    serverTimestampField: String?
  ) throws {
    if let found = identity?.collection, !found.hasBytes(of: collection), decision != .keep {
      throw Unnameable(reason: "it is in the collection '\(found)'")
    }
    let condition = identity?.updateTime.map { DocumentWrite.Precondition.updateTime($0) }
    switch decision {
    case .keep, .refuse: return nil
    case .update(let rating):
      let name = try Self.name(identity, collection, database)
      guard let oldRating = try event.typedValue(of: "rating") else { return nil }
      apply = .update(
        name, fields: [("rating", try Self.value(rating, typedLike: oldRating))],
        if: condition ?? .exists(true), serverTimestampField: serverTimestampField)
      var old: [(String, [UInt8]?)] = [("rating", oldRating)]
      if let field = serverTimestampField {
        old.append((field, try event.typedValue(of: field)))
      }
      undo = .update(name, fields: old, if: .exists(true))
    case .delete:
      let name = try Self.name(identity, collection, database)
      apply = .delete(name, if: condition ?? .exists(true))
      undo = .create(name, fields: try event.typedFields())
    }
  }

  /// The rating as a value of the type that the old one has: what the export calls a double stays one.
  private static func value(_ rating: Rating, typedLike old: [UInt8]) throws -> [UInt8] {
    let cursor = JSONCursor(old.span)
    let isDouble = try cursor.firstMember()?.key.equals(Self.doubleType, in: cursor.text) == true
    let spelling =
      isDouble
      ? #"{"doubleValue":\#(rating.rawValue).0}"# : #"{"integerValue":"\#(rating.rawValue)"}"#
    return Array(spelling.utf8)
  }

  private static let doubleType = Array("doubleValue".utf8)

  private static func name(
    _ identity: DocumentIdentity?, _ collection: String, _ database: String?
  ) throws -> String {
    guard let identity else { throw Unnameable(reason: "it has no id") }
    let id = identity.id
    guard DocumentIdentity.accepts(id[...], isID: true) else {
      throw Unnameable(reason: "Firestore takes no document id like '\(Excerpt.name(id))'")
    }
    if let name = identity.name {
      guard let database else { return name }
      // What the operator names wins over where the export came from.
      return "\(database)/documents/\(DatabaseName.divide(name).path)"
    }
    guard let database else {
      throw Unnameable(reason: "the export does not name it in full", lacksDatabase: true)
    }
    return "\(database)/documents/\(collection)/\(id)"
  }
}
