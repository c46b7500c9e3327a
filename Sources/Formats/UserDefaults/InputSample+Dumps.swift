import Scan

extension InputSample {
  /// What its first element is, where it begins as XML does.
  var xmlRoot: XMLRoot? { firstByte == UInt8(ascii: "<") ? XMLRoot(of: text) : nil }

  /// The first key of its first object that is one of the app's own.
  var appKey: String? { keys.first { DefaultsKey.isAppKey($0.name) }?.name }

  /// The first of the app's keys in the dumps that its first object holds; nil where it holds none.
  var heldAppKey: String? {
    guard isObject, appKey == nil, !hasTypedFields, keys.allSatisfy(\.isObject) else { return nil }
    return heldKeys.first { DefaultsKey.isAppKey($0.name) }?.name
  }

  /// What it begins with, where it is a property list in XML.
  var xmlListSign: String? {
    guard xmlRoot.map({ $0 == .named("plist") || $0 == .unseen }) == true else { return nil }
    return ["<?xml", "<!DOCTYPE plist", "<plist", "<!--"].first { text.begins(with: $0) }
  }
}
