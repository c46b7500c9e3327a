public import Jokes
import Scan
import SystemIO

/// The results that the app caches for a restart: a JSON array, stored as bytes in a dump.
///
/// Results that stay keep their bytes: ids and their spelling, key order, unknown fields, white
/// space.
public struct CachedResults: Sendable {
  /// The results, in order.
  public let results: [ProcessedResult]
  private let text: [UInt8]
  private let list: DumpIndex

  /// Reads an array of objects with the fields and types that the app writes; other fields are
  /// ignored.
  ///
  /// - Throws: if one result is invalid; the app then shows no results at all.
  public init(reading text: [UInt8]) throws(UndecodableResults) {
    list = try Self.list(in: text)
    var results: [ProcessedResult] = []
    results.reserveCapacity(list.count)
    for (index, member) in list.enumerated() {
      let reader = ResultReader(number: index + 1, byteOffset: member.start)
      results.append(try reader.read(text))
    }
    self.results = results
    self.text = text
  }

  /// The array's bytes without the elements at these places.
  public func removing(_ places: Set<Int>) -> [UInt8] {
    places.isEmpty ? text : Edit.apply(list.removal(ofJSON: places.sorted()), to: text)
  }

  private static func list(in text: [UInt8]) throws(UndecodableResults) -> DumpIndex {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(text.span)
      cursor.skipWhitespace()
      if try cursor.kind() == .array {
        let list = try JSONContainer(&cursor)
        try cursor.end()
        return list.index(in: text)
      }
    } catch {
      throw UndecodableResults("it is not JSON: \(error.reason.rawValue)", at: error.offset)
    }
    throw UndecodableResults("it is not a JSON array", at: 0)
  }
}

/// The reason why cached results cannot be decoded.
public struct UndecodableResults: Error, Hashable, Sendable {
  /// The reason, a clause in lower case without a full stop.
  public var reason: String
  /// The offset of the fault in the bytes of the results.
  public var byteOffset: Int

  init(_ reason: String, at byteOffset: Int) {
    self.reason = reason
    self.byteOffset = byteOffset
  }
}

/// Decodes one result.
private struct ResultReader {
  /// The app's names for the fields of a result.
  private enum Field: String, CaseIterable {
    case id
    case assetID = "assetId"
    case status
    case contentType
    case title
    case creator
    case message
    case serviceLink

    static let names = allCases.map { ($0, Array($0.rawValue.utf8)) }

    var isOptional: Bool {
      switch self {
      case .id, .assetID, .status, .contentType, .message: false
      case .title, .creator, .serviceLink: true
      }
    }
  }

  /// The number of the result, from 1.
  let number: Int
  /// The offset of the result.
  let byteOffset: Int

  func read(_ text: [UInt8]) throws(UndecodableResults) -> ProcessedResult {
    guard text[byteOffset] == UInt8(ascii: "{") else { throw problem("is not an object") }
    var strings: [Field: String] = [:]
    var seen: Set<Field> = []
    var members = ObjectMembers(of: text.span, at: byteOffset)
    while let (key, value) = members.next() {
      guard let (field, _) = Field.names.first(where: { key.equals($0.1, in: text.span) }) else {
        continue
      }
      if !seen.insert(field).inserted { throw problem("has '\(field.rawValue)' twice") }
      strings[field] = try string(field, value, text)
    }
    func required(_ field: Field) throws(UndecodableResults) -> String {
      if let string = strings[field] { return string }
      throw problem("has no '\(field.rawValue)'")
    }
    let id = try required(.id)
    guard isUUID(Array(id.utf8)[...]) else {
      throw problem("has the id '\(id)', which is not a UUID")
    }
    let assetID = try required(.assetID)
    let word = try required(.status)
    guard let status = ProcessedResult.Status(rawValue: word) else {
      throw problem("has the status '\(word)', which is not success, flagged or failed")
    }
    let kind = try required(.contentType)
    guard let contentType = ProcessedResult.ContentType(rawValue: kind) else {
      throw problem(
        "has the contentType '\(kind)', which is not music, movie, book, meme or unknown")
    }
    return ProcessedResult(
      id: id, assetID: assetID, status: status, contentType: contentType,
      title: strings[.title], creator: strings[.creator], message: try required(.message),
      serviceLink: strings[.serviceLink])
  }

  /// The string value, or nil for a permitted null.
  private func string(
    _ field: Field, _ value: Range<Int>, _ text: [UInt8]
  ) throws(UndecodableResults) -> String? {
    switch JSONKind(firstByte: text[value.lowerBound]) {
    case .string: return JSONString(quoted: value, in: text.span).string(in: text.span)
    case .null where field.isOptional: return nil
    case .null, .object, .array, .number, .true, .false, nil:
      throw problem("has a '\(field.rawValue)' that is not a string")
    }
  }

  private func problem(_ what: String) -> UndecodableResults {
    UndecodableResults("result \(number) \(what)", at: byteOffset)
  }
}
