/// Counts that were made apart from each other, and are put together.
extension KeyedDigitCounts {
  /// Gives what was counted, and begins anew.
  package mutating func takeAll() -> KeyedDigitCounts {
    let all = self
    removeAll()
    return all
  }

  /// Adds what was counted elsewhere.
  package mutating func add(_ other: KeyedDigitCounts) {
    for (place, key) in other.keys.enumerated().dropFirst() {
      let number = number(of: key)
      for digit in 0..<8 { counts[number &* 8 &+ digit] += other.counts[place &* 8 &+ digit] }
    }
    for (key, counts) in other.longKeys { longKeys[key, default: Counts(repeating: 0)] &+= counts }
  }
}
