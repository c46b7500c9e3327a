import CKernels

/// SHA-256 (FIPS 180-4), to compare with `sha256sum`.
///
/// Foundation has no hash on Linux, and a process for each file of a large tree would cost more
/// than the rest of the work.
package struct SHA256: Sendable {
  /// The 32 bytes of a finished hash.
  package struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The hash, 32 bytes.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Parses 64 hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: String) {
      let digits = text.utf8.map(hexadecimalValue)
      guard digits.count == 64 else { return nil }
      var bytes: [UInt8] = []
      for place in stride(from: 0, to: 64, by: 2) {
        guard let high = digits[place], let low = digits[place + 1] else { return nil }
        bytes.append(high << 4 | low)
      }
      self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    package var description: String {
      bytes.map { String($0, digits: 2, radix: 16) }.joined()
    }
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private var state: SIMD8<UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var byteCount = 0
  /// Bytes of an incomplete block.
  private var rest: [UInt8] = []

  package init() {}

  /// The digest of one piece of text or data.
  package static func digest(_ bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(bytes.span)
    return hash.digest()
  }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    var offset = 0
    if !rest.isEmpty {
      while rest.count < 64, offset < bytes.count {
        rest.append(bytes[offset])
        offset += 1
      }
      guard rest.count == 64 else { return }
      let block = rest
      compress(block.span)
      rest.removeAll(keepingCapacity: true)
    }
    let whole = offset + (bytes.count - offset) / 64 * 64
    compress(bytes.extracting(offset..<whole))
    for place in whole..<bytes.count { rest.append(bytes[place]) }
  }

  /// The digest of the data so far.
  package func digest() -> Digest {
    var last = self
    let bitCount = UInt64(byteCount) * 8
    var padding: [UInt8] = [0x80]
    padding += repeatElement(0, count: (119 - byteCount % 64) % 64)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    last.update(padding.span)
    let bytes = (0..<32).map {
      UInt8(truncatingIfNeeded: last.state[$0 / 4] >> (24 - 8 * ($0 % 4)))
    }
    return Digest(bytes: bytes)
  }

  /// Adds whole blocks of 64 bytes.
  private mutating func compress(_ blocks: Span<UInt8>) {
    // SAFETY: the kernel reads the whole blocks of the span; it reads and writes eight words, which are
    // the vector.
    unsafe blocks.withUnsafeBufferPointer { bytes in
      unsafe withUnsafeMutablePointer(to: &state) { state in
        unsafe state.withMemoryRebound(to: UInt32.self, capacity: 8) { words in
          unsafe kernel_sha256(words, bytes.baseAddress, bytes.count / 64)
        }
      }
    }
  }
}
