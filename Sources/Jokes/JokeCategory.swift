/// The category of a joke, told from its text and its type as the app tells it.
///
/// Rules, “Saved jokes and the feed”.
public enum JokeCategory: String, CaseIterable, Sendable {
  /// A dad joke; also whatever is none of the others.
  case dadJoke = "dad_joke"
  /// “Knock, knock.” — “Who's there?”
  case knockKnock = "knock_knock"
  /// A pickup line.
  case pickupLine = "pickup_line"

  /// The category of a joke of this text and type.
  ///
  /// A joke that is told as a knock-knock joke is one, whatever its type says; a type that is not
  /// known is a dad joke.
  public init(text: String, type: String?) {
    if Self.isToldAsKnockKnock(text) {
      self = .knockKnock
      return
    }
    let type = type?.lowercased() ?? ""
    self = Self.byType[type] ?? Self.byType[Self.trimmed(type)] ?? .dadJoke
  }

  /// Whether a text begins with “knock” and asks “who's there”, in letters of any case.
  private static func isToldAsKnockKnock(_ text: String) -> Bool {
    let opening = String(String.UnicodeScalarView(text.unicodeScalars.prefix(knock.count)))
    guard opening.lowercased().utf8.elementsEqual(knock) else { return false }
    let told = Array(text.lowercased().utf8)
    return told.indices.dropLast(question.count - 1).contains { start in
      told[start...].starts(with: question)
    }
  }

  private static let knock = Array("knock".utf8)
  private static let question = Array("who's there".utf8)

  private static let byType: [String: JokeCategory] = [
    "dad": .dadJoke, "dad joke": .dadJoke, "dad_joke": .dadJoke, "dadjoke": .dadJoke,
    "dad jokes": .dadJoke,
    "knock": .knockKnock, "knock-knock": .knockKnock, "knock_knock": .knockKnock,
    "knockknock": .knockKnock, "knock-knock jokes": .knockKnock,
    "pickup": .pickupLine, "pickup line": .pickupLine, "pickup_line": .pickupLine,
    "pickupline": .pickupLine, "pick up line": .pickupLine, "pick up lines": .pickupLine,
  ]

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(Substring(scalars))
  }
}
