import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct EntityShapesTests {
  private static let collection = Array("rating_events".utf8)

  /// The event that the strict reader finds; nil where there is none, or an odd one.
  private func strictEvent(in entity: [UInt8]) -> EntityEvent? {
    do throws(MalformedMessage) {
      let parts = try Entity(entity.span)
      let key = try parts.readKey()
      guard key.isIn(Self.collection, entity.span), key.problem == nil else { return nil }
      return EntityEvent(try RatingEventFields(parts), in: entity.span)
    } catch {
      return nil
    }
  }

  /// The entity with some bytes changed.
  private func mutant(of entity: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = entity
    for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes[index] = generator.pick([0, 1, 2, 5, 8, 0x1A, 0x20, 0x2F, 0x7A, 0x80, 0xFF])
      case 1: bytes[index] &+= generator.pick([1, 255])
      default: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    }
    return bytes
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `an event of a known shape is the one that the strict reader finds`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var shapes = EntityShapes()
    let entities = RandomShard(seed: seed, count: 100).entities().filter { $0.count < 1000 }
    for entity in entities {
      if let event = strictEvent(in: entity) {
        shapes.learn(event, entity.span, RatingDecisionTable())
      }
    }
    var passedCount = 0
    for entity in entities {
      for _ in 0..<8 {
        let entity = mutant(of: entity, &generator)
        guard let event = shapes.recognise(entity.span, 0..<entity.count)?.event,
          event.rating(in: entity.span, from: 0) != nil
        else { continue }
        passedCount += 1
        #expect(event == strictEvent(in: entity), "seed \(seed)")
      }
    }
    #expect(passedCount > 10)
  }
}
