import Testing

@testable import Scan
@testable import SystemIO

/// The checkpoint of a run that can be resumed.
struct CheckpointTests {
  private let checkpoint = Checkpoint(
    run: "migrate-ratings 1.0.0 --salvage", writtenByteCount: 4096, inputByteCount: 9000,
    knownByteCount: 5000, inputChecksum: 0xDEAD_BEEF)

  @Test func `a checkpoint is read as it was written`() throws {
    #expect(Checkpoint(checkpoint.text) == checkpoint)
    #expect(
      String(decoding: checkpoint.text, as: UTF8.self).hasPrefix(
        "LaughTrack checkpoint 1\nrun: migrate-ratings 1.0.0 --salvage\nwritten: 4096\n"))
  }

  @Test func `promise 20: a checkpoint of which any byte changed is none`() {
    for place in checkpoint.text.indices {
      for bit in 0..<8 {
        var text = checkpoint.text
        text[place] ^= 1 << UInt8(bit)
        #expect(Checkpoint(text) == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test func `promise 20: a checkpoint that was cut is none`() {
    for count in 0..<checkpoint.text.count {
      #expect(Checkpoint(Array(checkpoint.text[..<count])) == nil)
    }
    #expect(Checkpoint(checkpoint.text + [0x0A]) == nil)
  }
}
