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

  package func migrate(_ dump: borrowing OrdinaryDump, in text: Span<UInt8>) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = SavedJokesCounts()
    var old: [Timed] = []
    var new: [Timed] = []
    for rating in dump.entries[dump.ratings.entries] {
      if rating.number != 5, rating.number != 1 { counts.otherRatings += 1 }
      let joke = dump.joke(of: rating)
      let saving = rule.saving(
        ratedAt: dump.number(at: joke.ratedAt), savedAt: dump.number(at: joke.savedAt))
      counts.enter(saving, wasSaved: joke.isSaved)
      let timed = Timed(joke: rating.joke, timestamp: saving.timestamp, source: saving.source)
      if joke.isSaved { old.append(timed) } else { new.append(timed) }
    }
    new.sort { one, other in
      RatedToSavedRule.isNewer(one.timestamp, than: other.timestamp) {
        dump.isKey(of: one.joke, before: other.joke, text)
      }
    }
    var edit = OrdinaryEdit()
    let saved = edit.add(
      new.map { .init(joke: $0.joke, number: nil) }, to: dump.saved, savedToken,
      isDictionary: false, now: now, dump, text)
    var times: [OrdinaryEdit.Addition] = []
    times.reserveCapacity(old.count + new.count)
    for timed in old { setTime(timed, dump, &edit, &times) }
    for timed in new { setTime(timed, dump, &edit, &times) }
    let savedAt = edit.add(
      times, to: dump.savedAt, timesToken, isDictionary: true, now: now, dump, text)
    let flag = edit.setFlag(.first, flagToken, dump, text)
    let bytes = edit.bytes(dump, text)
    guard edit.isSet(flag, in: bytes, dump),
      holds(saved, bytes, edit, dump, text), holds(savedAt, bytes, edit, dump, text)
    else { return nil }
    return .saved(counts, bytes)
  }

  private func setTime(
    _ timed: Timed, _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit,
    _ additions: inout [OrdinaryEdit.Addition]
  ) {
    let joke = dump.jokes.all[Int(timed.joke)]
    let spelled = timed.source == .rating ? dump.entry(at: joke.ratedAt)?.value : nil
    guard let entry = dump.entry(at: joke.savedAt) else {
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
