/// SHA-256 (FIPS 180-4), so that anyone can check a file with `sha256sum`.
///
/// Foundation has no hash on Linux, and a child process for each file of a tree of thousands would
/// cost more than the rest of the work.
package struct SHA256: Sendable {
  /// The 32 bytes of a finished hash.
  package struct Digest: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// 64 lower-case hexadecimal digits.
    package var description: String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  private var state: SIMD8<UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var byteCount = 0
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []

  package init() {}

  /// The digest of one piece of text or data.
  package static func digest(_ bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(bytes.span)
    return hash.digest()
  }

  /// Takes in more bytes.
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

  /// The digest of all taken in so far; more may follow.
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

  /// Takes in whole blocks of 64 bytes.
  private mutating func compress(_ blocks: Span<UInt8>) {
    // SAFETY: every load is of four bytes at an offset below the block's end, and `words` and the
    // constants are indexed from 0 to 63 only.
    unsafe blocks.withUnsafeBytes { bytes in
      unsafe Self.constants.withUnsafeBufferPointer { constants in
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
          for block in stride(from: 0, to: bytes.count, by: 64) {
            for index in 0..<16 {
              unsafe words[index] = UInt32(
                bigEndian: bytes.loadUnaligned(fromByteOffset: block + 4 * index, as: UInt32.self))
            }
            for index in 16..<64 {
              let (early, late) = unsafe (words[index &- 15], words[index &- 2])
              let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
              let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
              unsafe words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
            }
            unsafe rounds(words, constants)
          }
        }
      }
    }
  }

  @inline(__always)
  private mutating func rounds(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let turned = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let first = unsafe h &+ turned &+ choice &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}

@inline(__always)
private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 &- count)
}
