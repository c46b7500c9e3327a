/// The category of a joke, derived from its text and type as in the app.
///
/// Rules, “Saved jokes and the feed”.
public enum JokeCategory: String, CaseIterable, Sendable {
  /// A dad joke, and the default.
  case dadJoke = "dad_joke"
  /// “Knock, knock.” — “Who's there?”
  case knockKnock = "knock_knock"
  /// A pickup line.
  case pickupLine = "pickup_line"

  /// Derives the category from text and type.
  ///
  /// The text of a knock-knock joke wins over its type; an unknown type is a dad joke.
  public init(text: String, type: String?) {
    if Self.isToldAsKnockKnock(text) {
      self = .knockKnock
      return
    }
    let type = type?.lowercased() ?? ""
    self = Self.byType[type] ?? Self.byType[Self.trimmed(type)] ?? .dadJoke
  }

  /// Whether a text begins with “knock” and contains “who's there”, in any case.
  private static func isToldAsKnockKnock(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "k" || first == "K" || first == kelvin
    else { return false }
    let opening = String(String.UnicodeScalarView(text.unicodeScalars.prefix(knock.count)))
    return opening.lowercased().utf8.elementsEqual(knock) && asksWhoIsThere(text)
  }

  private static func asksWhoIsThere(_ text: String) -> Bool {
    // Only ASCII letters, and no character but the first is a w: after a mismatch the search
    // restarts at the current character.
    var place = 0
    for byte in text.utf8 {
      let lower = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
      place = lower == question[place] ? place + 1 : lower == question[0] ? 1 : 0
      if place == question.count { return true }
    }
    return false
  }

  private static let knock = Array("knock".utf8)
  private static let question = Array("who's there".utf8)
  /// KELVIN SIGN, whose lower case is k.
  private static let kelvin: Unicode.Scalar = "\u{212A}"

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
