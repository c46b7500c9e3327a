package import Jokes
package import Scan
import SystemIO

/// The voter, the time and the script's view of an event, which only some runs need.
///
/// Plain JSON fields are read in place. Other formats are typed first, which takes some
/// microseconds an event.
extension RatingEventDocument {
  /// The places of the fields of the vote, to be found once an event; nil if they are not in JSON.
  package var placesOfVote: VotePlaces? { votePlaces ?? source.votePlaces(in: record) }

  /// Why the device, the week or the time is ambiguous; nil if none is.
  package func voteAmbiguity(_ places: VotePlaces?) -> (reason: String, place: Place)? {
    places?.duplicate.map { duplicate in
      ("'\(duplicate.field.name)' occurs twice", record.place(of: duplicate.offset))
    }
  }

  /// The event as a vote.
  ///
  /// The document ID is not split, since a joke ID may contain the separator of its parts (Rules,
  /// “The data”). The first of duplicate fields counts; an empty text counts as missing.
  package func vote(_ verdict: BinaryRating) -> Vote {
    var vote = Vote(verdict)
    withVoter(placesOfVote) { device, week, microseconds in
      vote.device = device.isEmpty ? nil : device.text
      vote.week = week.isEmpty ? nil : week.text
      vote.microseconds = microseconds
    }
    return vote
  }

  /// Calls a closure with the device, the week and the time of the vote, in microseconds.
  ///
  /// The device and the week are empty spans if the field is missing, empty or not a text.
  package func withVoter(
    _ places: VotePlaces?,
    _ body: (_ device: Span<UInt8>, _ week: Span<UInt8>, _ microseconds: Int64?) -> Void
  ) {
    let time = time(places).map { $0.seconds * 1_000_000 + Int64($0.nanoseconds / 1000) }
    withText(of: .device, places) { device in
      withText(of: .week, places) { week in body(device, week, time) }
    }
  }

  /// Calls a closure with the label of the week; empty if the field is missing, empty or not a text.
  package func withWeek(_ places: VotePlaces?, _ body: (Span<UInt8>) -> Void) {
    withText(of: .week, places, body)
  }

  /// The time of the vote; nil if the event lacks it.
  package var time: Timestamp? { time(placesOfVote) }

  /// - Parameter places: the places of the fields that can be read in place; nil if none can.
  private func withText(
    of field: VotePlaces.Field, _ places: VotePlaces?, _ body: (Span<UInt8>) -> Void
  ) {
    switch places?.content(of: field, in: record.text) {
    case .text(let string)?: string.withUTF8(in: record.text, body)
    case .spelled(let text)?: body(ContiguousArray(text.utf8).span)
    case .time?, .other?: body(Span())
    case nil:
      body(ContiguousArray((typed(field.name)?["stringValue"]?.string ?? "").utf8).span)
    }
  }

  private func time(_ places: VotePlaces?) -> Timestamp? {
    switch places?.content(of: .time, in: record.text) {
    case .time(let moment)?: moment
    case .text?, .spelled?, .other?: nil
    case nil:
      typed(VotePlaces.Field.time.name)?["timestampValue"]?.string.flatMap {
        Timestamp(rfc3339: $0)
      }
    }
  }

  /// The joke IDs of all fields `joke_id`, which may be duplicates.
  package var jokeIDs: [String] {
    do {
      let name = "\(RatingEventFields.Field.jokeID.name)"
      return try source.typedValues(of: name, in: record).compactMap { value in
        try JSONValue(value.span)["stringValue"]?.string
      }
    } catch {
      // A value that Firestore cannot hold is no joke ID.
      return []
    }
  }

  /// The joke ID as the app's script reads it.
  package var scriptJoke: ScriptValue {
    if case .text(let string) = fields.jokeID { return .string(string.string(in: record.text)) }
    return scriptValue(of: "\(RatingEventFields.Field.jokeID.name)")
  }

  /// The rating as the app's script reads it.
  package var scriptRating: ScriptValue {
    switch fields.rating {
    case .missing: .undefined
    case .decimal(let range):
      .number(ScriptValue.string(record.text.extracting(range).text).number)
    case .integer(let value, _): .number(Double(value))
    case .double(let value, _): .number(value)
    case .text(let string): .string(string.string(in: record.text))
    case .other: scriptValue(of: "\(RatingEventFields.Field.rating.name)")
    }
  }

  private func scriptValue(of field: String) -> ScriptValue {
    typed(field).map { ScriptValue(typed: $0) } ?? .undefined
  }

  /// The typed value of a field; nil if it is missing or Firestore cannot hold it.
  private func typed(_ field: String) -> JSONValue? {
    do {
      return try typedValue(of: field).map { try JSONValue($0.span) }
    } catch {
      // A value that Firestore cannot hold counts as missing; the vote still counts.
      return nil
    }
  }
}

extension ScriptValue {
  /// Creates the value that Firestore's own library makes of a typed value (Firestore reference,
  /// v1, `Value`).
  init(typed value: JSONValue) {
    guard case .object(let members) = value, let (type, content) = members.first else {
      self = .undefined
      return
    }
    switch (type, content) {
    case ("nullValue", _): self = .null
    case ("booleanValue", .boolean(let truth)): self = .boolean(truth)
    case ("integerValue", _), ("doubleValue", _): self = .number(Self.number(content))
    case ("stringValue", .string(let text)): self = .string(text)
    case ("arrayValue", _):
      self = .array((content["values"]?.elements ?? []).map { ScriptValue(typed: $0) })
    default: self = .object
    }
  }

  /// A number, quoted or not; `NaN` and `Infinity` are quoted.
  private static func number(_ content: JSONValue) -> Double {
    switch content {
    case .number(let number): number.double ?? .nan
    case .string(let text): ScriptValue.string(text).number
    case .object, .array, .boolean, .null: .nan
    }
  }
}
