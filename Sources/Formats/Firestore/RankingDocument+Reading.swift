import Jokes
import Scan
import SystemIO

/// Reading of ranking documents, in every shape in which they are written.
extension RankingDocument {
  /// Parses the ranking document of a period in any of its shapes; nil for any other text.
  ///
  /// An import file may also have the rankings of other periods. The times are ignored.
  package init?(reading text: Span<UInt8>, of period: RankingPeriod = .allTime) {
    guard let value = JSONValue(ifIn: text) else { return nil }
    if let document = Self.typedDocument(value) {
      guard let fields = document["fields"], fields.hasOnly(Self.fieldNames) else { return nil }
      self.init(of: period) { fields[$0].map(Self.untyped) }
    } else {
      let document = Self.importedDocument(value, period.id) ?? value
      guard document.isPlainRanking else { return nil }
      self.init(of: period) { document[$0] }
    }
  }

  /// The fields of the document; a file with others is not only a ranking.
  ///
  /// An all-time document may have `week_start` and `week_end` too, possibly null, for older readers.
  fileprivate static let fieldNames = [
    "week_id", "hilarious", "horrible", "total_hilarious_ratings", "total_horrible_ratings",
    timeField, "week_start", "week_end",
  ]

  /// The document of a typed file, or of a commit request with a single update.
  private static func typedDocument(_ value: JSONValue) -> JSONValue? {
    if let writes = value["writes"]?.elements {
      return writes.count == 1 ? writes.first?["update"] : nil
    }
    let names = ["name", "fields", "createTime", "updateTime"]
    return value["fields"] != nil && value.hasOnly(names) ? value : nil
  }

  /// The document with this ID in an import file that has only rankings.
  private static func importedDocument(_ value: JSONValue, _ id: String) -> JSONValue? {
    guard value.hasOnly(["__collections__"]), let collections = value["__collections__"],
      collections.hasOnly([collection]), case .object(let documents)? = collections[collection],
      documents.allSatisfy({ $0.value.isPlainRanking })
    else { return nil }
    return documents.first { $0.key.hasBytes(of: id) }?.value
  }

  private init?(of period: RankingPeriod, _ field: (String) -> JSONValue?) {
    guard let id = field("week_id")?.string, id.hasBytes(of: period.id),
      let hilarious = field("hilarious"), let horrible = field("horrible"),
      let hilariousList = Self.list(hilarious), let horribleList = Self.list(horrible)
    else { return nil }
    self.init(
      Ranking(
        hilarious: hilariousList, horrible: horribleList,
        hilariousTotal: field("total_hilarious_ratings")?.integer ?? 0,
        horribleTotal: field("total_horrible_ratings")?.integer ?? 0),
      of: period, computedAt: nil)
  }

  private static func list(_ value: JSONValue) -> Ranking.List? {
    guard let elements = value.elements else { return nil }
    var jokes: [RankedJoke] = []
    for element in elements {
      guard let id = element["joke_id"]?.string, let count = element["count"]?.integer,
        let rank = element["rank"]?.integer
      else { return nil }
      jokes.append(RankedJoke(id: JokeID(id), count: count, rank: rank))
    }
    return Ranking.List(jokes: jokes)
  }

  /// A typed Firestore value as plain JSON; types that a ranking does not have are unchanged.
  private static func untyped(_ value: JSONValue) -> JSONValue {
    if let text = value["stringValue"] { return text }
    if let text = value["integerValue"]?.string {
      return .number(JSONNumber(Array(text.utf8).span))
    }
    if let array = value["arrayValue"] {
      return .array((array["values"]?.elements ?? []).map(untyped))
    }
    if case .object(let members)? = value["mapValue"]?["fields"] {
      return .object(members.map { ($0.key, untyped($0.value)) })
    }
    return value
  }
}

extension JSONValue {
  /// Whether it has no members but those of a plain or imported ranking.
  fileprivate var isPlainRanking: Bool {
    hasOnly(RankingDocument.fieldNames + ["__collections__"])
  }

  /// Whether it is an object with no members but these.
  fileprivate func hasOnly(_ names: [String]) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.allSatisfy { names.contains($0.key) }
  }
}
