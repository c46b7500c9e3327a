import ByteIO
package import Jokes

/// What `BinaryRatingsMigration` makes of an ordinary dump, made of its bytes. Rules, “Binary
/// ratings”.
package struct OrdinaryBinaryRatings: OrdinaryMigration {
  /// How many ratings of each kind a dump had.
  package struct Counts: Sendable, Hashable {
    private var counts = [Int](repeating: 0, count: Rating.allCases.count)

    package init() {}

    package internal(set) subscript(rating: Rating) -> Int {
      get { counts[rating.rawValue - 1] }
      set { counts[rating.rawValue - 1] = newValue }
    }
  }

  package let keys = OrdinaryKeys(
    [
      (DefaultsKey.ratings, .dictionary(.ratings)),
      (DefaultsKey.ratingTimestamps, .dictionary(.ratedAt)),
    ], flags: DefaultsKey.binaryMigrationFlags)
  /// What becomes of each rating, by its number.
  private let decisions: [Decision]
  private let flagTokens = DefaultsKey.binaryMigrationFlags.map(OrdinaryKeys.token)

  /// The migration by a rule.
  package init(_ rule: BinaryRatingRule) {
    decisions = [.keep] + Rating.allCases.map { rule.decide($0) }
  }

  package func migrate(_ dump: OrdinaryDump, in text: Span<UInt8>) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = Counts()
    var edit = OrdinaryEdit(dump)
    var left: [Double] = []
    left.reserveCapacity(dump.ratings.count)
    for entry in dump.ratings.entries {
      guard let rating = Rating(rawValue: Int(entry.number)) else { return nil }
      counts[rating] += 1
      switch decisions[rating.rawValue] {
      case .keep: left.append(entry.number)
      case .update(let new):
        edit.replace(entry.value, with: [UInt8(ascii: "0") + UInt8(new.rawValue)])
        left.append(Double(new.rawValue))
      case .delete: break
      case .refuse: return nil
      }
    }
    edit.remove(from: dump.ratings, where: isDeleted)
    edit.remove(from: dump.ratedAt) { time in
      dump.ratings.entry(at: dump.jokes.all[Int(time.joke)].rating).map(isDeleted) == true
    }
    for (number, token) in flagTokens.enumerated() { edit.setFlag(number, token, text) }
    let bytes = edit.bytes(text)
    guard holds(bytes, left) else { return nil }
    return .binary(counts, bytes)
  }

  private func isDeleted(_ entry: OrdinaryDump.Entry) -> Bool {
    decisions[Int(entry.number)] == .delete
  }

  /// Whether a migrated dump, read again, holds what was decided.
  private func holds(_ bytes: [UInt8], _ left: [Double]) -> Bool {
    guard let migrated = OrdinaryDump(in: bytes.span, at: 0, keys) else { return false }
    return migrated.isFlagged && migrated.range.upperBound == bytes.count
      && migrated.ratings.entries.elementsEqual(left) { $0.number == $1 }
  }
}
