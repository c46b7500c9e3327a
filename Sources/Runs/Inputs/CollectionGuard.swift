package import Formats
import Scan
import SystemIO

// A guard against inputs that hold documents, but none of the wanted collection: its name is
// mistyped, or the export is another.
extension InputPass {
  /// The number of collections told apart, and of those listed in the error.
  private static let (collectionLimit, nameLimit) = (10_000, 8)

  /// Throws if all documents read are of other collections.
  ///
  /// Rejects count as met: they may be of the collection, and the run does not exit with 0. The
  /// inputs that are files are read once more, for the names of their collections. Nothing is checked
  /// if `--allow-empty` permits an empty result, if a published run is verified, or if the inputs are
  /// a share, which may have none by chance.
  ///
  /// - Parameters:
  ///   - collection: the wanted collection; nil is all.
  ///   - areMerged: whether the inputs are partial results, which have no documents to look at.
  /// - Throws: `GuardViolation`.
  package func check(
    _ collection: CollectionPath?, documentCount: Int, otherCount: Int,
    areMerged: Bool = false
  ) throws {
    guard let collection, !run.arguments[.allowEmpty], run.arguments[.verify] == nil,
      inputs.share?.shard.isWhole != false, documentCount == 0, otherCount > 0
    else { return }
    let found = areMerged ? CollectionCounts() : try collectionCounts()
    // They were skipped because they lack something, such as a parent that exists.
    if !areMerged, found.documentCount == 0, inputs.inputs.allSatisfy(\.canBeReadTwice) { return }
    let whole = inputs.operands.count == 1 ? " in '\(inputs.operands[0])'" : ""
    var message =
      "none of \(Amount.count(otherCount, of: "document"))\(whole) is of the collection "
      + "'\(collection)'"
    let names = found.collections.compactMap(\.name)
    if !names.isEmpty { message += "; there: \(Self.listed(found))" }
    throw GuardViolation(message: message, advice: Self.advice(collection, names))
  }

  private func collectionCounts() throws -> CollectionCounts {
    var counts = CollectionCounts(limit: Self.collectionLimit)
    let census = DocumentCollector(fields: .none) {
      $0.identity?.collection.map { .collection($0) }
    } take: { note in
      if case .collection(let name)? = note { counts.enter(name) } else { counts.enter(nil) }
    }
    var pass = self
    try pass.readAgain(.init(run.arguments, of: nil, isSalvaging: true, to: census))
    return counts
  }

  /// The largest collections with their counts.
  private static func listed(_ found: CollectionCounts) -> String {
    let named = found.collections.compactMap { name, count in name.map { ($0, count) } }
    let order = named.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    var parts = order.prefix(nameLimit).map { "\($0.0) \(Amount.count($0.1))" }
    let left = order.count - parts.count
    if left > 0 || found.uncountedCount > 0 {
      parts.append(found.uncountedCount > 0 ? "and many more" : "and \(Amount.count(left)) more")
    }
    return parts.joined(separator: ", ")
  }

  private static func advice(_ collection: CollectionPath, _ names: [String]) -> String {
    let meant = "'--allow-empty' accepts it"
    // `*` stands for ids, so a path with one is no value for the option.
    let nearest = NearestIDs.of(collection.description, among: names.filter { !$0.contains("*") })
    if let name = nearest.first { return "did you mean '--collection \(name)'? \(meant)" }
    if names.isEmpty { return "see whether it is the right export; \(meant)" }
    return "name another with --collection; \(meant)"
  }
}
