import Scan
import SystemIO

/// Recognises values of types that JSON lacks, by the shapes that exporters give them without tags.
///
/// `{"_seconds":…,"_nanoseconds":…}`, `{"seconds":…,"nanoseconds":…}` and `{"__time__":"…"}` are
/// timestamps, and so is the field `timestamp` of a rating event as RFC 3339 or as a count of
/// seconds, milliseconds or microseconds. `{"_latitude":…,"_longitude":…}` is a place. A string
/// that contains `{"type":"timestamp","data":"…"}` is a timestamp of firestore-migrator.
enum UntaggedValue {
  /// The field with an event's time.
  @inline(__always)
  static var momentField: StaticString { "timestamp" }

  static func special(_ cursor: JSONCursor, at path: FieldPath) -> SpecialValue? {
    guard let first = cursor.next else { return nil }
    switch first {
    case UInt8(ascii: "{"): return object(cursor)
    case UInt8(ascii: "\""):
      return string(cursor, isMoment: path.isField(momentField, in: cursor.text))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return path.isField(momentField, in: cursor.text) ? number(cursor) : nil
    default: return nil
    }
  }

  /// The value in the output of `read-export --plain`: only the time of an event is special.
  /// Otherwise a map in the shape of a timestamp would become one.
  static func printed(_ cursor: JSONCursor, at path: FieldPath) -> SpecialValue? {
    guard path.isField(momentField, in: cursor.text) else { return nil }
    return cursor.stringAhead.flatMap { SpecialValue.moment($0, in: cursor.text) }
  }

  private static func object(_ cursor: JSONCursor) -> SpecialValue? {
    guard let object = SmallObject(cursor, memberLimit: 2) else { return nil }
    if object.count == 2 {
      return SpecialValue(secondsOf: object)
        ?? SpecialValue(secondsOf: object, ("seconds", "nanoseconds"))
        ?? SpecialValue(placeOf: object)
    }
    return object.string("__time__").flatMap { Timestamp(rfc3339: $0) }.map { .timestamp($0) }
  }

  private static func string(_ cursor: JSONCursor, isMoment: Bool) -> SpecialValue? {
    guard let string = cursor.stringAhead else { return nil }
    if isMoment, let moment = SpecialValue.moment(string, in: cursor.text) { return moment }
    return string.isEscaped ? tagged(string.utf8(in: cursor.text).span) : nil
  }

  /// The value in a string that is itself a JSON object with a type and data.
  private static func tagged(_ text: Span<UInt8>) -> SpecialValue? {
    guard let object = SmallObject(JSONCursor(text), memberLimit: 2), object.count == 2,
      object.string("type") == "timestamp", let data = object.string("data")
    else { return nil }
    return Timestamp(rfc3339: data).map { .timestamp($0) }
  }

  private static func number(_ cursor: JSONCursor) -> SpecialValue? {
    var ahead = cursor
    do throws(JSONSyntaxError) {
      let number = JSONNumber(cursor.text.extracting(try ahead.number()))
      return moment(number).map { .timestamp($0) }
    } catch {
      return nil
    }
  }

  /// A number as a timestamp: microseconds from 10¹⁴, milliseconds from 10¹¹, otherwise seconds.
  private static func moment(_ number: JSONNumber) -> Timestamp? {
    guard !number.isNegative, let value = number.double else { return nil }
    let (unit, perSecond): (Double, Int) =
      value >= 1e14 ? (1e6, 1_000_000) : value >= 1e11 ? (1e3, 1000) : (1, 1)
    let moment: Timestamp
    if let whole = number.integer {
      moment = Timestamp(
        seconds: Int64(whole / perSecond),
        nanoseconds: Int32(whole % perSecond * (1_000_000_000 / perSecond)))
    } else {
      let seconds = value / unit
      guard seconds < 1e12 else { return nil }
      let whole = seconds.rounded(.down)
      // Firestore stores microseconds, which is also the precision of a double.
      let micros = ((seconds - whole) * 1e6).rounded()
      moment = Timestamp(
        seconds: Int64(whole) + (micros == 1e6 ? 1 : 0),
        nanoseconds: micros == 1e6 ? 0 : Int32(micros) * 1000)
    }
    return Timestamp.secondsRange.contains(moment.seconds) ? moment : nil
  }
}

extension SpecialValue {
  /// A timestamp in Firestore's spelling, which is kept.
  fileprivate static func moment(_ string: JSONString, in text: Span<UInt8>) -> SpecialValue? {
    string.withUTF8(in: text) { Timestamp(firestore: $0) }.map { .spelledTimestamp(string, $0) }
  }
}
