extension DefaultsKind {
  /// A dump of this kind that holds nothing, laid out so that what comes in gets lines of its own.
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

  /// One dictionary without entries at byte 8, the table of its offset, and the trailer: the sizes of
  /// an offset and of a reference, how many objects there are, which is the top, where the table is.
  private static let emptyList: [UInt8] =
    Array("bplist00".utf8) + [0xD0] + [8] + [0, 0, 0, 0, 0, 0, 1, 1]
    + [1, 0, 9].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] }
}
