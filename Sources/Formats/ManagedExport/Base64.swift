import ByteIO

/// Bytes as text of 64 letters, with padding (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text that stands for these bytes.
  static func text(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let word = (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (16 - 8 * $1) }
      for index in 0..<4 {
        text.append(
          index <= count ? letters[word >> (18 - 6 * index) & 0x3F] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
