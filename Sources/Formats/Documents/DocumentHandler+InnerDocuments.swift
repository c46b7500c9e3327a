import Scan
import SystemIO

/// Reading of documents in the subcollections of others.
extension DocumentHandler {
  /// The parts of a document, with the problems of its subcollections. For reading all collections.
  func doubted(_ parts: DocumentParts, _ record: Record) -> DocumentParts {
    // Duplicates in an envelope are found when its parts are read.
    guard layout.isFlat, let second = layout.nested(in: record).dropFirst().first else {
      return parts
    }
    var parts = parts
    parts.object(to: second.key, DocumentProblem.twice)
    return parts
  }

  /// Decides about the documents in the subcollections of a record. Only reads of all collections
  /// come here: an inner document shares the fate of the outer one.
  mutating func decideInner(_ record: Record) throws {
    let outerPath = path
    defer { path = outerPath }
    var left = layout.inner(of: record, in: path)
    var known: Record.KnownPlace?
    while let next = left.popLast() {
      path = next.path
      let inner = record.inner(key: next.key, value: next.value, after: &known)
      guard path.count <= Self.depthLimit else {
        throw DamagedInput(
          format: format.displayName, place: inner.place,
          reason: JSONSyntaxError.Reason.tooDeep.rawValue)
      }
      if next.isSecondCollection {
        let (reason, place) = DocumentProblem(key: next.key, fault: DocumentProblem.twice).report(
          in: inner)
        reject(.unusable(reason, place, documentID: nil))
        continue
      }
      guard let reading = try read(inner) else { continue }
      let parts = doubted(reading.parts, inner)
      _ = try decide(parts, reading.fields, inner)
      if parts.problem == nil { left += layout.inner(of: inner, in: path) }
    }
  }

  /// Reads an inner document; nil for a rejected value.
  private mutating func read(
    _ inner: Record
  ) throws -> (parts: DocumentParts, fields: RatingEventFields)? {
    var cursor = JSONCursor(inner.text, at: inner.valueStart)
    do throws(JSONSyntaxError) {
      return try read(&cursor)
    } catch {
      let damage = DamagedInput(
        format: format.displayName, place: inner.place(of: error.offset),
        reason: error.reason.rawValue)
      guard isSalvaging else { throw damage }
      reject(.damaged(damage))
      return nil
    }
  }
}
