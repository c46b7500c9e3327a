import Scan

extension InputFormat {
  /// One UserDefaults dump as a JSON object.
  package static let jsonDump = InputFormat(
    "json-dump", "JSON dump of UserDefaults", .dumps(.stream)
  ) { sample in
    sample.isObject ? sample.appKey.map { "it has the key '\($0)'" } : nil
  }

  /// UserDefaults dumps, one a line.
  package static let ndjsonDumps = InputFormat(
    "ndjson-dumps", "NDJSON of UserDefaults dumps", .dumps(.lines)
  ) { sample in
    sample.isObject && sample.isOneLine && sample.hasMore
      ? sample.appKey.map { "its first line has the key '\($0)'" } : nil
  }

  /// One array of UserDefaults dumps.
  package static let jsonArrayDumps = InputFormat(
    "json-array-dumps", "JSON array of UserDefaults dumps", .dumps(.array)
  ) { sample in
    sample.isArray && sample.appKey != nil ? "it is an array of objects with the app's keys" : nil
  }

  /// One object of UserDefaults dumps, each under the name of its device, or what else it is called.
  package static let jsonObjectDumps = InputFormat(
    "json-object-dumps", "JSON object of UserDefaults dumps", .dumps(.object)
  ) { sample in
    guard sample.isObject, sample.appKey == nil, !sample.hasTypedFields,
      sample.keys.allSatisfy(\.isObject)
    else { return nil }
    return sample.heldKeys.first { DefaultsKey.isAppKey($0.name) }.map {
      "all values of its first object are objects, and one has the key '\($0.name)'"
    }
  }

  /// One UserDefaults dump as an XML property list.
  package static let xmlPropertyList = InputFormat(
    "xml-plist", "XML property list", .propertyList(.xmlPropertyList)
  ) { sample in
    guard sample.xmlRoot.map({ $0 == .named("plist") || $0 == .unseen }) == true else { return nil }
    return ["<?xml", "<!DOCTYPE plist", "<plist", "<!--"].first { sample.text.begins(with: $0) }
      .map { "it begins with '\($0)'" }
  }

  /// One UserDefaults dump as a binary property list.
  package static let binaryPropertyList = InputFormat(
    "binary-plist", "binary property list", .propertyList(.binaryPropertyList)
  ) { sample in
    sample.bytes.begins(with: "bplist00") ? "it begins with 'bplist00'" : nil
  }
}

extension InputSample {
  /// What its first element is, where it begins as XML does.
  var xmlRoot: XMLRoot? { firstByte == UInt8(ascii: "<") ? XMLRoot(of: text) : nil }

  /// The first key of its first object that is one of the app's own.
  var appKey: String? { keys.first { DefaultsKey.isAppKey($0.name) }?.name }
}
