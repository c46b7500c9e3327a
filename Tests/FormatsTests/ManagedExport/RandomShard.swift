import TestSupport

@testable import Formats

/// Shards at random: most of their entities rating events of a few shapes, some with whatever is odd,
/// some that run over the borders of blocks, and some damaged.
struct RandomShard {
  let seed: UInt64
  var isClean = false
  var count = 500

  /// The bytes of the shard.
  func bytes() -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let oddness = isClean ? Int.max : generator.pick([3, 20, 200])
    var file: [UInt8] = []
    var writer = LogWriter()
    for number in 0..<count {
      let payload =
        oddness < .max && generator.happens(onceIn: oddness)
        ? odd(number, &generator) : event(number, &generator)
      writer.append(payload.span, to: &file)
      if !isClean, generator.happens(onceIn: 150) {
        writer.fillBlock(&file)
        if generator.happens(onceIn: 3) {
          writer.pass(LogFrames.blockByteCount)
          file += [UInt8](repeating: 0, count: LogFrames.blockByteCount)
        }
      }
    }
    if generator.happens(onceIn: 2) { writer.fillBlock(&file) }
    if !isClean, generator.happens(onceIn: 3) { damage(&file, &generator) }
    return file
  }

  private func damage(_ file: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0..<file.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: file.removeSubrange(place..<min(place + 40, file.count))
      case 1:
        file[place - place % LogFrames.blockByteCount + 6] = generator.pick([0, 1, 2, 3, 4, 5])
      default: file[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    }
    if generator.happens(onceIn: 3) { file.removeLast(Int.random(in: 0...200, using: &generator)) }
  }

  // MARK: Entities

  /// Entities without a log around them, each odd half of the time.
  func entities() -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      generator.happens(onceIn: 2) ? odd(number, &generator) : event(number, &generator)
    }
  }

  private func id(_ number: Int) -> String {
    "device-\(1000 + number)_joke_2026-W\(10 + number % 7)"
  }

  private func group(_ name: String) -> [UInt8] {
    EntityWriter.field(
      16,
      EntityWriter.tag(1, 3) + EntityWriter.field(2, Array("rating_events".utf8))
        + EntityWriter.field(4, Array(name.utf8)) + EntityWriter.tag(1, 4))
  }

  /// An event of one of a few shapes, unless it is given what is odd.
  private func event(
    _ number: Int, _ generator: inout SeededGenerator, name: [UInt8]? = nil,
    rating: EntityWriter.Value? = nil, joke: EntityWriter.Value? = nil,
    more: [EntityWriter.Field] = []
  ) -> [UInt8] {
    let number = number % 900
    let usual = Int64.random(in: 1...5, using: &generator)
    let rating =
      rating ?? (generator.happens(onceIn: 8) ? .double(Double(usual)) : .integer(usual))
    let joke = joke ?? .text("joke-\(Int.random(in: 5...14, using: &generator))")
    var fields = [
      EntityWriter.field("device_id", .text(generator.pick(["device-a", "device-é", "//////-/"]))),
      EntityWriter.field("joke_id", joke), EntityWriter.field("rating", rating),
      EntityWriter.field("timestamp", .moment(1_700_000_000_000_000 + Int64(number))),
    ]
    if generator.happens(onceIn: 10) { fields.reverse() }
    if !isClean { fields += extras(&generator) }
    let path = [Array("rating_events".utf8), name ?? Array(id(number).utf8)]
    return EntityWriter.key(path)
      + EntityWriter.entity(["x", "y"], fields + more).dropFirst(keyCount)
      + group(id(number))
  }

  private var keyCount: Int { EntityWriter.key(["x", "y"]).count }

  private func extras(_ generator: inout SeededGenerator) -> [EntityWriter.Field] {
    var fields: [EntityWriter.Field] = []
    if generator.happens(onceIn: 15) {
      let count = Int.random(in: 0...300, using: &generator)
      fields.append(EntityWriter.field("note", .text(String(repeating: "x", count: count))))
    }
    if generator.happens(onceIn: 100) {
      fields.append(EntityWriter.field("note", .text(String(repeating: "y", count: 70_000))))
    }
    if generator.happens(onceIn: 10) { fields.append(EntityWriter.field("tags", .emptyArray)) }
    return fields
  }

  private func odd(_ number: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0...11, using: &generator) {
    case 0, 1, 2:
      return event(number, &generator, rating: generator.pick(Self.oddRatings))
    case 3, 4: return event(number, &generator, joke: generator.pick(Self.oddJokes))
    case 5, 6:
      var name = Array(id(number).utf8)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: name[generator.pick([0, 3, name.count - 1])] = UInt8(ascii: "/")
      case 1: name.replaceSubrange(2..<4, with: Array("é".utf8))
      case 2: name[5] = 0xFF
      default: name = generator.pick([[], Array("__id7__".utf8), Array("x".utf8)])
      }
      return event(number, &generator, name: name)
    case 7: return stranger(id(number), &generator)
    case 8:
      let name = generator.pick(["rating", "joke_id"])
      return event(number, &generator, more: [EntityWriter.field(name, .integer(4))])
    case 9:
      let name = generator.pick(["rating", "joke_id", "x"])
      let array = EntityWriter.array(name, .integer(4), .text("j"))
      return event(number, &generator, more: [array])
    default: return mutant(of: event(number, &generator), &generator)
    }
  }

  private static let oddRatings: [EntityWriter.Value] = [
    .integer(0), .integer(6), .integer(7), .integer(12), .integer(-1), .integer(1 << 40),
    .double(4.5), .double(0), .double(-0.0), .double(6), .double(.nan), .double(-1), .text("4"),
    .null, .boolean(true), .moment(4), EntityWriter.Value(bytes: [0x08, 0x84, 0x80, 0x00]),
    .emptyArray, EntityWriter.Value(bytes: [0x08, 4, 0x08, 4]), EntityWriter.Value(bytes: [0x08]),
  ]

  private static let oddJokes: [EntityWriter.Value] = [
    .text(""), .text("jokée"), .string([0x6A, 0x6F, 0xFF, 0x65, 0x2D, 0x35]), .integer(4), .null,
    .text("j/k\\-5"), .text(String(repeating: "long", count: 20)),
    .string(Array("joke-5".utf8), meaning: 14), .string(Array("joke-5".utf8), meaning: 15),
  ]

  /// A document of another collection, or one whose id is a number.
  private func stranger(_ name: String, _ generator: inout SeededGenerator) -> [UInt8] {
    if generator.happens(onceIn: 3) {
      let element =
        EntityWriter.tag(1, 3) + EntityWriter.field(2, Array("rating_events".utf8))
        + EntityWriter.tag(3, 0) + [9] + EntityWriter.tag(1, 4)
      let event = EntityWriter.event("y", .integer(2)).dropFirst(
        EntityWriter.key(["rating_events", "y"]).count)
      return EntityWriter.field(13, EntityWriter.field(14, element)) + event
    }
    let path = generator.pick([
      ["jokes", name], ["jokes", ""], ["users", "u", "rating_events", name],
      ["rating_eventz", name],
    ])
    return EntityWriter.entity(path, [EntityWriter.field("rating", .integer(3))])
  }

  /// The same with a byte changed, which its checksum knows of, or without its end.
  private func mutant(of entity: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = entity
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    default: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    }
    return bytes
  }
}
