import Scan

// A byte order mark is no part of a text.
extension ByteWindow {
  /// Drops the UTF-8 byte order mark at the start of an input, if there is one.
  ///
  /// Other bytes are not waited for: of a stream, the first line may be all that is there for now.
  package mutating func dropByteOrderMark() throws {
    while bytes.isPartOfByteOrderMark, count < 3, try refill() == .more {}
    let length = bytes.byteOrderMarkLength
    drop(length)
  }
}
