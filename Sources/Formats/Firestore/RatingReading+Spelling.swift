import Jokes
import Scan
import SystemIO

/// Reads ratings from their spelling, with the same labels in documents and dumps.
extension RatingReading {
  /// Reads a number in decimal digits.
  init(number: Span<UInt8>) {
    // The common case: one digit.
    if number.count == 1, let rating = Rating(rawValue: Int(number[0]) - 0x30) {
      self = .rating(rating)
      return
    }
    let decimal = JSONNumber(number)
    self = decimal.integer.flatMap(Rating.init).map { .rating($0) } ?? .unexpected(decimal.label)
  }

  /// Reads a double. Its label is that of its spelling in the REST API.
  init(_ number: Double) {
    if let rating = Int(exactly: number).flatMap(Rating.init) {
      self = .rating(rating)
    } else if number.isFinite {
      let digits = Array("\(number)".utf8)
      self.init(number: digits.span)
    } else {
      self = .unexpected(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// Reads a text, which is no rating. Its label is the text as JSON, shortened if long.
  init(text: String) {
    let start = text.prefix(39)
    let shown = start.count > 38 ? start.prefix(37) + "…" : start
    var label = ScratchBytes()
    // One character may have any number of accents.
    label.appendJSONString(Excerpt.name(String(shown)))
    self = .unexpected(label.span.text)
  }
}
