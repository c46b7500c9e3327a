import Formats
import Jokes
import Scan
import SystemIO

/// What became of an event that was counted, or was not.
enum EventFate: Sendable {
  case vote(BinaryRating)
  /// It counts as neither.
  case neutral(Rating)
  /// Its rating is none of 1 to 5.
  case unexpected
  /// The document was read before.
  case readBefore
  case rejected

  /// What it counts as.
  var verdict: BinaryRating? {
    if case .vote(let verdict) = self { verdict } else { nil }
  }
}

/// What looks at events beside the count, for those who ask for more than the ranking.
protocol EventWatcher: AnyObject {
  /// Looks at the events of a part, in their order.
  ///
  /// - Parameter jokes: the ids of their jokes, one behind the other.
  func watch(_ events: [CountedEvent], jokes: Span<UInt8>) throws
}

/// Counts the votes of devices under several policies.
///
/// A class, because the count calls it and the run reads its books.
final class VoteWatcher: EventWatcher {
  private(set) var books: [VoteBook]

  init(_ policies: [VotePolicy]) { books = policies.map { VoteBook($0) } }

  func watch(_ events: [CountedEvent], jokes: Span<UInt8>) {
    for index in books.indices { Self.enter(events, jokes: jokes, in: &books[index]) }
  }

  private static func enter(
    _ events: [CountedEvent], jokes: Span<UInt8>, in book: inout VoteBook
  ) {
    for event in events {
      if let vote = event.countedVote { book.fetch(vote) }
    }
    for event in events {
      if let vote = event.countedVote { book.enter(vote, for: jokes.extracting(event.joke)) }
    }
  }

  /// The book of a policy.
  subscript(_ policy: VotePolicy) -> VoteBook? { books.first { $0.policy == policy } }
}

/// Counts what the app's own script would have counted, and where the first of each difference is.
final class ScriptWatcher: EventWatcher {
  private(set) var comparison = ScriptComparison()
  private(set) var firstPlaces: [ScriptComparison.Difference: FirstPlace] = [:]

  /// Where an event stands, and what it is called.
  typealias FirstPlace = (place: Place, documentID: String?)

  func watch(_ events: [CountedEvent], jokes: Span<UInt8>) { events.forEach(watch) }

  private func watch(_ event: CountedEvent) {
    // A document that Firestore could not hold is none that the script ever met.
    if case .readBefore = event.fate { return }
    guard !event.isAmbiguous, let script = event.script, let place = event.place else { return }
    let difference = comparison.enter(
      joke: script.joke, rating: script.rating, here: event.fate.verdict)
    guard let difference, firstPlaces[difference] == nil else { return }
    firstPlaces[difference] = FirstPlace(place, event.documentID)
  }
}
