/// The forms in which the defaults of a device come.
public enum DefaultsKind: CaseIterable, Hashable, Sendable {
  /// A JSON object, made by hand or by a script.
  case json
  /// An XML property list, as `defaults export DOMAIN -` prints it.
  case xmlPropertyList
  /// A binary property list, as it lies on the device.
  case binaryPropertyList

  /// What a user calls it.
  public var name: String {
    switch self {
    case .json: "json-dump"
    case .xmlPropertyList: "xml-plist"
    case .binaryPropertyList: "binary-plist"
    }
  }

  /// Whether a place in it is better told as line and column than as a byte.
  public var hasLines: Bool {
    switch self {
    case .json, .xmlPropertyList: true
    case .binaryPropertyList: false
    }
  }
}
