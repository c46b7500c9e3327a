/// The numbers of events by label of a rating other than 1 to 5.
///
/// The labels of an input may all differ, so only the first in the order of their UTF-8 bytes are
/// told apart. The result does not depend on the order of the events, nor on how they are divided.
package struct LabelCounts: Sendable, Equatable {
  /// The number of labels that are told apart.
  private static let limit = 64

  /// `String` would equate labels that differ in normalization only.
  private var counts: [[UInt8]: Int] = [:]
  /// The number of events with other labels.
  package private(set) var otherCount = 0

  package init() {}

  /// The number of all events.
  package var total: Int { counts.values.reduce(otherCount, +) }

  /// The labels with their counts, in the order of their bytes.
  package var labels: [(label: String, count: Int)] {
    counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// Counts events with a label.
  package mutating func add(_ label: String, times: Int = 1) {
    add(Array(label.utf8), times: times)
  }

  /// Counts events with labels that are not told apart.
  package mutating func add(others: Int) { otherCount += others }

  /// Adds other counts.
  package mutating func merge(_ other: LabelCounts) {
    otherCount += other.otherCount
    for (label, count) in other.counts { add(label, times: count) }
  }

  private mutating func add(_ label: [UInt8], times: Int) {
    counts[label, default: 0] += times
    guard counts.count > Self.limit,
      let last = counts.keys.max(by: { $0.lexicographicallyPrecedes($1) })
    else { return }
    otherCount += counts.removeValue(forKey: last) ?? 0
  }
}
