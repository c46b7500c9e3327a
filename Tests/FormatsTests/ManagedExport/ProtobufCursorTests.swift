import TestSupport
import Testing

@testable import Formats

struct ProtobufCursorTests {
  /// Walks over all fields of a message; the reason where that cannot be.
  private func problem(_ bytes: [UInt8]) -> String? {
    var cursor = ProtobufCursor(bytes.span)
    do throws(MalformedMessage) {
      while let tag = try cursor.nextTag() { try cursor.skipValue(of: tag) }
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    [], [0x08, 0x00], [0x08, 0x80, 0x00], [0x09, 1, 2, 3, 4, 5, 6, 7, 8], [0x0A, 0x00],
    [0x0A, 0x02, 1, 2], [0x0B, 0x0C], [0x0B, 0x08, 0x01, 0x13, 0x14, 0x0C], [0x0D, 1, 2, 3, 4],
    [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01],
  ])
  func `fields of every encoding are passed over`(bytes: [UInt8]) {
    #expect(problem(bytes) == nil)
  }

  @Test(
    arguments: [
      ([0x08], "a number is cut short"), ([0x08, 0x80], "a number is cut short"),
      ([0x80], "a number is cut short"), ([0x09, 1], "a number is cut short"),
      ([0x0D, 1, 2, 3], "a number is cut short"), ([0x0A], "a number is cut short"),
      ([0x0A, 0x01], "a length goes past the end"),
      ([0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01], "a length goes past the end"),
      ([0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x02], "a number is too long"),
      ([0x08] + [UInt8](repeating: 0x80, count: 10) + [0x00], "a number is too long"),
      ([0x0C], "a group ends that did not begin"), ([0x0B], "a number is cut short"),
      ([0x0B, 0x14], "a group ends that is not the one that began"),
      ([0x00, 0x00], "there is no such field"), ([0x0E], "there is no such field"),
      ([UInt8](repeating: 0x0B, count: 70), "groups are nested more than 64 deep"),
    ] as [([UInt8], String)])
  func `bytes that are not a message are refused`(bytes: [UInt8], reason: String) {
    #expect(problem(bytes) == reason)
  }

  @Test func `varints of every length are decoded`() throws {
    for value in [0, 1, 127, 128, 300, UInt64(Int64.max), .max] {
      let bytes = EntityWriter.varint(value)
      var cursor = ProtobufCursor(bytes.span)
      #expect(try cursor.varint() == value)
      #expect(cursor.offset == bytes.count)
    }
  }

  @Test func `no bytes whatever end the process`() throws {
    let entity = EntityWriter.event(
      "a", .integer(4),
      more: [
        EntityWriter.array("tags", .text("x"), .null), EntityWriter.field("t", .moment(5)),
        EntityWriter.field("d", .double(1.5)),
      ])
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      var bytes = entity
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0...8, using: &generator))
      do throws(MalformedMessage) {
        let entity = try Entity(bytes.span)
        _ = try restDocument(of: entity)
        _ = try RatingEventFields(entity)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    for count in 0..<entity.count {
      do throws(MalformedMessage) {
        _ = try restDocument(of: try Entity(entity.span.extracting(0..<count)))
      } catch { #expect(!error.reason.isEmpty) }
    }
  }
}
