/// SHA-256 (FIPS 180-4), so that anyone can check a file with `sha256sum`.
///
/// Foundation has no hash on Linux, and a child process for each file of a tree of thousands would
/// cost more than the rest of the work.
package struct SHA256: Sendable {
  /// The 32 bytes of a finished hash.
  package struct Digest: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest that is written in 64 hexadecimal digits; nil where it is none.
    package init?(hexadecimal text: String) {
      let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 64 else { return nil }
      var bytes: [UInt8] = []
      for place in stride(from: 0, to: 64, by: 2) {
        guard let high = digits[place], let low = digits[place + 1] else { return nil }
        bytes.append(UInt8(high * 16 + low))
      }
      self.bytes = bytes
    }

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
  ///
  /// The schedules of four blocks are made side by side, a block in each lane of a vector: they do not
  /// depend on each other, as the rounds do.
  private mutating func compress(_ blocks: Span<UInt8>) {
    let count = blocks.count / 64
    // SAFETY: the schedules' buffer holds 128 vectors; 64 are the words, and 64 the words with the
    // rounds' constants added. A block is read only if all of it is there: where fewer than four are
    // left, the last stands in for those that are missing, and its schedule is not used.
    unsafe blocks.withUnsafeBytes { bytes in
      unsafe Self.constants.withUnsafeBufferPointer { constants in
        unsafe withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: 128) { schedules in
          var first = 0
          while first < count {
            let lanes = SIMD4(0, 1, 2, 3) &+ first
            let starts = lanes.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: count &- 1))
            unsafe Self.load(bytes, starts &* 64, into: schedules)
            unsafe Self.expand(schedules, constants)
            for lane in 0..<min(4, count &- first) { unsafe rounds(schedules, lane) }
            first &+= 4
          }
        }
      }
    }
  }

  /// The first sixteen words of each schedule, which are those of the block.
  @inline(__always)
  private static func load(
    _ bytes: UnsafeRawBufferPointer, _ starts: SIMD4<Int>,
    into words: UnsafeMutableBufferPointer<SIMD4<UInt32>>
  ) {
    for index in 0..<16 {
      var vector = SIMD4<UInt32>.zero
      for lane in 0..<4 {
        let offset = starts[lane] &+ 4 &* index
        vector[lane] = unsafe UInt32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      unsafe words[index] = vector
    }
  }

  /// The other words, and behind them all words with their rounds' constants added.
  @inline(__always)
  private static func expand(
    _ words: UnsafeMutableBufferPointer<SIMD4<UInt32>>, _ constants: UnsafeBufferPointer<UInt32>
  ) {
    for index in 16..<64 {
      let (early, late) = unsafe (words[index &- 15], words[index &- 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10
      unsafe words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
    }
    for index in 0..<64 {
      unsafe words[64 &+ index] = words[index] &+ SIMD4(repeating: constants[index])
    }
  }

  /// The 64 rounds of one lane's block, eight at a time: after eight the letters have come round.
  private mutating func rounds(
    _ schedules: UnsafeMutableBufferPointer<SIMD4<UInt32>>, _ lane: Int
  ) {
    // SAFETY: 64 vectors stand behind the first 64, and a lane is one of four.
    let words = unsafe UnsafeRawPointer(schedules.baseAddress.unsafelyUnwrapped + 64) + 4 * lane
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var last = b ^ c
    for index in stride(from: 0, to: 1024, by: 128) {
      let place = unsafe words + index
      unsafe round(a, b, &last, &d, e, f, g, &h, place.load(fromByteOffset: 0, as: UInt32.self))
      unsafe round(h, a, &last, &c, d, e, f, &g, place.load(fromByteOffset: 16, as: UInt32.self))
      unsafe round(g, h, &last, &b, c, d, e, &f, place.load(fromByteOffset: 32, as: UInt32.self))
      unsafe round(f, g, &last, &a, b, c, d, &e, place.load(fromByteOffset: 48, as: UInt32.self))
      unsafe round(e, f, &last, &h, a, b, c, &d, place.load(fromByteOffset: 64, as: UInt32.self))
      unsafe round(d, e, &last, &g, h, a, b, &c, place.load(fromByteOffset: 80, as: UInt32.self))
      unsafe round(c, d, &last, &f, g, h, a, &b, place.load(fromByteOffset: 96, as: UInt32.self))
      unsafe round(b, c, &last, &e, f, g, h, &a, place.load(fromByteOffset: 112, as: UInt32.self))
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

/// One round (FIPS 180-4, 6.2.2, step 3); the letters stay where they are, and the caller turns them.
///
/// - Parameter last: where b and c differ; set to where a and b do.
@inline(__always)
private func round(
  _ a: UInt32, _ b: UInt32, _ last: inout UInt32, _ d: inout UInt32,
  _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
) {
  h = h &+ word &+ ((f ^ g) & e ^ g) &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25))
  d = d &+ h
  // Nothing waits for these: rotations by 2, 13 and 22, made of each other, take fewer steps in all.
  let sum = rotated(rotated(rotated(a, 9) ^ a, 11) ^ a, 2)
  // The majority is b, unless a and c both differ from it; b and c were a and b a round ago.
  let difference = a ^ b
  h = h &+ sum &+ (difference & last ^ b)
  last = difference
}

@inline(__always)
private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &>> count | word &<< (32 &- count)
}

/// A sum, as nothing is carried: of exclusive ors, the compiler (6.3.1) mixes which is of which across the
/// lanes, and then takes twice as many instructions.
@inline(__always)
private func rotated(_ words: SIMD4<UInt32>, _ count: UInt32) -> SIMD4<UInt32> {
  words &>> SIMD4(repeating: count) &+ words &<< SIMD4(repeating: 32 &- count)
}
