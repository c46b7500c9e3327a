import Foundation
import Scan
import TestSupport
import Testing

struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the examples of FIPS 180 come out`(text: String, digest: String) {
    #expect(SHA256.digest(Array(text.utf8)).description == digest)
  }

  @Test func `a million letters come out`() {
    let digest = SHA256.digest([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(
      digest.description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `every length around a block is as the plain algorithm has it`() {
    var generator = SeededGenerator(seed: 1)
    for length in 0...200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(SHA256.digest(bytes).bytes == plainDigest(bytes), "length \(length)")
    }
  }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 127, 128, 129, 200])
  func `pieces of every size give the digest of the whole`(length: Int) {
    let bytes = (0..<length).map { UInt8($0) }
    let whole = SHA256.digest(bytes)
    for size in 1...max(1, length) {
      var hash = SHA256()
      for start in stride(from: 0, to: length, by: size) {
        hash.update(bytes.span.extracting(start..<min(start + size, length)))
      }
      #expect(hash.digest() == whole, "pieces of \(size)")
    }
  }

  @Test func `a digest can be taken on the way`() {
    var hash = SHA256()
    hash.update(Array("ab".utf8).span)
    #expect(hash.digest() == SHA256.digest(Array("ab".utf8)))
    hash.update(Array("c".utf8).span)
    #expect(hash.digest() == SHA256.digest(Array("abc".utf8)))
  }
}

/// FIPS 180-4, section 6.2, step by step; constants made from the primes they are made of.
private func plainDigest(_ message: [UInt8]) -> [UInt8] {
  let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
  let constants = primes.prefix(64).map { fraction(root: 3, of: $0) }
  var state = primes.prefix(8).map { fraction(root: 2, of: $0) }
  var padded = message + [0x80]
  while padded.count % 64 != 56 { padded.append(0) }
  padded += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
  func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
  for start in stride(from: 0, to: padded.count, by: 64) {
    var words = (0..<16).map { index in
      padded[start + 4 * index..<start + 4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var round = state
    for index in 0..<64 {
      let sum1 = turned(round[4], 6) ^ turned(round[4], 11) ^ turned(round[4], 25)
      let choice = round[4] & round[5] ^ ~round[4] & round[6]
      let first = round[7] &+ sum1 &+ choice &+ constants[index] &+ words[index]
      let sum0 = turned(round[0], 2) ^ turned(round[0], 13) ^ turned(round[0], 22)
      let majority = round[0] & round[1] ^ round[0] & round[2] ^ round[1] & round[2]
      round = [first &+ sum0 &+ majority] + round.prefix(7)
      round[4] = round[4] &+ first
    }
    state = zip(state, round).map { $0 &+ $1 }
  }
  return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
}

/// The first 32 bits of the fraction of a square or cube root.
private func fraction(root: Int, of prime: Int) -> UInt32 {
  let value = root == 2 ? Double(prime).squareRoot() : Foundation.cbrt(Double(prime))
  return UInt32((value - value.rounded(.down)) * 4_294_967_296)
}
