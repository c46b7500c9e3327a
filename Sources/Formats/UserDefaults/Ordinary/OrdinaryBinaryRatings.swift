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
  /// The digits, by what they are worth.
  private let digits = (0..<10).map { Array(String($0).utf8) }
  private let flagTokens = DefaultsKey.binaryMigrationFlags.map(OrdinaryKeys.token)

  /// The migration by a rule.
  package init(_ rule: BinaryRatingRule) {
    decisions = [.keep] + Rating.allCases.map { rule.decide($0) }
  }

  package func migrate(
    _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit, in text: Span<UInt8>
  ) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = Counts()
    var left: [Double] = []
    left.reserveCapacity(dump.ratings.count)
    for entry in dump.entries[dump.ratings.entries] {
      guard let rating = Rating(rawValue: Int(entry.number)) else { return nil }
      counts[rating] += 1
      switch decisions[rating.rawValue] {
      case .keep: left.append(entry.number)
      case .update(let new):
        edit.replace(entry.value, with: digits[new.rawValue])
        left.append(Double(new.rawValue))
      case .delete: break
      case .refuse: return nil
      }
    }
    edit.remove(from: dump.ratings, dump, where: isDeleted)
    edit.remove(from: dump.ratedAt, dump) { time in
      dump.entry(at: dump.joke(of: time).rating).map(isDeleted) == true
    }
    let first = edit.setFlag(.first, flagTokens[0], dump, text)
    let second = edit.setFlag(.second, flagTokens[1], dump, text)
    let bytes = edit.bytes(dump, text)
    guard edit.isSet(first, in: bytes, dump), edit.isSet(second, in: bytes, dump),
      holds(bytes, left, edit, dump)
    else { return nil }
    return .binary(counts, bytes)
  }

  private func isDeleted(_ entry: OrdinaryDump.Entry) -> Bool {
    decisions[Int(entry.number)] == .delete
  }

  /// Whether the ratings that were written, read again, are those that were to be left.
  private func holds(
    _ bytes: [UInt8], _ left: [Double], _ edit: OrdinaryEdit, _ dump: borrowing OrdinaryDump
  ) -> Bool {
    guard let interior = dump.ratings.interior else { return left.isEmpty }
    let start = edit.offset(of: .kept(interior.lowerBound - 1), dump)
    var cursor = OrdinaryCursor(bytes.span, at: start)
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    var place = 0
    while true {
      switch cursor.nextEntry(isFirst: place == 0, before: UInt8(ascii: "}")) {
      case .odd: return false
      case .end: return place == left.count
      case .entry:
        guard cursor.string(seed: keys.seed) != nil, cursor.take(UInt8(ascii: ":")),
          let number = cursor.rating(), place < left.count, number == left[place]
        else { return false }
        place += 1
      }
    }
  }
}
