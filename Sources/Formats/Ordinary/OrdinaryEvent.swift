import Jokes
import Scan

/// The parts of an ordinary event: one in the wanted collection whose joke ID has no escapes and
/// whose rating is one digit from 1 to 5.
///
/// Offsets are relative to the start of a text.
struct OrdinaryEvent: Sendable, Hashable {
  /// The offset of the rating's digit.
  var ratingOffset: Int
  /// The range of the joke ID, without quotes.
  var jokeID: Range<Int>
  /// The range of the document's full name or path, if only that determines its collection.
  var name: Range<Int>?
}

extension OrdinaryEvent {
  /// The event in each record of a run, relative to the record.
  init(_ run: JokeHistogram.Records) {
    self.init(ratingOffset: run.layout.digit, jokeID: run.layout.key)
  }
}

extension Rating {
  /// The rating as an ASCII digit.
  var digits: [UInt8] { Self.allDigits[rawValue - 1] }

  // One array a rating, so that an edit does not allocate.
  private static let allDigits = Rating.allCases.map { [UInt8(ascii: "0") + UInt8($0.rawValue)] }
}
