// Text files of some programs begin with a mark that says that they are UTF-8.
extension Span<UInt8> {
  /// The length of the UTF-8 byte order mark that the bytes begin with; 0 if there is none.
  package var byteOrderMarkLength: Int { isPartOfByteOrderMark && count >= 3 ? 3 : 0 }

  /// Whether the first three bytes, as far as there are as many, are those of the mark.
  package var isPartOfByteOrderMark: Bool {
    (count < 1 || self[0] == 0xEF) && (count < 2 || self[1] == 0xBB)
      && (count < 3 || self[2] == 0xBF)
  }
}
