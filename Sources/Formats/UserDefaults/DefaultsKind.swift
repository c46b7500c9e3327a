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

extension DefaultsKind {
  /// An empty dump in this format, laid out so that new entries get their own lines.
  var emptyDump: [UInt8] {
    switch self {
    case .json: Array("{\n}\n".utf8)
    case .xmlPropertyList:
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        </dict>
        </plist>

        """.utf8)
    case .binaryPropertyList: Self.emptyList
    }
  }

  /// An empty dictionary at byte 8, the offset table, and the trailer: the sizes of an offset and
  /// of a reference, the object count, the top object and the offset of the table.
  private static let emptyList: [UInt8] =
    Array("bplist00".utf8) + [0xD0] + [8] + [0, 0, 0, 0, 0, 0, 1, 1]
    + [1, 0, 9].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] }
}
