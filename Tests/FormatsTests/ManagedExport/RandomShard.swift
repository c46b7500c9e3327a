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
      case 1: file[place - place % LogFrames.blockByteCount + 6] = generator.pick([0, 1, 2, 3, 4, 5])
      default: file[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    }
    if generator.happens(onceIn: 3) { file.removeLast(Int.random(in: 0...200, using: &generator)) }
  }

  // MARK: Entities

  private func id(_ number: Int) -> String { "device-\(1000 + number)_joke_2026-W\(10 + number % 7)" }

  private func group(_ name: String) -> [UInt8] {
    EntityWriter.field(
      16,
      EntityWriter.tag(1, 3) + EntityWriter.field(2, Array("rating_events".utf8))
        + EntityWriter.field(4, Array(name.utf8)) + EntityWriter.tag(1, 4))
  }

  private func event(_ number: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let rating = Int64.random(in: 1...5, using: &generator)
    let isDouble = generator.happens(onceIn: 8)
    var more = [
      EntityWriter.field("device_id", .text(generator.pick(["device-a", "device-é", "//////-/"]))),
      EntityWriter.field("timestamp", .moment(1_700_000_000_000_000 + Int64(number))),
    ]
    if generator.happens(onceIn: 10) { more.reverse() }
    if !isClean, generator.happens(onceIn: 15) {
      let count = Int.random(in: 0...300, using: &generator)
      more.append(EntityWriter.field("note", .text(String(repeating: "x", count: count))))
    }
    if !isClean, generator.happens(onceIn: 100) {
      more.append(EntityWriter.field("note", .text(String(repeating: "y", count: 70_000))))
    }
    if !isClean, generator.happens(onceIn: 10) { more.append(EntityWriter.field("tags", .emptyArray)) }
    return EntityWriter.event(
      id(number), isDouble ? .double(Double(rating)) : .integer(rating),
      joke: .text("joke-\(Int.random(in: 5...14, using: &generator))"), more: more)
      + group(id(number))
  }

  private func odd(_ number: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let ratings: [EntityWriter.Value] = [
      .integer(0), .integer(6), .integer(7), .integer(-1), .integer(1 << 40), .double(4.5),
      .double(0), .double(-0.0), .double(6), .double(.nan), .text("4"), .null, .boolean(true),
      .moment(4), EntityWriter.Value(bytes: [0x08, 0x84, 0x80, 0x00]), .emptyArray,
      EntityWriter.Value(bytes: [0x08, 4, 0x08, 4]), EntityWriter.Value(bytes: [0x08]),
    ]
    let jokes: [EntityWriter.Value] = [
      .text(""), .text("é"), .string([0xFF]), .integer(4), .null, .text("j/k\\"),
      .text(String(repeating: "long", count: 20)),
    ]
    let name = id(number)
    switch Int.random(in: 0...11, using: &generator) {
    case 0, 1, 2: return EntityWriter.event(name, generator.pick(ratings)) + group(name)
    case 3, 4: return EntityWriter.event(name, .integer(4), joke: generator.pick(jokes))
    case 5:
      let other = generator.pick(["a/b", "", "é", "__id7__", "x"])
      return EntityWriter.event(other, .integer(2)) + group(name)
    case 6:
      let path = generator.pick([
        ["jokes", name], ["jokes", ""], ["users", "u", "rating_events", name],
        ["rating_event", name],
      ])
      return EntityWriter.entity(path, [EntityWriter.field("rating", .integer(3))])
    case 7:
      let twice = EntityWriter.field(generator.pick(["rating", "joke_id"]), .integer(4))
      return EntityWriter.event(name, .integer(4), more: [twice])
    case 8:
      let fields = EntityWriter.field("rating", .integer(2))
      let key =
        EntityWriter.tag(1, 3) + EntityWriter.field(2, Array("rating_events".utf8))
        + EntityWriter.tag(3, 0) + [9] + EntityWriter.tag(1, 4)
      return EntityWriter.field(13, EntityWriter.field(14, key))
        + EntityWriter.entity(["x", "y"], [fields, EntityWriter.field("joke_id", .text("j"))])
        .dropFirst(EntityWriter.key(["x", "y"]).count)
    case 9:
      let array = EntityWriter.array(generator.pick(["rating", "joke_id", "x"]), .integer(4), .text("j"))
      return EntityWriter.event(name, .integer(1), more: [array])
    default: return mutant(of: event(number, &generator), &generator)
    }
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
