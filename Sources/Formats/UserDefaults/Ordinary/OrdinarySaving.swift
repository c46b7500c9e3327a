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

  package func migrate(
    _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit, in text: Span<UInt8>
  ) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = SavedJokesCounts()
    var old: [OrdinaryEdit.Addition] = []
    var new: [OrdinaryEdit.Addition] = []
    new.reserveCapacity(dump.ratings.count)
    for rating in dump.entries[dump.ratings.entries] {
      if rating.number != 5, rating.number != 1 { counts.otherRatings += 1 }
      let joke = dump.joke(of: rating)
      let saving = rule.saving(
        ratedAt: dump.number(at: joke.ratedAt), savedAt: dump.number(at: joke.savedAt))
      counts.enter(saving, wasSaved: joke.isSaved)
      let addition = OrdinaryEdit.Addition(
        joke: rating.joke, timestamp: saving.timestamp,
        number: saving.source == .rating ? dump.entry(at: joke.ratedAt)?.value : nil)
      if joke.isSaved { old.append(addition) } else { new.append(addition) }
    }
    new.sort { one, other in
      RatedToSavedRule.isNewer(one.timestamp, than: other.timestamp) {
        dump.isKey(of: one.joke, before: other.joke, text)
      }
    }
    let saved = edit.add(
      new, to: dump.saved, savedToken, isDictionary: false, now: now, dump, text)
    old += new
    old.removeAll { setTime($0, dump, &edit) }
    let savedAt = edit.add(
      old, to: dump.savedAt, timesToken, isDictionary: true, now: now, dump, text)
    let flag = edit.setFlag(.first, flagToken, dump, text)
    let bytes = edit.bytes(dump, text)
    guard edit.isSet(flag, in: bytes, dump),
      holds(saved, bytes, edit, dump, text), holds(savedAt, bytes, edit, dump, text)
    else { return nil }
    return .saved(counts, bytes)
  }

  /// Sets the time of a joke that has one; false where it has none.
  private func setTime(
    _ joke: OrdinaryEdit.Addition, _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit
  ) -> Bool {
    guard let entry = dump.entry(at: dump.jokes.all[Int(joke.joke)].savedAt) else { return false }
    // One that has the very time already keeps its spelling.
    if entry.number == joke.timestamp { return true }
    if let number = joke.number {
      edit.replace(entry.value, withCopyOf: number)
    } else {
      edit.replace(entry.value, with: now)
    }
    return true
  }

  /// Whether what was written, read again, is a container that holds every rated joke.
  private func holds(
    _ place: OrdinaryPlace?, _ bytes: [UInt8], _ edit: OrdinaryEdit, _ dump: borrowing OrdinaryDump,
    _ text: Span<UInt8>
  ) -> Bool {
    guard let place else { return dump.ratings.count == 0 }
    var cursor = OrdinaryCursor(bytes.span, at: edit.offset(of: place, dump))
    let isDictionary = cursor.next == UInt8(ascii: "{")
    let bracket = isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]")
    cursor.offset += 1
    var isFound = [Bool](repeating: false, count: dump.jokes.all.count)
    var isFirst = true
    while true {
      switch cursor.nextEntry(isFirst: isFirst, before: bracket) {
      case .odd: return false
      case .end:
        return dump.entries[dump.ratings.entries].allSatisfy { isFound[Int($0.joke)] }
      case .entry:
        guard let (key, hash) = cursor.string(seed: keys.seed) else { return false }
        if let joke = dump.jokes.place(of: key, hash: hash, in: cursor.text, text) {
          isFound[Int(joke)] = true
        }
        if isDictionary {
          guard cursor.take(UInt8(ascii: ":")), cursor.number() != nil else { return false }
        }
        isFirst = false
      }
    }
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
