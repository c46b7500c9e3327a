import Formats
import Foundation
import Jokes
import TestSupport
import Testing

/// Random dumps, migrated, and read back by Foundation: they must hold what a plain statement of the
/// rules says they hold.
@Suite struct RandomDumpTests {
  /// The parts of a dump that the rules speak of.
  private struct Model {
    var ratings: [String: Any] = [:]
    var ratedAt: [String: Double] = [:]
    var saved: [String] = []
    var savedAt: [String: Double] = [:]
    var others: [String: Any] = [:]

    init(seed: UInt64, _ kind: DefaultsKind) {
      var generator = SeededGenerator(seed: seed)
      for index in 0..<Int.random(in: 0...40, using: &generator) {
        let prefix = ["joke", "é&<\"", "😀", "a b/", ""].randomElement(using: &generator) ?? ""
        let key = prefix + "\(index)"
        let odd: [Any] = ["4", "", 0, 6, 4.5, -3, 1e300, ["x"], ["y": 1]]
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: ratings[key] = odd.randomElement(using: &generator)
        case 1: ratings[key] = Double(Int.random(in: 1...5, using: &generator))
        default: ratings[key] = Int.random(in: 1...5, using: &generator)
        }
        if Bool.random(using: &generator) { ratedAt[key] = time(&generator) }
        if Int.random(in: 0..<4, using: &generator) == 0 { saved.append(key) }
        if Int.random(in: 0..<4, using: &generator) == 0 { savedAt[key] = time(&generator) }
      }
      ratedAt["elsewhere"] = 5
      others = ["AppleLanguages": ["en", "de"], "deep": ["a": [["b": 3]]], "size": 1.25]
      if kind != .json {
        others["cachedJokes_Dad"] = Data([1, 2, 3])
        others["installed"] = Date(timeIntervalSince1970: 1_770_000_000)
      }
    }

    private func time(_ generator: inout SeededGenerator) -> Double {
      Double(Int.random(in: 0...8_000_000_000, using: &generator)) / 4
    }

    /// The dump, without those of its parts that are empty.
    var dictionary: [String: Any] {
      var all = others
      if !ratings.isEmpty { all["jokeRatings"] = ratings }
      if !ratedAt.isEmpty { all["jokeRatingTimestamps"] = ratedAt }
      if !saved.isEmpty { all["savedJokeIds"] = saved }
      if !savedAt.isEmpty { all["savedJokeTimestamps"] = savedAt }
      return all
    }

    mutating func makeBinary() {
      for (key, rating) in ratings {
        switch (rating as? NSNumber)?.doubleValue {
        case 4: ratings[key] = 5
        case 2: ratings[key] = 1
        case 3:
          ratings.removeValue(forKey: key)
          ratedAt[key] = nil
        default: break
        }
      }
      others["hasMigratedRatingsToBinary"] = true
      others["hasCompletedBinaryRatingMigration"] = true
    }

    mutating func saveRated(now: Double) {
      for key in ratings.keys { savedAt[key] = ratedAt[key] ?? now }
      saved += ratings.keys.filter { !saved.contains($0) }.sorted { one, other in
        let (first, second) = (savedAt[one] ?? 0, savedAt[other] ?? 0)
        return first != second
          ? first > second : Array(one.utf8).lexicographicallyPrecedes(other.utf8)
      }
      others["hasMigratedRatedToSaved"] = true
    }

    func bytes(_ kind: DefaultsKind, isPretty: Bool) throws -> [UInt8] {
      switch kind {
      case .xmlPropertyList: try foundationList(dictionary, .xml)
      case .binaryPropertyList: try foundationList(dictionary, .binary)
      case .json:
        Array(
          try JSONSerialization.data(
            withJSONObject: dictionary, options: isPretty ? .prettyPrinted : []))
      }
    }
  }

  @Test(arguments: DefaultsKind.allCases, SeededGenerator.seeds(40))
  func `a migrated dump is what the rules say`(kind: DefaultsKind, seed: UInt64) throws {
    var model = Model(seed: seed, kind)
    let bytes = try model.bytes(kind, isPretty: seed % 2 == 0)

    let dump = try DefaultsDump(reading: bytes, as: kind)
    let binary = try dump.applying(try BinaryRatingsMigration(of: dump).changes)
    model.makeBinary()
    try expect(binary, kind, model, seed)
    #expect(try again(binary, kind) == binary, "seed \(seed)")

    let rule = RatedToSavedRule(now: 77)
    let next = try DefaultsDump(reading: binary, as: kind)
    let saved = try next.applying(try SavedJokesMigration(of: next, rule: rule).changes)
    model.saveRated(now: 77)
    try expect(saved, kind, model, seed)
    let last = try DefaultsDump(reading: saved, as: kind)
    #expect(try SavedJokesMigration(of: last, rule: rule).isAlreadyDone, "seed \(seed)")
  }

  @Test(arguments: DefaultsKind.allCases, SeededGenerator.seeds(40))
  func `strings leave an array of a dump, and nothing else does`(
    kind: DefaultsKind, seed: UInt64
  ) throws {
    var model = Model(seed: seed, kind)
    var generator = SeededGenerator(seed: seed)
    model.saved += model.saved.filter { _ in Bool.random(using: &generator) }
    model.saved.shuffle(using: &generator)
    let dump = try DefaultsDump(
      reading: try model.bytes(kind, isPretty: seed % 2 == 0), as: kind)
    let gone = Set(model.saved.filter { _ in Bool.random(using: &generator) })
    let new = (0..<Int(seed % 3)).map { "new \($0)" } + gone.sorted().prefix(1)
    let wasThere = !model.saved.isEmpty
    let result = try dump.applying([
      .append(to: "savedJokeIds", new),
      .removeStrings(from: "savedJokeIds", Set(gone.map { JokeID($0) })),
    ])
    model.saved = model.saved.filter { !gone.contains($0) } + new
    if wasThere, model.saved.isEmpty { model.others["savedJokeIds"] = [String]() }
    try expect(result, kind, model, seed)
  }

  private func again(_ bytes: [UInt8], _ kind: DefaultsKind) throws -> [UInt8] {
    let dump = try DefaultsDump(reading: bytes, as: kind)
    return try dump.applying(try BinaryRatingsMigration(of: dump).changes)
  }

  private func expect(
    _ bytes: [UInt8], _ kind: DefaultsKind, _ model: Model, _ seed: UInt64
  ) throws {
    let reading = try #require(try foundationReading(bytes, kind), "seed \(seed)")
    var found: [String: NSObject] = [:]
    for case let (key as String, value as NSObject) in reading { found[key] = value }
    var expected: [String: NSObject] = [:]
    for (key, value) in NSDictionary(dictionary: model.dictionary) {
      expected[try #require(key as? String)] = value as? NSObject
    }
    // Containers that were emptied stay, empty.
    for (key, value) in found where expected[key] == nil {
      #expect((value as? NSDictionary)?.count == 0, "seed \(seed): \(key)")
      found[key] = nil
    }
    #expect(Set(found.keys) == Set(expected.keys), "seed \(seed)")
    for (key, value) in expected { #expect(found[key] == value, "seed \(seed): \(key)") }
  }
}
