import Jokes
import Scan
import SystemIO

extension RankingDocument {
  /// Parses a ranking document in any of its shapes; nil for any other text.
  ///
  /// The computation time is ignored.
  package init?(reading text: Span<UInt8>) {
    guard let value = JSONValue(ifIn: text) else { return nil }
    if let document = Self.typedDocument(value) {
      guard let fields = document["fields"], fields.hasOnly(Self.fieldNames) else { return nil }
      self.init { fields[$0].map(Self.untyped) }
    } else {
      let document = Self.importedDocument(value) ?? value
      guard document.hasOnly(Self.fieldNames + ["__collections__"]) else { return nil }
      self.init { document[$0] }
    }
  }

  /// The fields of the document; a file with others is not only a ranking.
  ///
  /// `week_start` and `week_end` belong to weekly rankings. An all-time document may contain them,
  /// possibly null, for older readers.
  private static let fieldNames = [
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

  /// The document of an import file with nothing else.
  private static func importedDocument(_ value: JSONValue) -> JSONValue? {
    guard value.hasOnly(["__collections__"]), let collections = value["__collections__"],
      collections.hasOnly([collection]), let documents = collections[collection],
      documents.hasOnly([id])
    else { return nil }
    return documents[id]
  }

  private init?(_ field: (String) -> JSONValue?) {
    guard field("week_id")?.string == Self.id, let hilarious = field("hilarious"),
      let horrible = field("horrible"),
      let hilariousList = Self.list(hilarious), let horribleList = Self.list(horrible)
    else { return nil }
    self.init(
      Ranking(
        hilarious: hilariousList, horrible: horribleList,
        hilariousTotal: field("total_hilarious_ratings")?.integer ?? 0,
        horribleTotal: field("total_horrible_ratings")?.integer ?? 0),
      computedAt: nil)
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
  /// Whether it is an object with no members but these.
  fileprivate func hasOnly(_ names: [String]) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.allSatisfy { names.contains($0.key) }
  }
}
