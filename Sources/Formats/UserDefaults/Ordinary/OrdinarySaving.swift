import ByteIO
package import Jokes

/// What `SavedJokesMigration` makes of an ordinary dump, made of its bytes. Rules, “Rated to saved”.
package struct OrdinarySaving: OrdinaryMigration {
  package let keys = OrdinaryKeys(
    [
      (DefaultsKey.ratings, .dictionary(.ratings)),
      (DefaultsKey.ratingTimestamps, .dictionary(.ratedAt)),
      (DefaultsKey.savedTimestamps, .dictionary(.savedAt)),
      (DefaultsKey.savedJokes, .saved),
    ], flags: [DefaultsKey.savedMigrationDone])
  private let rule: RatedToSavedRule
  private let now: [UInt8]
  private let savedToken = OrdinaryKeys.token(DefaultsKey.savedJokes)
  private let timesToken = OrdinaryKeys.token(DefaultsKey.savedTimestamps)
  private let flagToken = OrdinaryKeys.token(DefaultsKey.savedMigrationDone)

  /// The migration by a rule.
  package init(_ rule: RatedToSavedRule) {
    self.rule = rule
    now = Array(DefaultsNumber(seconds: rule.now).spelling.utf8)
  }

  /// One rated joke whose time of saving is to be set.
  private struct Timed {
    var joke: Int32
    var timestamp: Double
    var source: RatedToSavedRule.TimestampSource
  }

  package func migrate(_ dump: OrdinaryDump, in text: Span<UInt8>) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = SavedJokesCounts()
    var old: [Timed] = []
    var new: [Timed] = []
    for rating in dump.ratings.entries {
      if rating.number != 5, rating.number != 1 { counts.otherRatings += 1 }
      let joke = dump.jokes.all[Int(rating.joke)]
      let saving = rule.saving(
        ratedAt: dump.ratedAt.number(at: joke.ratedAt),
        savedAt: dump.savedAt.number(at: joke.savedAt))
      counts.enter(saving, wasSaved: joke.isSaved)
      let timed = Timed(joke: rating.joke, timestamp: saving.timestamp, source: saving.source)
      if joke.isSaved { old.append(timed) } else { new.append(timed) }
    }
    new.sort { one, other in
      RatedToSavedRule.isNewer(one.timestamp, than: other.timestamp) {
        dump.isKey(of: one.joke, before: other.joke, text)
      }
    }
    let bytes = edited(dump, old, new, text)
    guard holds(bytes, dump, text) else { return nil }
    return .saved(counts, bytes)
  }

  private func edited(
    _ dump: OrdinaryDump, _ old: [Timed], _ new: [Timed], _ text: Span<UInt8>
  ) -> [UInt8] {
    var edit = OrdinaryEdit(dump)
    edit.add(
      new.map { .init(joke: $0.joke, number: nil) }, to: dump.saved, savedToken,
      isDictionary: false, now: now, text)
    var times: [OrdinaryEdit.Addition] = []
    times.reserveCapacity(old.count + new.count)
    for timed in old { setTime(timed, dump, &edit, &times) }
    for timed in new { setTime(timed, dump, &edit, &times) }
    edit.add(times, to: dump.savedAt, timesToken, isDictionary: true, now: now, text)
    edit.setFlag(0, flagToken, text)
    return edit.bytes(text)
  }

  private func setTime(
    _ timed: Timed, _ dump: OrdinaryDump, _ edit: inout OrdinaryEdit,
    _ additions: inout [OrdinaryEdit.Addition]
  ) {
    let joke = dump.jokes.all[Int(timed.joke)]
    let spelled = timed.source == .rating ? dump.ratedAt.entry(at: joke.ratedAt)?.value : nil
    guard let entry = dump.savedAt.entry(at: joke.savedAt) else {
      return additions.append(.init(joke: timed.joke, number: spelled))
    }
    // One that has the very time already keeps its spelling.
    if entry.number == timed.timestamp { return }
    if let spelled {
      edit.replace(entry.value, withCopyOf: spelled)
    } else {
      edit.replace(entry.value, with: now)
    }
  }

  /// Whether a migrated dump, read again, holds what was decided.
  private func holds(_ bytes: [UInt8], _ dump: OrdinaryDump, _ text: Span<UInt8>) -> Bool {
    guard let migrated = OrdinaryDump(in: bytes.span, at: 0, keys), migrated.isFlagged,
      migrated.range.upperBound == bytes.count, migrated.ratings.count == dump.ratings.count
    else { return false }
    for (before, after) in zip(dump.ratings.entries, migrated.ratings.entries) {
      let joke = migrated.jokes.all[Int(after.joke)]
      let key = text.extracting(dump.jokes.all[Int(before.joke)].key)
      guard joke.isSaved, joke.savedAt >= 0, bytes.span.holds(key, at: joke.key) else {
        return false
      }
    }
    return true
  }
}

extension SavedJokesCounts {
  fileprivate mutating func enter(_ saving: RatedToSavedRule.Saving, wasSaved: Bool) {
    if wasSaved { alreadySaved += 1 } else { newlySaved += 1 }
    if saving.replacesTimestamp { replaced += 1 }
    switch saving.source {
    case .rating: fromRating += 1
    case .now: filledWithNow += 1
    case .kept: kept += 1
    }
  }
}

extension OrdinaryDump.Container {
  /// An entry; nil for the place -1.
  func entry(at place: Int32) -> OrdinaryDump.Entry? { place < 0 ? nil : entries[Int(place)] }

  /// The number of an entry; nil for the place -1.
  func number(at place: Int32) -> Double? { place < 0 ? nil : entries[Int(place)].number }
}

extension OrdinaryDump {
  /// Whether the bytes of one joke's key come before those of another's.
  fileprivate func isKey(of one: Int32, before other: Int32, _ text: Span<UInt8>) -> Bool {
    let (one, other) = (jokes.all[Int(one)].key, jokes.all[Int(other)].key)
    for offset in 0..<min(one.count, other.count) {
      let bytes = (text[one.lowerBound + offset], text[other.lowerBound + offset])
      if bytes.0 != bytes.1 { return bytes.0 < bytes.1 }
    }
    return one.count < other.count
  }
}
