package import ByteIO
import Console
package import Formats

/// What to do about a document that is read a second time, in another file or the same.
package enum DuplicatePolicy: String, CaseIterable, Sendable, ArgumentValue {
  /// Every occurrence counts.
  case count
  /// The first one counts, the others do not.
  case first
  /// The run fails.
  case fail
}

/// The documents that were read, known by fingerprints, so that a second reading is noticed.
///
/// A document is known by its full name, and by its id to those that do not say their name: one that
/// comes from an export of plain JSON may be the one that a managed export names in full.
package struct SeenDocuments {
  fileprivate enum Kind: UInt8 {
    /// The full name.
    case name
    /// The id of any document.
    case anyID
    /// The id of a document without a full name.
    case bareID
  }

  /// Where the first one was.
  private struct FirstPlace {
    var file: UInt32
    var line: UInt32
    var byte: Int
  }

  package let policy: DuplicatePolicy
  private var seen: Set<Fingerprint> = []
  private var places: [Fingerprint: FirstPlace] = [:]
  private var files: [Place] = []
  /// The documents that were read again, and left out.
  package private(set) var duplicateCount = 0
  /// The documents without an id, which cannot be told from each other.
  package private(set) var namelessCount = 0

  package init(_ policy: DuplicatePolicy) { self.policy = policy }

  /// Enters a document.
  ///
  /// - Returns: whether it counts.
  /// - Throws: `RepeatedDocument` where it was entered before and must not be.
  package mutating func counts(_ event: RatingEventDocument) throws -> Bool {
    if policy == .count { return true }
    guard let identity = event.identity else {
      namelessCount += 1
      return true
    }
    let others: [Fingerprint]
    let own: [Fingerprint]
    if let name = identity.name {
      others = [Fingerprint(name, Kind.name), Fingerprint(identity.id, Kind.bareID)]
      own = [others[0], Fingerprint(identity.id, Kind.anyID)]
    } else {
      others = [Fingerprint(identity.id, Kind.anyID)]
      own = [others[0], Fingerprint(identity.id, Kind.bareID)]
    }
    if policy == .fail { return try enter(own, unless: others, event.record.place, identity.id) }
    if others.contains(where: seen.contains) {
      duplicateCount += 1
      return false
    }
    seen.formUnion(own)
    return true
  }

  private mutating func enter(
    _ own: [Fingerprint], unless others: [Fingerprint], _ place: Place, _ id: String
  ) throws -> Bool {
    if let first = others.compactMap({ places[$0] }).first {
      var firstPlace = files[Int(first.file)]
      firstPlace.line = first.line == 0 ? nil : Int(first.line)
      firstPlace.byte = first.byte
      throw RepeatedDocument(place, documentID: id, first: firstPlace)
    }
    if files.last?.file != place.file {
      files.append(Place(file: place.file, isDecompressed: place.isDecompressed))
    }
    let first = FirstPlace(
      file: UInt32(files.count - 1), line: place.line.flatMap { UInt32(exactly: $0) } ?? 0,
      byte: place.byte ?? 0)
    for fingerprint in own { places[fingerprint] = first }
    return true
  }
}

/// A document that is read a second time, where that must not be.
package struct RepeatedDocument: ReportableError {
  package let place: Place?
  package let documentID: String?
  private let first: Place

  init(_ place: Place, documentID: String, first: Place) {
    self.place = place
    self.documentID = documentID
    self.first = first
  }

  package var kind: FailureKind { .badData }
  package var message: String { "the document was read before, at \(first)" }
  package var hint: String? { "'--duplicates first' counts it once" }
}

extension Fingerprint {
  fileprivate init(_ text: String, _ kind: SeenDocuments.Kind) {
    self.init(text, kind: kind.rawValue)
  }
}
