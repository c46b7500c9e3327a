/// The file formats of a UserDefaults dump.
public enum DefaultsKind: CaseIterable, Hashable, Sendable {
  /// A JSON object, written by hand or by a script.
  case json
  /// An XML property list, as `defaults export DOMAIN -` prints it.
  case xmlPropertyList
  /// A binary property list, as stored on the device.
  case binaryPropertyList

  /// The format's name for users.
  public var name: String {
    switch self {
    case .json: "json-dump"
    case .xmlPropertyList: "xml-plist"
    case .binaryPropertyList: "binary-plist"
    }
  }

  /// Whether places are reported as line and column instead of a byte offset.
  public var hasLines: Bool {
    switch self {
    case .json, .xmlPropertyList: true
    case .binaryPropertyList: false
    }
  }
}
