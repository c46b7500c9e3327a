/// What the script of the app, which ranked before there were tools for it, makes of an event.
///
/// It compares `rating >= 4` and `rating <= 2`, and counts in a plain object: `counts[id] = counts[id]
/// || {…}`. Rules, “The app's own script”.
public enum AppScript {
  /// What it counts a rating as; nil where neither comparison holds.
  public static func verdict(_ rating: ScriptValue) -> BinaryRating? {
    let number = rating.number
    if number >= 4 { return .hilarious }
    return number <= 2 ? .horrible : nil
  }

  /// The joke that it counts an event for; nil where a plain object has something else under that
  /// name already, so that nothing that can be ranked comes of it.
  public static func joke(_ id: ScriptValue) -> String? {
    let text = id.text
    return inheritedNames.contains(text) ? nil : text
  }

  /// What every object has (ECMA-262, “Properties of the Object Prototype Object”).
  private static let inheritedNames: Set<String> = [
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__",
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf",
  ]
}
