package import Jokes
import Scan
import SystemIO

/// A file of rankings: a document in any of the shapes in which they are written, or several in an
/// import file.
///
/// Such a file is replaced without asking. So a file with an unknown or duplicate member, or with a
/// member of another type, is not one.
package struct RankingFile {
  /// The rankings by document ID.
  private let rankings: [NamedRanking]

  private typealias NamedRanking = (id: String, ranking: Ranking)

  /// Parses a file; nil for any other text. The times are checked, and otherwise ignored.
  package init?(_ text: Span<UInt8>) {
    guard let value = JSONValue(ifIn: text) else { return nil }
    let rankings: [NamedRanking]? =
      if value["__collections__"] != nil {
        Self.imported(value)
      } else if value["writes"] != nil {
        Self.requested(value).map { [$0] }
      } else if value["fields"] != nil {
        Self.typed(value, more: ["name", "createTime", "updateTime"]).map { [$0] }
      } else {
        Self.plain(value).map { [$0] }
      }
    guard let rankings else { return nil }
    self.rankings = rankings
  }

  /// The ranking of a period; nil if the file holds no ranking of it.
  package func ranking(of period: RankingPeriod) -> Ranking? {
    rankings.first { $0.id.hasBytes(of: period.id) }?.ranking
  }

  /// Whether it has no rankings but that of a period and, if allowed, those of weeks.
  package func isReplaced(by period: RankingPeriod, withWeeks: Bool) -> Bool {
    rankings.allSatisfy { id, _ in
      id.hasBytes(of: period.id)
        || withWeeks && RankingPeriod.accepts(ContiguousArray(id.utf8).span)
    }
  }

  // MARK: Shapes

  /// The documents of an import file.
  private static func imported(_ file: JSONValue) -> [NamedRanking]? {
    guard file.has(["__collections__"]), let collections = file["__collections__"],
      collections.has([RankingDocument.collection]),
      case .object(let documents)? = collections[RankingDocument.collection]
    else { return nil }
    let rankings = documents.compactMap { key, document -> NamedRanking? in
      guard let found = plain(document, more: ["__collections__"]), found.id.hasBytes(of: key),
        document["__collections__"]?.has([]) != false
      else { return nil }
      return found
    }
    let areAll = rankings.count == documents.count
    return areAll && Set(rankings.map { Array($0.id.utf8) }).count == rankings.count
      ? rankings : nil
  }

  /// The document that a commit request sets.
  private static func requested(_ request: JSONValue) -> NamedRanking? {
    guard request.has(["writes"]), let writes = request["writes"]?.elements, writes.count == 1,
      writes[0].has(["update"], more: ["updateTransforms"]), let update = writes[0]["update"],
      update["name"] != nil
    else { return nil }
    guard let transforms = writes[0]["updateTransforms"] else {
      return typed(update, more: ["name"])
    }
    guard let transforms = transforms.elements, transforms.count == 1,
      transforms[0].has(["fieldPath", "setToServerValue"]),
      transforms[0]["fieldPath"]?.string == RankingDocument.timeField,
      transforms[0]["setToServerValue"]?.string == "REQUEST_TIME"
    else { return nil }
    return typed(update, more: ["name"], isTimed: false)
  }

  /// The document of the REST API.
  private static func typed(
    _ document: JSONValue, more names: [String], isTimed: Bool = true
  ) -> NamedRanking? {
    guard document.has(["fields"], more: names),
      case .object(let fields)? = document["fields"]
    else { return nil }
    var members: [(key: String, value: JSONValue)] = []
    for (name, value) in fields {
      let isTime = value["timestampValue"] != nil || value["nullValue"] != nil
      guard isTime == (endNames + [RankingDocument.timeField]).contains(name),
        let value = untyped(value)
      else { return nil }
      members.append((name, value))
    }
    guard let found = plain(.object(members), isTimed: isTimed) else { return nil }
    if let name = document["name"] {
      guard let (database, path) = name.string.map(DatabaseName.divide), database != nil,
        String(path).hasBytes(of: "\(RankingDocument.collection)/\(found.id)")
      else { return nil }
    }
    return ["createTime", "updateTime"].allSatisfy { document[$0]?.isTime != false } ? found : nil
  }

  /// A typed Firestore value as plain JSON; nil for a type that a ranking does not have.
  private static func untyped(_ value: JSONValue) -> JSONValue? {
    guard case .object(let members) = value, members.count == 1 else { return nil }
    let inner = members[0].value
    switch members[0].key {
    case "stringValue", "timestampValue": return inner.string.map { .string($0) }
    case "nullValue": return inner
    case "integerValue":
      let number = inner.string.flatMap { JSONNumber(strictly: ContiguousArray($0.utf8).span) }
      return number.map { .number($0) }
    case "arrayValue":
      guard inner.has([], more: ["values"]) else { return nil }
      guard let values = inner["values"] else { return .array([]) }
      guard let elements = values.elements else { return nil }
      let plain = elements.compactMap(untyped)
      return plain.count == elements.count ? .array(plain) : nil
    case "mapValue":
      guard inner.has(["fields"]), case .object(let fields)? = inner["fields"] else { return nil }
      let plain = fields.compactMap { name, value in untyped(value).map { (key: name, value: $0) } }
      return plain.count == fields.count ? .object(plain) : nil
    default: return nil
    }
  }

  // MARK: Documents

  /// Older scripts wrote the ends of a week to `all_time` too, possibly null.
  private static let endNames = ["week_start", "week_end"]

  /// The ranking in an object with exactly the fields of the document.
  ///
  /// - Parameters:
  ///   - names: other members that may be there.
  ///   - isTimed: whether it has the time of computation.
  private static func plain(
    _ document: JSONValue, more names: [String] = [], isTimed: Bool = true
  ) -> NamedRanking? {
    let required =
      ["week_id", "hilarious", "horrible", "total_hilarious_ratings", "total_horrible_ratings"]
      + (isTimed ? [RankingDocument.timeField] : [])
    guard document.has(required, more: endNames + names), let id = document["week_id"]?.string,
      let hilarious = document["hilarious"].flatMap(list),
      let horrible = document["horrible"].flatMap(list),
      let hilariousTotal = document["total_hilarious_ratings"]?.integer, hilariousTotal >= 0,
      let horribleTotal = document["total_horrible_ratings"]?.integer, horribleTotal >= 0,
      document[RankingDocument.timeField]?.isTime != false
    else { return nil }
    for name in endNames {
      guard let end = document[name] else { continue }
      if case .null = end { continue }
      guard end.isTime else { return nil }
    }
    let ranking = Ranking(
      hilarious: hilarious, horrible: horrible, hilariousTotal: hilariousTotal,
      horribleTotal: horribleTotal)
    return (id, ranking)
  }

  private static func list(_ value: JSONValue) -> Ranking.List? {
    guard let elements = value.elements else { return nil }
    var jokes: [RankedJoke] = []
    for element in elements {
      guard element.has(["joke_id", "count", "rank"]), let id = element["joke_id"]?.string,
        let count = element["count"]?.integer, count > 0,
        let rank = element["rank"]?.integer, rank == jokes.count + 1
      else { return nil }
      jokes.append(RankedJoke(id: JokeID(id), count: count, rank: rank))
    }
    return Ranking.List(jokes: jokes)
  }
}

extension JSONValue {
  /// Whether it is an object with each of these members once, and with no others but the optional
  /// ones.
  fileprivate func has(_ names: [String], more others: [String] = []) -> Bool {
    guard case .object(let members) = self else { return false }
    let keys = Set(members.map(\.key))
    return keys.count == members.count && keys.isSuperset(of: names)
      && keys.isSubset(of: names + others)
  }

  /// Whether it is a time, as exporters spell it: RFC 3339, or seconds and nanoseconds, tagged or
  /// not.
  fileprivate var isTime: Bool {
    if let text = string { return Timestamp(rfc3339: text) != nil }
    if has(["__datatype__", "value"]) {
      return self["__datatype__"]?.string == "timestamp" && self["value"]?.isTime == true
    }
    if has(["__time__"]) {
      return self["__time__"]?.string != nil && self["__time__"]?.isTime == true
    }
    return [("_seconds", "_nanoseconds"), ("seconds", "nanoseconds")].contains { names in
      guard has([names.0, names.1]), let seconds = self[names.0]?.integer,
        let nanoseconds = self[names.1]?.integer
      else { return false }
      return Timestamp.secondsRange.contains(Int64(seconds))
        && (0..<1_000_000_000).contains(nanoseconds)
    }
  }
}
