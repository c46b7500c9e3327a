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
    guard let first = text.unicodeScalars.first, first == "k" || first == "K" || first == kelvin
    else { return false }
    let opening = String(String.UnicodeScalarView(text.unicodeScalars.prefix(knock.count)))
    return opening.lowercased().utf8.elementsEqual(knock) && asksWhoIsThere(text)
  }

  private static func asksWhoIsThere(_ text: String) -> Bool {
    // Only ASCII letters become one of these in lower case, and no character but the first is a w:
    // after a mismatch the question can only begin anew.
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
  /// The sign of the kelvin, which is a k in lower case.
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
