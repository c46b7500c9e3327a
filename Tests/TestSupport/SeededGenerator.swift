import Foundation

/// A generator with the same numbers for the same seed everywhere (Vigna's SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed, which a failing test prints.
  package init(seed: UInt64) { state = seed }

  /// The seeds of a test's cases: a quarter of them, or all where `LAUGHTRACK_SEEDS=all`.
  package static func seeds(_ count: Int) -> Range<UInt64> {
    let isAll = ProcessInfo.processInfo.environment["LAUGHTRACK_SEEDS"] == "all"
    return 0..<UInt64(isAll ? count : max(1, count / 4))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// True once in this many calls, at random.
  package mutating func happens(onceIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }

  /// One of the elements.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
