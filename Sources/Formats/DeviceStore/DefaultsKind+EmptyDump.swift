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
