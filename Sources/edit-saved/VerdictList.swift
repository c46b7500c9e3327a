import Jokes
import Runs
import Scan

/// The verdicts of `--rate`: jokes with `hilarious`, `horrible` or `none`.
struct VerdictList: Hashable, Sendable {
  /// A joke, and its verdict; nil removes its rating.
  struct Verdict: Hashable, Sendable {
    var joke: String
    var verdict: BinaryRating?
  }

  /// The verdicts, in order.
  var verdicts: [Verdict] = []
}

extension VerdictList: ArgumentValue {
  static var expectation: String { "ID=hilarious, ID=horrible or ID=none, separated by commas" }

  init?(argument: String) {
    for text in argument.divided(at: ",") {
      // An id can hold a '='.
      guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "=")), sign > text.startIndex
      else { return nil }
      let word = String(text[text.utf8.index(after: sign)...])
      let verdict = BinaryRating(rawValue: word)
      guard verdict != nil || word == "none" else { return nil }
      verdicts.append(Verdict(joke: String(text[..<sign]), verdict: verdict))
    }
  }

  var argumentText: String? {
    if verdicts.isEmpty { return nil }
    return verdicts.map { "\($0.joke)=\($0.verdict?.rawValue ?? "none")" }.joined(separator: ",")
  }
}
