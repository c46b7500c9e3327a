import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

/// The results of reading a shard.
private struct Reading: Equatable {
  var bytes: [UInt8] = []
  var counts = RecordCounts()
  var log = LogTotals()
  var ranking = Ranking(of: Tally(), length: 100)
  var ratings: [Rating: Int] = [:]
  var notes: [String] = []
  var passedOver = 0
  var progress = 0
  var failure: String?

  /// In what two differ; nothing where they do not.
  func difference(from other: Reading) -> String? {
    if self == other { return nil }
    let parts = [
      (bytes == other.bytes, "bytes"), (counts == other.counts, "counts"),
      (log == other.log, "totals"), (ranking == other.ranking, "ranking"),
      (ratings == other.ratings, "ratings"), (notes == other.notes, "notes"),
      (passedOver == other.passedOver, "skipped"), (progress == other.progress, "progress"),
      (failure == other.failure, "\(failure ?? "none") is not \(other.failure ?? "none")"),
    ]
    return parts.filter { !$0.0 }.map(\.1).joined(separator: ", ")
  }
}

struct EntityWorkerTests {
  private static let block = LogFrames.blockByteCount
  /// Each record is read in its turn, as all of them are compared with.
  private static let inTurn = WorkSharing(threadCount: 0)

  /// - Returns: what came of it, and how many events were shown one by one.
  private func read(
    _ shard: [UInt8], _ wishes: RulingVisitor.Wishes, isSalvaging: Bool = false,
    sharing: WorkSharing = WorkSharing(), window: Int = 1000
  ) throws -> (reading: Reading, shownCount: Int) {
    try TemporaryDirectory.with { directory in
      let visitor = RulingVisitor(wishes)
      let path = try directory.write(shard, to: "output-0")
      let output = try ByteOutput(OutputTarget(directory.path(of: "copy")))
      var reading = Reading()
      do {
        var result = try ExportReader.read(
          ByteWindow(try InputFile(path: path), byteCount: window), as: .managedShard,
          into: output, isSalvaging: isSalvaging, sharing: sharing, visitor: visitor)
        try result.output.finish().publish()
        (reading.bytes, reading.counts) = (try directory.bytes(of: "copy"), result.counts)
        reading.log = result.log ?? LogTotals()
        reading.ranking = Ranking(of: visitor.tally, length: 100)
        reading.ratings = visitor.ratings
        (reading.passedOver, reading.progress) = (visitor.passedOver, visitor.progress)
      } catch let error as any ReportableError {
        // The amount read before the failure is not specified.
        let failure = "\(error.place.map { $0.description } ?? ""): \(error.message)"
        reading.failure = failure.replacing(path, with: "output-0")
      }
      reading.notes = visitor.notes.map { $0.replacing(path, with: "output-0") }
      return (reading, visitor.shownCount)
    }
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `entities read in parallel give the same result as in order`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shard = RandomShard(seed: seed).bytes()
    let isSalvaging = generator.happens(onceIn: 2)
    var wishes = RulingVisitor.Wishes(
      hasRule: false, migrates: generator.happens(onceIn: 2),
      tallies: generator.happens(onceIn: 2))
    if !wishes.tallies { wishes.sampleCount = generator.pick([0, 0, 3, 40]) }
    let strict = try read(shard, wishes, isSalvaging: isSalvaging, sharing: Self.inTurn)
    for (threadCount, hasRule) in [(1, true), (2, true), (3, true), (1, false), (2, false)] {
      wishes.hasRule = hasRule
      let sharing = WorkSharing(
        threadCount: threadCount, chunkByteCount: generator.pick([1, 1, 2, 3, 5]) * Self.block)
      let window = generator.pick([64, 1000, 40_000, 1 << 20])
      let shared = try read(
        shard, wishes, isSalvaging: isSalvaging, sharing: sharing, window: window)
      let difference = shared.reading.difference(from: strict.reading)
      #expect(difference == nil, "seed \(seed), \(wishes), \(sharing), window \(window)")
      #expect(shared.shownCount <= strict.shownCount)
    }
  }

  @Test(arguments: 1...3)
  func `in a clean shard, only entities across a part's border are decided one by one`(
    threadCount: Int
  ) throws {
    let random = RandomShard(seed: 1, isClean: true, count: 2000)
    let shard = random.bytes()
    let sharing = WorkSharing(threadCount: threadCount, chunkByteCount: 2 * Self.block)
    let wishes = RulingVisitor.Wishes(hasRule: true)
    let (reading, shownCount) = try read(shard, wishes, sharing: sharing, window: 1 << 20)
    #expect(shownCount <= shard.count / Self.block)
    #expect(reading.ratings.values.reduce(0, +) == random.count)
  }

  @Test func `a flipped bit is found and named as by the strict reader`() throws {
    let shard = RandomShard(seed: 2, isClean: true, count: 500).bytes()
    #expect(shard.count > 3 * Self.block)
    var generator = SeededGenerator(seed: 3)
    let random = (0..<30).map { _ in Int.random(in: 0..<shard.count * 8, using: &generator) }
    let border = (Self.block * 8 - 30)..<(Self.block * 8 + 60)
    for bit in Array(0..<100) + Array(border) + random {
      var flipped = shard
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let strict = try read(
        flipped, RulingVisitor.Wishes(hasRule: false), sharing: Self.inTurn, window: 1 << 20)
      #expect(strict.reading.failure != nil, "bit \(bit)")
      for threadCount in 1...2 {
        let sharing = WorkSharing(threadCount: threadCount, chunkByteCount: Self.block)
        let shared = try read(
          flipped, RulingVisitor.Wishes(hasRule: true), sharing: sharing, window: 1 << 20)
        #expect(shared.reading.failure == strict.reading.failure, "bit \(bit)")
        #expect(shared.reading.bytes.isEmpty, "bit \(bit)")
      }
    }
  }

  @Test(arguments: [7_000, 40_000, 400_000])
  func `a record may go on far beyond the part that it begins in`(byteCount: Int) throws {
    let note = EntityWriter.field("note", .text(String(repeating: "x", count: byteCount)))
    var entities: [[UInt8]] = []
    for number in 0..<60 {
      let rating = EntityWriter.Value.integer(Int64(1 + number % 5))
      let more = number % 9 == 0 ? [note] : []
      entities.append(EntityWriter.event("event-\(number)", rating, more: more))
    }
    let shard = LogWriter.file(of: entities)
    let strict = try read(shard, RulingVisitor.Wishes(hasRule: false), sharing: Self.inTurn)
    let shared = try read(
      shard, RulingVisitor.Wishes(hasRule: true),
      sharing: WorkSharing(threadCount: 2, chunkByteCount: Self.block))
    #expect(shared.reading.difference(from: strict.reading) == nil)
    #expect(strict.reading.counts.dropped == 12)
  }
}
