import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The fate of a rating event in the count.
enum EventFate: Sendable {
  case vote(BinaryRating)
  /// A rating that is neither hilarious nor horrible.
  case neutral(Rating)
  /// A rating other than 1 to 5.
  case unexpected
  /// Of a week that was not asked for.
  case otherWeek
  /// Of no week that ISO 8601 has, while only some weeks are asked for.
  case noWeek
  /// A duplicate of a document read earlier.
  case readBefore
  case rejected

  /// The verdict of a counted vote, otherwise nil.
  var verdict: BinaryRating? {
    if case .vote(let verdict) = self { verdict } else { nil }
  }

  /// Whether the event is usable, and of the weeks that were asked for.
  var isInRange: Bool {
    switch self {
    case .vote, .neutral, .unexpected: true
    case .otherWeek, .noWeek, .readBefore, .rejected: false
    }
  }
}

/// Observes events besides the count, for the optional reports.
protocol EventWatcher: AnyObject {
  /// Observes the events of a part, in order.
  func watch(_ part: CountedEvents) throws
}

/// Counts the votes of devices under several policies.
///
/// A class, because the count calls it and the run reads its results.
final class VoteWatcher: EventWatcher {
  private(set) var books: [VoteBook]

  init(_ policies: [VotePolicy]) { books = policies.map { VoteBook($0) } }

  func watch(_ part: CountedEvents) {
    for index in books.indices {
      Self.enter(part.events, jokes: part.jokes.span, part.weeks, in: &books[index])
    }
  }

  private static func enter(
    _ events: [CountedEvent], jokes: Span<UInt8>, _ weeks: WeekCounting, in book: inout VoteBook
  ) {
    for (index, event) in events.enumerated() {
      for ahead in CountedEvents.fetched(at: index, of: events) {
        if let vote = ahead.countedVote { book.fetch(vote) }
      }
      if let vote = event.countedVote {
        let pair = book.weeks.isFull(weeks) ? 0..<0 : event.pair(weeks)
        book.enter(vote, for: jokes.extracting(event.joke), in: jokes.extracting(pair))
      }
    }
  }

  /// The votes under a policy.
  subscript(_ policy: VotePolicy) -> VoteBook? { books.first { $0.policy == policy } }
}

/// Simulates the app's own script, and notes the first place of each kind of difference.
final class ScriptWatcher: EventWatcher {
  private(set) var comparison = ScriptComparison()
  private(set) var firstPlaces: [ScriptComparison.Difference: FirstPlace] = [:]

  /// The place and id of an event.
  typealias FirstPlace = (place: Place, documentID: String?)

  func watch(_ part: CountedEvents) {
    for event in part.events {
      // The script reads Firestore, which cannot hold a duplicate or ambiguous document.
      if case .readBefore = event.fate { continue }
      if let details = part.details(of: event), !details.isAmbiguous { watch(event, details) }
    }
  }

  private func watch(_ event: CountedEvent, _ details: EventDetails) {
    guard let script = details.script else { return }
    let difference = comparison.enter(
      joke: script.joke, rating: script.rating, here: event.fate.verdict)
    guard let difference, firstPlaces[difference] == nil else { return }
    firstPlaces[difference] = FirstPlace(details.place, details.documentID)
  }
}
