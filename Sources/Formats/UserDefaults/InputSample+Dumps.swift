import Scan

/// Signs of UserDefaults dumps, for the detection of formats.
extension InputSample {
  /// The first XML element, if the sample starts like XML.
  var xmlRoot: XMLRoot? { firstByte == UInt8(ascii: "<") ? XMLRoot(of: text) : nil }

  /// The first of the app's own keys in its first object.
  var appKey: String? { keys.first { DefaultsKey($0.name).isAppKey }?.name }

  /// The first of the app's keys in the dumps nested in its first object, or nil.
  var heldAppKey: String? {
    guard isObject, appKey == nil, !hasTypedFields, keys.allSatisfy(\.isObject) else { return nil }
    return heldKeys.first { DefaultsKey($0.name).isAppKey }?.name
  }

  /// The start of the sample, if it looks like an XML property list.
  var xmlListSign: String? {
    guard xmlRoot.map({ $0 == .named("plist") || $0 == .unseen }) == true else { return nil }
    return ["<?xml", "<!DOCTYPE plist", "<plist", "<!--"].first { text.begins(with: $0) }
  }
}
