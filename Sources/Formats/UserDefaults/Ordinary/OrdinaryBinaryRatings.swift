import ByteIO
package import Jokes

/// What `BinaryRatingsMigration` makes of an ordinary dump, made of its bytes. Rules, “Binary
/// ratings”.
package struct OrdinaryBinaryRatings: OrdinaryMigration {
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
    _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit, in text: Span<UInt8>,
    into output: inout [UInt8]
  ) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = OrdinaryCounts()
    for place in dump.ratings.entries {
      let entry = dump.entries[place]
      guard let rating = Rating(rawValue: Int(entry.number)) else { return nil }
      counts.byRating[rating.rawValue] += 1
      switch decisions[rating.rawValue] {
      case .keep, .delete: break
      case .update(let new): edit.replace(entry.value, with: digits[new.rawValue])
      case .refuse: return nil
      }
    }
    edit.remove(from: dump.ratings, dump, where: isDeleted)
    edit.remove(from: dump.ratedAt, dump) { time in
      dump.entry(at: dump.joke(of: time).rating).map(isDeleted) == true
    }
    let first = edit.setFlag(.first, flagTokens[0], dump, text)
    let second = edit.setFlag(.second, flagTokens[1], dump, text)
    edit.write(dump, text, to: &output)
    guard edit.isSet(first, in: output, dump), edit.isSet(second, in: output, dump),
      holds(output, edit, dump, text)
    else { return nil }
    return .binary(counts)
  }

  private func isDeleted(_ entry: OrdinaryDump.Entry) -> Bool {
    decisions[Int(entry.number)] == .delete
  }

  /// Whether the ratings that were written, read again, are those that were to be left.
  private func holds(
    _ output: [UInt8], _ edit: borrowing OrdinaryEdit, _ dump: borrowing OrdinaryDump,
    _ text: Span<UInt8>
  ) -> Bool {
    guard let interior = dump.ratings.interior else { return true }
    let start = edit.offset(of: .kept(interior.lowerBound - 1), dump)
    var cursor = OrdinaryCursor(output.span, at: start)
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    var isFirst = true
    for place in dump.ratings.entries {
      let entry = dump.entries[place]
      let rating: Double
      switch decisions[Int(entry.number)] {
      case .keep: rating = entry.number
      case .update(let new): rating = Double(new.rawValue)
      case .delete: continue
      case .refuse: return false
      }
      guard cursor.nextEntry(isFirst: isFirst, before: UInt8(ascii: "}")) == .entry,
        cursor.takeCopy(of: dump.joke(of: entry).quotedKey, in: text),
        cursor.take(UInt8(ascii: ":")), cursor.rating() == rating
      else { return false }
      isFirst = false
    }
    return cursor.nextEntry(isFirst: isFirst, before: UInt8(ascii: "}")) == .end
  }
}
