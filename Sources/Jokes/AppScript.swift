/// What the script of the app, which ranked before there were tools for it, makes of an event.
///
/// It compares `rating >= 4`, else `rating <= 2`, and counts in a plain object for each side:
/// `counts[id] = (counts[id] || 0) + 1`. Rules, “The app's own script”.
public enum AppScript {
  /// What it counts a rating as; nil where neither comparison holds.
  public static func verdict(_ rating: ScriptValue) -> BinaryRating? {
    let number = rating.number
    if number >= 4 { return .hilarious }
    return number <= 2 ? .horrible : nil
  }

  /// The text that a count of this name begins with, because every object has something of that name
  /// already, to which a 1 is appended for each event (ECMA-262, “Properties of the Object Prototype
  /// Object”); nil where the count begins with 0.
  static func inheritedText(_ id: String) -> String? {
    guard inheritedNames.contains(id) else { return nil }
    if id == lostName { return "[object Object]" }
    return "function \(id == "constructor" ? "Object" : id)() { [native code] }"
  }

  /// The name under which a plain object keeps no text, so that its count is lost.
  static let lostName = "__proto__"

  private static let inheritedNames: Set<String> = [
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", lostName,
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf",
  ]
}
