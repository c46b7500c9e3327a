package import Formats
import Jokes
import Scan
import SystemIO

/// A guard against inputs that hold documents, but none of the wanted collection: its name is
/// mistyped, or the export is another.
package struct CollectionGuard {
  private let collection: CollectionPath
  private let pass: InputPass

  /// The number of collections told apart, and of those listed in the error.
  private static let (countLimit, nameLimit) = (10_000, 8)

  /// Creates the guard; nil if no collection is named, if `--allow-empty` permits an empty result,
  /// if a published run is verified, or if the inputs are a share, which may have none by chance.
  ///
  /// - Parameters:
  ///   - collection: the wanted collection; nil is all.
  ///   - pass: has read the inputs.
  package init?(
    _ run: ToolRun, collection: CollectionPath?, after pass: InputPass
  ) {
    guard let collection, !run.arguments[.allowEmpty], run.arguments[.verify] == nil,
      pass.inputs.share?.shard.isWhole != false
    else { return nil }
    self.collection = collection
    self.pass = pass
  }

  /// Throws if all documents read are of other collections.
  ///
  /// Rejects count as met: they may be of the collection, and the run does not exit with 0. The
  /// inputs that are files are read once more, for the names of their collections.
  ///
  /// - Parameter areMerged: whether the inputs are partial results, which have no documents to look
  ///   at.
  /// - Throws: `GuardViolation`.
  package func check(documentCount: Int, otherCount: Int, areMerged: Bool = false) throws {
    guard documentCount == 0, otherCount > 0 else { return }
    let found = areMerged ? CollectionCounts() : try count()
    // They were skipped because they lack something, such as a parent that exists.
    let inputs = pass.inputs
    if !areMerged, found.documentCount == 0, inputs.inputs.allSatisfy(\.canBeReadTwice) { return }
    let whole = inputs.operands.count == 1 ? " in '\(inputs.operands[0])'" : ""
    var message =
      "none of \(Amount.count(otherCount, of: "document"))\(whole) is of the collection "
      + "'\(collection)'"
    let names = found.collections.compactMap(\.name)
    if !names.isEmpty { message += "; there: \(listed(found))" }
    throw GuardViolation(message: message, advice: advice(names))
  }

  private func count() throws -> CollectionCounts {
    let census = Census(CollectionCounts(limit: Self.countLimit))
    var pass = pass
    try pass.readAgain { window, format, context in
      try ExportReader.read(
        window, as: format, collection: nil, isSalvaging: true, knowing: context, visitor: census)
    }
    return census.counts
  }

  /// The largest collections with their counts.
  private func listed(_ found: CollectionCounts) -> String {
    let named = found.collections.compactMap { name, count in name.map { ($0, count) } }
    let order = named.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    var parts = order.prefix(Self.nameLimit).map { "\($0.0) \(Amount.count($0.1))" }
    let left = order.count - parts.count
    if left > 0 || found.uncountedCount > 0 {
      parts.append(found.uncountedCount > 0 ? "and many more" : "and \(Amount.count(left)) more")
    }
    return parts.joined(separator: ", ")
  }

  private func advice(_ names: [String]) -> String {
    let meant = "'--allow-empty' accepts it"
    // `*` stands for ids, so a path with one is no value for the option.
    let nearest = NearestIDs.of(collection.description, among: names.filter { !$0.contains("*") })
    if let name = nearest.first { return "did you mean '--collection \(name)'? \(meant)" }
    if names.isEmpty { return "see whether it is the right export; \(meant)" }
    return "name another with --collection; \(meant)"
  }

  /// Counts the documents of each collection. A class, because the reader calls it.
  private final class Census: DocumentVisitor {
    var counts: CollectionCounts
    let job: any DocumentJob = Job()

    init(_ counts: CollectionCounts) { self.counts = counts }

    /// Names the collection of each document.
    struct Job: DocumentJob {
      private(set) var outcomes: [String?] = []
      var outcomeCount: Int { outcomes.count }
      var entityFields: EntityFields { .none }

      mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
        outcomes.append(event.identity?.collection)
        return .keep
      }
    }

    func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
      guard let job = job as? Job else { preconditionFailure("another job's outcomes") }
      for collection in job.outcomes[outcomes] { counts.enter(collection) }
    }

    func reject(_ problem: RecordProblem) { counts.enter(nil) }
    func passOver(documentCount: Int) {}
    func advance(to byte: Int) {}
  }
}
