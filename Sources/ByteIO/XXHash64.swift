/// XXH64 with seed 0 (xxHash specification 0.1.1, “XXH64 algorithm description”), a checksum that keeps
/// up with memory; `xxhsum -H1` computes the same.
///
/// It tells a file that was changed by accident from the one that was meant, and no one who means to
/// deceive: that is what SHA-256 is for.
package struct XXHash64: Sendable {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )
  private static let stripeByteCount = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    Self.primes.0 &+ Self.primes.1, Self.primes.1, 0, 0 &- Self.primes.0
  )
  /// The bytes that make up no stripe yet.
  private var rest: [UInt8] = []
  private var byteCount = 0

  package init() {}

  /// The checksum of one piece of data.
  package static func checksum(_ bytes: Span<UInt8>) -> UInt64 {
    var sum = XXHash64()
    sum.update(bytes)
    return sum.value
  }

  /// Takes in more bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    var start = 0
    if !rest.isEmpty {
      start = min(bytes.count, Self.stripeByteCount - rest.count)
      rest.append(contentsOf: bytes.extracting(0..<start).copied)
      if rest.count < Self.stripeByteCount { return }
      let stripe = rest
      rest.removeAll(keepingCapacity: true)
      takeStripes(stripe.span)
    }
    let stripes = (bytes.count - start) / Self.stripeByteCount * Self.stripeByteCount
    takeStripes(bytes.extracting(start..<start + stripes))
    rest += bytes.extracting(start + stripes..<bytes.count).copied
  }

  private mutating func takeStripes(_ bytes: Span<UInt8>) {
    var (one, two, three, four) = lanes
    var offset = 0
    while offset < bytes.count {
      one = Self.round(one, bytes.word(at: offset))
      two = Self.round(two, bytes.word(at: offset &+ 8))
      three = Self.round(three, bytes.word(at: offset &+ 16))
      four = Self.round(four, bytes.word(at: offset &+ 24))
      offset &+= Self.stripeByteCount
    }
    lanes = (one, two, three, four)
  }

  /// The checksum of all taken in so far; more may follow.
  package var value: UInt64 {
    let (one, two, three, four) = lanes
    var sum: UInt64
    if byteCount >= Self.stripeByteCount {
      sum = one.rotated(1) &+ two.rotated(7) &+ three.rotated(12) &+ four.rotated(18)
      for lane in [one, two, three, four] {
        sum = (sum ^ Self.round(0, lane)) &* Self.primes.0 &+ Self.primes.3
      }
    } else {
      sum = Self.primes.4
    }
    sum = sum &+ UInt64(byteCount)
    return Self.avalanche(withRest(sum))
  }

  private func withRest(_ sum: UInt64) -> UInt64 {
    var (sum, offset) = (sum, 0)
    let bytes = rest.span
    while offset + 8 <= bytes.count {
      sum =
        (sum ^ Self.round(0, bytes.word(at: offset))).rotated(27) &* Self.primes.0
        &+ Self.primes.3
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let word = (0..<4).reduce(0 as UInt64) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
      sum = (sum ^ word &* Self.primes.0).rotated(23) &* Self.primes.1 &+ Self.primes.2
      offset += 4
    }
    for place in offset..<bytes.count {
      sum = (sum ^ UInt64(bytes[place]) &* Self.primes.4).rotated(11) &* Self.primes.0
    }
    return sum
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    (lane &+ word &* primes.1).rotated(31) &* primes.0
  }

  private static func avalanche(_ sum: UInt64) -> UInt64 {
    var sum = sum
    sum = (sum ^ sum >> 33) &* primes.1
    sum = (sum ^ sum >> 29) &* primes.2
    return sum ^ sum >> 32
  }
}

extension UInt64 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt64) -> UInt64 { self << count | self >> (64 &- count) }
}
