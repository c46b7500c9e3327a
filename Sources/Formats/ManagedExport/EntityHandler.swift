import Jokes
import Scan
import SystemIO

/// Reads the documents of a managed export one by one, or in parallel parts.
struct EntityHandler: LogHandler, CollectingHandler {
  var collector: FindingCollector
  /// The wanted collection, and its UTF-8 bytes; nil for all collections.
  let collection: String?
  private let collectionBytes: [UInt8]

  // Firestore documents are at most 1 MiB, and the encoding adds little.
  static var recordLimit: Int { 16 << 20 }

  init(_ collector: FindingCollector, collection: String?) {
    self.collector = collector
    self.collection = collection
    collectionBytes = Array((collection ?? "").utf8)
  }

  /// The contents of a record.
  enum Reading {
    /// A document of another collection.
    case other
    /// A document of the wanted collection.
    case document(RatingEventFields, EntityDocument)
    case malformed(MalformedMessage)
  }

  mutating func decide(_ record: Record) throws -> RecordFate? {
    try decide(read(record.text), record)
  }

  /// Parses a record without deciding about it.
  func read(_ text: Span<UInt8>) -> Reading {
    do throws(MalformedMessage) {
      let entity = try Entity(text)
      let key = try entity.readKey()
      guard try isWanted(key, text) else { return .other }
      if let problem = key.problem { throw problem }
      switch collector.entityFields {
      case .none: return .document(RatingEventFields(), EntityDocument())
      case .ofEvents: return .document(try RatingEventFields(entity), EntityDocument())
      case .all:
        let json = try EntityTranscoder.fields(entity)
        return .document(RatingEventFields(), EntityDocument(json: json))
      }
    } catch {
      return .malformed(error)
    }
  }

  /// Decides about a parsed record; nil if it is rejected and stays unchanged.
  mutating func decide(_ reading: Reading, _ record: Record) throws -> RecordFate? {
    switch reading {
    case .other:
      collector.passOver(documentCount: 1)
      return .keep
    case .document(let fields, let source): return collector.decide(fields, record, source)
    case .malformed(let error): return reject(error, record)
    }
  }

  private func isWanted(
    _ key: EntityKey, _ bytes: Span<UInt8>
  ) throws(MalformedMessage) -> Bool {
    guard let collection, !key.isIn(collectionBytes, bytes) else { return true }
    // For a subcollection the whole path is compared.
    guard key.depth > 1, collectionBytes.contains(UInt8(ascii: "/")) else { return false }
    return DocumentIdentity(name: try key.name(in: bytes))?.collection?.hasBytes(of: collection)
      == true
  }

  private mutating func reject(_ error: MalformedMessage, _ record: Record) -> RecordFate? {
    reject(
      .unusable(
        "the record holds no readable document: \(error.reason)",
        record.place(of: error.offset), documentID: EntityDocument().identity(of: record)?.id,
        record: .undocumented))
    return nil
  }

  func worker() -> (any RunWorker)? { EntityWorker(self) }
}

/// The document of a record that is an entity.
struct EntityDocument: DocumentSource {
  /// The typed fields, if the job needs all.
  var json: [UInt8]?

  func identity(of record: Record) -> DocumentIdentity? {
    do throws(MalformedMessage) {
      let entity = try Entity(record.text)
      return DocumentIdentity(name: try entity.readKey().name(in: record.text))
    } catch {
      return nil
    }
  }

  func withFields(of record: Record, _ body: (Record, Int, FieldSpelling) -> Void) {
    if let json { body(record.derived(json.span), 0, .typed) }
  }

  func typedFields(of record: Record, repeating: Bool) throws -> [UInt8] {
    if let json, !repeating { return json }
    do throws(MalformedMessage) {
      return try EntityTranscoder.fields(try Entity(record.text), repeating: repeating)
    } catch {
      throw Unrepresentable(reason: error.reason)
    }
  }

  func typedValue(of field: String, in record: Record) throws -> [UInt8]? {
    do throws(MalformedMessage) {
      return try EntityTranscoder.value(of: field, in: try Entity(record.text))
    } catch {
      throw Unrepresentable(reason: error.reason)
    }
  }
}
