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
  /// Whether dumps with ratings of 2, 3 or 4 are left to the strict way.
  private let leavesFivePoint: Bool
  private let now: [UInt8]
  private let savedToken = OrdinaryKeys.token(DefaultsKey.savedJokes)
  private let timesToken = OrdinaryKeys.token(DefaultsKey.savedTimestamps)
  private let flagToken = OrdinaryKeys.token(DefaultsKey.savedMigrationDone)

  /// The migration by a rule.
  ///
  /// - Parameter leavesFivePoint: whether dumps with ratings of 2, 3 or 4 are left to the strict way.
  package init(_ rule: RatedToSavedRule, leavesFivePoint: Bool = false) {
    self.rule = rule
    self.leavesFivePoint = leavesFivePoint
    now = Array(DefaultsNumber(seconds: rule.now).spelling.utf8)
  }

  package func migrate(
    _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit, in text: Span<UInt8>,
    into output: inout [UInt8]
  ) -> OrdinaryOutcome? {
    if dump.isFlagged { return .alreadyDone }
    var counts = SavedJokesCounts()
    var additions = edit.takeAdditions()
    enter(dump, &counts, &edit, &additions)
    if leavesFivePoint, counts.otherRatings > 0 {
      edit.giveBack(additions)
      return nil
    }
    additions.saved.sort { one, other in
      RatedToSavedRule.isNewer(one.timestamp, than: other.timestamp) {
        dump.isKey(of: one.joke, before: other.joke, text)
      }
    }
    let saved = edit.add(
      additions.saved, to: dump.saved, savedToken, isDictionary: false, now: now, dump, text)
    for place in 0..<additions.saved.count {
      let joke = additions.saved[place]
      if !setTime(joke, dump, &edit) { additions.times.append(joke) }
    }
    let savedAt = edit.add(
      additions.times, to: dump.savedAt, timesToken, isDictionary: true, now: now, dump, text)
    let flag = edit.setFlag(.first, flagToken, dump, text)
    edit.write(dump, text, to: &output)
    let isRight =
      edit.isSet(flag, in: output, dump)
      && areAll(dump, additions)
      && holds(
        dump.saved, additions.saved, at: saved, isDictionary: false, output, edit, dump, text)
      && holds(
        dump.savedAt, additions.times, at: savedAt, isDictionary: true, output, edit, dump, text)
    edit.giveBack(additions)
    return isRight ? .saved(counts) : nil
  }

  /// Finds when each rated joke counts as saved, and sets the times of those that are saved.
  ///
  /// - Parameter additions: gets those that are not saved, and the times of those that are and have
  ///   none.
  private func enter(
    _ dump: borrowing OrdinaryDump, _ counts: inout SavedJokesCounts, _ edit: inout OrdinaryEdit,
    _ additions: inout OrdinaryEdit.Additions
  ) {
    for place in dump.ratings.entries {
      let rating = dump.entries[place]
      counts.otherRatings += rating.number == 5 || rating.number == 1 ? 0 : 1
      let joke = dump.joke(of: rating)
      let saving = rule.saving(
        ratedAt: dump.number(at: joke.ratedAt), savedAt: dump.number(at: joke.savedAt))
      counts.enter(saving, wasSaved: joke.isSaved)
      let addition = OrdinaryEdit.Addition(
        joke: rating.joke, entry: saving.source == .rating ? joke.ratedAt : -1,
        timestamp: saving.timestamp)
      if !joke.isSaved {
        additions.saved.append(addition)
      } else if !setTime(addition, dump, &edit) {
        additions.times.append(addition)
      }
    }
  }

  /// Whether as many are to come as there are rated jokes that are not saved, or have no time of it.
  private func areAll(
    _ dump: borrowing OrdinaryDump, _ additions: borrowing OrdinaryEdit.Additions
  ) -> Bool {
    var (unsaved, untimed) = (0, 0)
    for place in dump.ratings.entries {
      let joke = dump.joke(of: dump.entries[place])
      if !joke.isSaved { unsaved += 1 }
      if joke.savedAt < 0 { untimed += 1 }
    }
    return unsaved == additions.saved.count && untimed == additions.times.count
  }

  /// Sets the time of a joke that has one; false where it has none.
  private func setTime(
    _ joke: OrdinaryEdit.Addition, _ dump: borrowing OrdinaryDump, _ edit: inout OrdinaryEdit
  ) -> Bool {
    guard let entry = dump.entry(at: dump.jokes[joke.joke].savedAt) else { return false }
    // One that has the very time already keeps its spelling.
    if entry.number == joke.timestamp { return true }
    if let time = dump.entry(at: joke.entry) {
      edit.replace(entry.value, withCopyOf: time.value)
    } else {
      edit.replace(entry.value, with: now)
    }
    return true
  }

  /// Whether what was written, read again, is a container of the jokes that it had, and behind them
  /// of those that were to come, each with a time where it is a dictionary.
  private func holds(
    _ container: OrdinaryDump.Container,
    _ additions: borrowing ScratchArray<OrdinaryEdit.Addition>, at place: OrdinaryPlace?,
    isDictionary: Bool, _ output: [UInt8], _ edit: borrowing OrdinaryEdit,
    _ dump: borrowing OrdinaryDump, _ text: Span<UInt8>
  ) -> Bool {
    guard let place else { return additions.isEmpty }
    var cursor = OrdinaryCursor(output.span, at: edit.offset(of: place, dump))
    let bracket = UInt8(ascii: isDictionary ? "}" : "]")
    guard cursor.take(UInt8(ascii: isDictionary ? "{" : "[")) else { return false }
    var isFirst = true
    // Mostly all that was there stays as it was.
    if let interior = container.interior, let last = container.last,
      cursor.takeCopy(of: interior.lowerBound..<Int(last.end), in: text)
    {
      isFirst = false
    } else {
      for place in container.entries {
        let entry = dump.entries[place]
        guard cursor.nextEntry(isFirst: isFirst, before: bracket) == .entry,
          takeEntry(&cursor, of: entry.joke, like: entry.range, dump, text, isDictionary)
        else { return false }
        isFirst = false
      }
    }
    for place in 0..<additions.count {
      let addition = additions[place]
      let range =
        isDictionary
        ? dump.entry(at: addition.entry)?.range : dump.jokes[addition.joke].quotedKey
      guard cursor.nextEntry(isFirst: isFirst, before: bracket) == .entry,
        takeEntry(&cursor, of: addition.joke, like: range, dump, text, isDictionary)
      else { return false }
      isFirst = false
    }
    return cursor.nextEntry(isFirst: isFirst, before: bracket) == .end
  }

  /// Moves over an entry of a joke, which mostly is spelled like one of the dump.
  @_lifetime(cursor: copy cursor)
  @inline(__always)
  private func takeEntry(
    _ cursor: inout OrdinaryCursor, of joke: Int32, like entry: Range<Int>?,
    _ dump: borrowing OrdinaryDump, _ text: Span<UInt8>, _ isDictionary: Bool
  ) -> Bool {
    if let entry, cursor.takeEntry(like: entry, in: text) { return true }
    let key = dump.jokes[joke].quotedKey
    guard cursor.takeCopy(of: key, in: text) else { return false }
    return !isDictionary || cursor.take(UInt8(ascii: ":")) && cursor.number() != nil
  }
}

extension SavedJokesCounts {
  fileprivate mutating func enter(_ saving: RatedToSavedRule.Saving, wasSaved: Bool) {
    // Added, not branched over: which it is differs from joke to joke.
    alreadySaved += wasSaved ? 1 : 0
    newlySaved += wasSaved ? 0 : 1
    replaced += saving.replacesTimestamp ? 1 : 0
    fromRating += saving.source == .rating ? 1 : 0
    filledWithNow += saving.source == .now ? 1 : 0
    kept += saving.source == .kept ? 1 : 0
  }
}

extension OrdinaryDump {
  /// Whether the bytes of one joke's key come before those of another's.
  fileprivate func isKey(of one: Int32, before other: Int32, _ text: Span<UInt8>) -> Bool {
    let (one, other) = (jokes[one].key, jokes[other].key)
    for offset in 0..<min(one.count, other.count) {
      let bytes = (text[one.lowerBound + offset], text[other.lowerBound + offset])
      if bytes.0 != bytes.1 { return bytes.0 < bytes.1 }
    }
    return one.count < other.count
  }
}
