/// The category of a joke, told from its text and its type as the app tells it.
///
/// Rules, “Saved jokes and the feed”.
public enum JokeCategory: String, CaseIterable, Sendable {
  case dadJoke = "dad_joke"
  case knockKnock = "knock_knock"
  case pickupLine = "pickup_line"

  /// The category of a joke of this text and type.
  ///
  /// A joke that is told as a knock-knock joke is one, whatever its type says; a type that is not
  /// known is a dad joke.
  public init(text: String, type: String?) {
    let told = text.lowercased()
    if told.hasPrefix("knock"), told.contains("who's there") {
      self = .knockKnock
      return
    }
    self = type.flatMap { Self.byType[Self.trimmed($0.lowercased())] } ?? .dadJoke
  }

  private static let byType: [String: JokeCategory] = [
    "dad": .dadJoke, "dad joke": .dadJoke, "dad_joke": .dadJoke, "dadjoke": .dadJoke,
    "dad jokes": .dadJoke,
    "knock": .knockKnock, "knock-knock": .knockKnock, "knock_knock": .knockKnock,
    "knockknock": .knockKnock, "knock-knock jokes": .knockKnock,
    "pickup": .pickupLine, "pickup line": .pickupLine, "pickup_line": .pickupLine,
    "pickupline": .pickupLine, "pick up line": .pickupLine, "pick up lines": .pickupLine,
  ]

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
