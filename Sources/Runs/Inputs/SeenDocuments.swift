import Formats
package import Scan
import SystemIO

/// The policy for a document that is read a second time, in the same file or another.
package enum DuplicatePolicy: String, CaseIterable, Sendable, ArgumentValue {
  /// Every occurrence counts.
  case count
  /// Only the first one counts.
  case first
  /// The run fails.
  case fail
}

/// The documents read so far, as fingerprints, to find a second reading.
///
/// A document with a full name is identified by it. One without is identified by its id, also
/// against documents with a full name: an export of plain JSON may repeat a document that a managed
/// export names in full.
package struct SeenDocuments {
  /// The place of a first occurrence.
  private struct FirstPlace {
    var file: UInt32
    var line: UInt32
    var byte: Int
  }

  /// What becomes of a document that is read again.
  package let policy: DuplicatePolicy
  private var (ids, names) = (HashTable<Fingerprint>(), HashTable<Fingerprint>())
  /// The ids that only documents with a full name have.
  private var idsOfNames = HashTable<Fingerprint>()
  /// The places of ids and names, for `.fail`.
  private var places: [Fingerprint: FirstPlace] = [:]
  private var files: [Place] = []
  /// The number of repeated documents left out.
  package private(set) var duplicateCount = 0
  /// The number of documents without an id, which cannot be compared.
  package private(set) var namelessCount = 0

  /// No documents yet.
  package init(_ policy: DuplicatePolicy) { self.policy = policy }

  /// Adds a document; nil is one without an id.
  ///
  /// - Parameter place: its place, used by `.fail` only.
  /// - Returns: whether it counts.
  /// - Throws: `RepeatedDocument` if it was added before and the policy is `.fail`.
  package mutating func counts(
    _ document: DocumentKey?, at place: @autoclosure () -> Place?,
    documentID: @autoclosure () -> String?
  ) throws -> Bool {
    if policy == .count { return true }
    guard let document else {
      namelessCount += 1
      return true
    }
    guard insert(document) else {
      if policy == .fail { throw repetition(of: document, at: place(), documentID()) }
      duplicateCount += 1
      return false
    }
    if policy == .fail { note(document, at: place()) }
    return true
  }

  /// - Returns: whether the document is new.
  private mutating func insert(_ document: DocumentKey) -> Bool {
    guard let name = document.name else { return ids.insert(document.id) }
    let isBare = ids.contains(document.id) && !idsOfNames.contains(document.id)
    guard !isBare, names.insert(name) else { return false }
    if ids.insert(document.id) { idsOfNames.insert(document.id) }
    return true
  }

  /// Prefetches a document's slot; see `HashTable`.
  package mutating func fetch(_ document: DocumentKey) { ids.fetch(document.id.bits) }

  /// Notes where a document was first read.
  private mutating func note(_ document: DocumentKey, at place: Place?) {
    let place = place ?? Place(file: "")
    if files.last?.file != place.file {
      files.append(Place(file: place.file, isDecompressed: place.isDecompressed))
    }
    let here = FirstPlace(
      file: UInt32(files.count - 1), line: place.line.flatMap { UInt32(exactly: $0) } ?? 0,
      byte: place.byte ?? 0)
    places[document.id] = here
    if let name = document.name { places[name] = here }
  }

  private func repetition(
    of document: DocumentKey, at place: Place?, _ documentID: String?
  ) -> RepeatedDocument {
    var firstPlace = Place(file: "")
    if let first = document.name.flatMap({ places[$0] }) ?? places[document.id] {
      firstPlace = files[Int(first.file)]
      firstPlace.line = first.line == 0 ? nil : Int(first.line)
      firstPlace.byte = first.byte
    }
    return RepeatedDocument(
      place: place ?? Place(file: ""), documentID: documentID ?? "", first: firstPlace)
  }
}

/// A document that is read a second time under `.fail`.
struct RepeatedDocument: ReportableError {
  let place: Place?
  /// The id of the document.
  let documentID: String?
  let first: Place

  var kind: FailureKind { .badData }
  var message: String { "the document was read before, at \(first)" }
  var hint: String? { "'--duplicates first' counts it once" }
}
