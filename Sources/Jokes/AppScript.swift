/// The app's own ranking script: how it counts an event.
///
/// It compares `rating >= 4`, else `rating <= 2`, and counts each side in a plain object:
/// `counts[id] = (counts[id] || 0) + 1`. Rules, “The app's own script”.
public enum AppScript {
  /// The verdict for a rating; nil if neither comparison holds.
  public static func verdict(_ rating: ScriptValue) -> BinaryRating? {
    let number = rating.number
    if number >= 4 { return .hilarious }
    return number <= 2 ? .horrible : nil
  }

  /// The string that this id's count begins with, to which each event appends a 1, because every
  /// object has a member of that name (ECMA-262, “Properties of the Object Prototype Object”); nil
  /// if the count begins at 0.
  static func inheritedText(_ id: String) -> String? {
    guard inheritedNames.contains(id) else { return nil }
    if id == lostName { return "[object Object]" }
    return "function \(id == "constructor" ? "Object" : id)() { [native code] }"
  }

  /// The name under which a plain object stores no string: its count is lost.
  static let lostName = "__proto__"

  private static let inheritedNames: Set<String> = [
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", lostName,
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf",
  ]
}
