import ByteIO
import JSONText

/// Recognises ordinary events by the members of those that were read before, in whatever order they
/// come, and whichever of them are there.
///
/// A member is known by the bytes from its key to its value, `"rating":` or
/// `"joke_id":{"stringValue":"`, and those after it; its value may be anything of the kinds that were
/// met there. In each object a key may come once. What passes is JSON, and of each of its members the
/// strict reader has found in another event that it means nothing, or what it means; so it would find
/// the same here.
struct EventMembers: Sendable {
  /// What a member's value is to the rules.
  enum Role: Int, Sendable {
    case none
    case jokeID
    case rating
    /// The full name or path of the document.
    case name
  }

  /// The members, as they are spelled.
  var members: ByteMembers
  /// Room for lines that are found at once.
  var lines: [ByteMembers.Line]
  /// What finding lines adds to and finding none takes from; where nothing is left, few are looked for.
  private var lineCredit = EventMembers.lineCreditLimit
  private static var lineCreditLimit: Int { 16 }
  /// What was learned, by the members' numbers.
  var lessons: [Lesson] = []
  /// The keys of all objects, by the numbers of their bits.
  var keys: [Key] = []
  var objectCount = 1
  /// The name that was learned last, up to its last slash: it is of the wanted collection.
  var namePrefix: [UInt8] = []
  /// How many events were recognised, and how many were learned from.
  var recognisedCount = 0
  var lessonCount = 0
  /// Whether each event ends with its line.
  let isLines: Bool
  /// Whether a comma comes before each event.
  var followsComma = false

  /// - Parameter isLines: whether each event ends with its line.
  init(isLines: Bool) {
    self.isLines = isLines
    members = ByteMembers(allowsLineEnds: !isLines)
    lines = isLines ? Array(repeating: ByteMembers.Line(), count: 32) : []
  }

  /// The event that begins at an offset, what separates it from the one before included.
  ///
  /// - Returns: what was found, and where it ends, its line end included; nil where it takes a closer
  ///   look.
  func event(
    in text: Span<UInt8>, from start: Int, collection: [UInt8]
  ) -> (event: OrdinaryEvent, end: Int)? {
    guard !members.isEmpty, let place = place(after: start, text),
      text.byte(at: place) == UInt8(ascii: "{")
    else { return nil }
    var walk = ByteMembers.Walk(place: place &+ 1)
    while true {
      switch members.walk(text, &walk) {
      case .unknown: return nil
      case .value:
        guard pass(text, &walk) else { return nil }
        continue
      case .end: break
      }
      break
    }
    let (_, jokeID, rating, name) = walk.found
    guard let end = end(after: walk.place, text),
      let event = event(jokeID: jokeID, rating: rating, name: name, in: text, collection)
    else { return nil }
    return (event, end)
  }

  /// Finds lines at once, where that was of use lately.
  ///
  /// - Returns: how many were found; nil where none were looked for.
  mutating func findLines(
    _ text: Span<UInt8>, from start: Int, before limit: Int, most: Int
  ) -> Int? {
    guard isLines else { return nil }
    // A try now and then tells when it is of use again.
    if lineCredit <= 0, recognisedCount % 64 != 0 { return nil }
    let count = members.findLines(text, from: start, before: limit, most: most, &lines)
    lineCredit = count > 0 ? Self.lineCreditLimit : lineCredit - 1
    return count
  }

  /// The event that a line is of which all members were found; nil where it takes a closer look.
  func event(
    _ line: ByteMembers.Line, in text: Span<UInt8>, collection: [UInt8]
  ) -> OrdinaryEvent? {
    event(
      jokeID: line[Role.jokeID.rawValue], rating: line[Role.rating.rawValue],
      name: line[Role.name.rawValue], in: text, collection)
  }

  /// The event whose values stand in these places; nil where it takes a closer look.
  private func event(
    jokeID: Range<Int>, rating: Range<Int>, name: Range<Int>, in text: Span<UInt8>,
    _ collection: [UInt8]
  ) -> OrdinaryEvent? {
    guard !jokeID.isEmpty, !rating.isEmpty else { return nil }
    // Where no member was found its range is at the text's beginning; an empty name names nothing.
    let hasName = name.lowerBound > 0
    if hasName, name.isEmpty || !isWanted(name, text, collection) { return nil }
    return OrdinaryEvent(
      ratingOffset: rating.lowerBound, jokeID: jokeID, name: hasName ? name : nil)
  }

  /// Where the event begins behind what separates it from the one before.
  private func place(after start: Int, _ text: Span<UInt8>) -> Int? {
    if isLines { return start }
    let place = text.endOfWhitespace(from: start)
    guard followsComma else { return place }
    return text.byte(at: place) == UInt8(ascii: ",") ? text.endOfWhitespace(from: place &+ 1) : nil
  }

  /// Where the event ends, its line end included.
  private func end(after brace: Int, _ text: Span<UInt8>) -> Int? {
    guard isLines else { return brace }
    if text.byte(at: brace) == UInt8(ascii: "\n") { return brace &+ 1 }
    var place = brace
    while let byte = text.byte(at: place) {
      place &+= 1
      switch byte {
      case UInt8(ascii: "\n"): return place
      case UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"): continue
      default: return nil
      }
    }
    return nil
  }

  /// Moves over a value that takes the strict reader, checking all of it.
  private func pass(_ text: Span<UInt8>, _ walk: inout ByteMembers.Walk) -> Bool {
    let spelling = members[walk.number]
    let isString = spelling.value == .string
    var cursor = JSONCursor(text, at: isString ? walk.place &- 1 : walk.place)
    do throws(JSONSyntaxError) {
      if isString {
        let string = try cursor.string()
        guard spelling.role == Role.none.rawValue || !string.isEscaped else { return false }
        walk.find(string.range, role: spelling.role)
      } else {
        let range = try cursor.skipValue()
        // A line may hold no line end, even where JSON may.
        if isLines, text.extracting(range).firstOffset(of: UInt8(ascii: "\n")) != nil {
          return false
        }
      }
    } catch {
      return false
    }
    walk.place = cursor.offset
    return true
  }

  /// Whether a document of this name is of the wanted collection.
  private func isWanted(_ name: Range<Int>, _ text: Span<UInt8>, _ collection: [UInt8]) -> Bool {
    let end = name.lowerBound &+ namePrefix.count
    if !namePrefix.isEmpty, end < name.upperBound,
      text.extracting(name.lowerBound..<end).isEqual(to: namePrefix.span),
      text.extracting(end..<name.upperBound).firstOffset(of: UInt8(ascii: "/")) == nil
    {
      return true
    }
    return text.extracting(name).isName(ofDocumentIn: collection)
  }
}
