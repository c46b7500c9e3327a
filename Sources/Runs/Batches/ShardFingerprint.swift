import Scan

/// A document of a shard, by the first 127 bits of the SHA-256 of its id, and whether a batch of
/// the shard writes it.
///
/// Unlike a `Fingerprint` it is the same in every process, so that shards can be compared.
package struct ShardFingerprint: Hashable, Sendable {
  /// The first eight bytes.
  private let high: UInt64
  /// The next eight bytes; the last bit is 1 if a batch writes the document.
  private let low: UInt64

  /// The size of one in a file.
  static let byteCount = 16

  /// The fingerprint of a document's id, as UTF-8.
  package init(ofID id: Span<UInt8>, isWritten: Bool) {
    var hash = SHA256()
    hash.update(id)
    let bytes = hash.digest().bytes
    self.init(bytes.span)
    self = with(isWritten: isWritten)
  }

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Reads the first bytes of a text of enough of them.
  init(_ bytes: Span<UInt8>) {
    (high, low) = (bytes.word(at: 0).byteSwapped, bytes.word(at: 8).byteSwapped)
  }

  var isWritten: Bool { low & 1 == 1 }

  func with(isWritten: Bool) -> ShardFingerprint {
    ShardFingerprint(high: high, low: low & ~1 | (isWritten ? 1 : 0))
  }

  /// Whether both are of one document.
  func isOfDocument(of other: ShardFingerprint) -> Bool {
    high == other.high && low | 1 == other.low | 1
  }

  func write(to bytes: inout [UInt8]) {
    for half in [high, low] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: half >> shift))
      }
    }
  }
}

extension ShardFingerprint: Comparable {
  package static func < (one: ShardFingerprint, other: ShardFingerprint) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

/// The documents of a shard.
///
/// A class, because the first reading fills it and the batches are finished with it.
package final class ShardFingerprints {
  private var all: [ShardFingerprint] = []

  package init() {}

  /// Adds a document, in any order and any number of times.
  package func enter(_ fingerprint: ShardFingerprint) { all.append(fingerprint) }

  /// The bytes of the file: each document once, in order. A batch writes none that the shard has
  /// twice.
  func sorted() -> [UInt8] {
    all.sort()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(all.count * ShardFingerprint.byteCount)
    var index = 0
    while index < all.count {
      let first = all[index]
      var next = index + 1
      while next < all.count, all[next].isOfDocument(of: first) { next += 1 }
      (next - index > 1 ? first.with(isWritten: false) : first).write(to: &bytes)
      index = next
    }
    return bytes
  }
}
