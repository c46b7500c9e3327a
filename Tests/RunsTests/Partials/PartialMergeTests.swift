import Formats
import Jokes
@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct PartialMergeTests {
  /// The bytes of the sum.
  private func merged(_ partials: [PartialResult]) throws -> [UInt8] {
    try TemporaryDirectory.with { directory in
      var merge = PartialMerge()
      for (index, partial) in partials.enumerated() { try merge.add(partial, from: "p\(index)") }
      try #require(try merge.finish(isWhole: true)).write(to: "sum", in: directory)
      return try directory.bytes(of: "sum")
    }
  }

  private func sum(_ partials: [PartialResult]) throws -> PartialResult {
    var merge = PartialMerge()
    for (index, partial) in partials.enumerated() { try merge.add(partial, from: "p\(index)") }
    return try #require(try merge.finish(isWhole: true))
  }

  private static let empty = PartialResult(PartialResult.binary)

  @Test(arguments: SeededGenerator.seeds(20))
  func `any order and any grouping give the same bytes`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let partials = (0..<9).map { number in
      let ids = (0..<5).map { _ in "joke \(Int.random(in: 0..<8, using: &generator))" }
      return PartialResult.sample(
        .sample("file \(number)"),
        Dictionary(ids.map { ($0, (1, number)) }, uniquingKeysWith: { $1 }))
    }
    let whole = try merged(partials)
    #expect(try merged(partials.shuffled(using: &generator)) == whole, "seed \(seed)")
    var groups = [[PartialResult]](repeating: [Self.empty], count: 3)
    for partial in partials { groups[Int.random(in: 0..<3, using: &generator)].append(partial) }
    #expect(try merged(groups.map(sum)) == whole, "seed \(seed)")
  }

  @Test func `an empty partial result is neutral`() throws {
    let one = PartialResult.sample(.sample("x"), ["a": (1, 2)])
    let alone = try merged([one])
    #expect(try merged([Self.empty, one, Self.empty]) == alone)
    #expect(try merged([Self.empty, Self.empty]) == merged([Self.empty]))
  }

  @Test func `nothing merges to nothing`() throws {
    #expect(try PartialMerge().finish(isWhole: true) == nil)
  }

  @Test(arguments: [
    (
      PartialSettings(scale: .fivePoint, collection: "rating_events", isSalvaging: false),
      "it was made with '--scale five-point', and 'p0' with '--scale binary'"
    ),
    (
      PartialSettings(scale: .binary, collection: "others", isSalvaging: false),
      "it was made with '--collection others', and 'p0' with '--collection rating_events'"
    ),
    (
      PartialSettings(scale: .binary, collection: "rating_events", isSalvaging: true),
      "it was made with '--salvage', and 'p0' without '--salvage'"
    ),
    (
      PartialSettings(
        version: "0", scale: .binary, collection: "rating_events", isSalvaging: false),
      "it was made by version 0, and 'p0' by version \(Version.text)"
    ),
  ])
  func `two of other settings are refused, naming both`(
    settings: PartialSettings, words: String
  ) throws {
    let other = PartialResult.sample(.sample("y"), [:], settings)
    let conflict = #expect(throws: UnsuitableInput.self) {
      try sum([.sample(.sample("x"), [:]), other])
    }
    #expect(conflict?.message == words)
    #expect(conflict?.place == Place(file: "p1"))
  }

  @Test func `counts that are too large to add are refused`() throws {
    let large = PartialResult.sample(.sample("x"), ["a": (Int.max / 4, 0)])
    let other = PartialResult.sample(.sample("y"), ["b": (Int.max / 4, 0)])
    #expect(throws: UnsuitableInput.self) { try sum([large, other]) }
  }

  @Test func `two exports with equal metadata are matched in the order of a run's list`() {
    func counts(_ found: Int...) -> [ExportCounts] {
      found.map { count in
        ExportCounts(
          id: SHA256.digest([1]), shownMetadata: "m",
          parts: [
            .init(
              folder: "f", entityCount: 3, byteCount: nil,
              found: LogTotals(
                recordCount: count, payloadByteCount: 0, fileByteCount: 0, damageCount: 0))
          ])
      }
    }
    var exports = counts(1, 3)
    exports.merge(counts(2, 0))
    #expect(exports == counts(3, 3) && exports.allSatisfy(\.problems.isEmpty))
    exports.merge(counts(1))
    #expect(exports == counts(4, 3) && exports.flatMap(\.problems).count == 1)
  }

  @Test func `only one may cover changelogs`() throws {
    let rows = InputFormat.allCases.first { $0.isHistory }
    let name = try #require(rows).rawValue
    let one = PartialResult.sample(.sample("x", format: name), [:])
    let other = PartialResult.sample(.sample("y", format: name), [:])
    #expect(throws: UnsuitableInput.self) { try sum([one, other]) }
    #expect(throws: Never.self) { try sum([one, .sample(.sample("y"), [:])]) }
  }

  // MARK: What is covered

  /// Two pieces, and whether they cover the same input.
  private static let pairs: [(CoveredPiece, CoveredPiece, Bool)] = [
    (.sample("x"), .sample("y"), false),
    (.sample("x"), .sample("x"), true),
    (.sample("x", bytes: "b", file: "f"), .sample("copy", bytes: "b", file: "f"), true),
    // Another file with the same size, beginning and end.
    (.sample("x", bytes: "b", file: "f"), .sample("x", bytes: "c", file: "f"), false),
    // Ranges of one file.
    (.sample("x", 0..<50), .sample("x", 50..<100), false),
    (.sample("x", 0..<51), .sample("x", 50..<100), true),
    (.sample("x", 0..<100), .sample("x", 10..<20), true),
    (.sample("x", 10..<20), .sample("x", 10..<20), true),
    // Equal ranges at two places of a file, as of a repeated line.
    (.sample("x", 10..<20, bytes: "b"), .sample("x", 30..<40, bytes: "b"), false),
    // The bytes of a stream, and of a part of another file.
    (.sample("<stdin>", bytes: "b", file: nil), .sample("x", bytes: "b"), true),
    (.sample("<stdin>", bytes: "b", file: nil), .sample("<stdin>", bytes: "b", file: nil), true),
    (.sample("<stdin>", file: nil), .sample("x"), false),
    (.sample("x", 10..<20, bytes: "b"), .sample("y", 30..<40, bytes: "b"), true),
    // Two documents that are equal, at paths that name them.
    (.sample("x", bytes: "b"), .sample("y", bytes: "b"), false),
    // Nothing.
    (.sample("x", 0..<0), .sample("x"), false),
    (.sample("x", 0..<0), .sample("x", 0..<0), false),
  ]

  @Test(arguments: pairs)
  func `two that cover the same input are refused, whichever comes first`(
    one: CoveredPiece, other: CoveredPiece, isSame: Bool
  ) {
    for pair in [[one, other], [other, one]] {
      let partials = pair.map { PartialResult.sample($0, [:]) }
      if isSame {
        let conflict = #expect(throws: UnsuitableInput.self) { try sum(partials) }
        #expect(conflict?.message.contains("it and 'p0' cover the same input: ") == true)
      } else {
        #expect(throws: Never.self) { try sum(partials) }
      }
    }
  }

  @Test func `an input that is covered twice is found among many`() throws {
    let many = (0..<50).map { PartialResult.sample(.sample("x", $0 * 2..<$0 * 2 + 2), [:]) }
    #expect(throws: Never.self) { try sum(many) }
    for piece in [0, 24, 49] {
      let again = PartialResult.sample(.sample("x", piece * 2 + 1..<piece * 2 + 2), [:])
      #expect(throws: UnsuitableInput.self) { try sum(many + [again]) }
    }
  }

  @Test func `a run may cover a file and its copy`() throws {
    var both = PartialResult.sample(.sample("x", bytes: "b", file: "f"), ["a": (2, 0)])
    both.pieces.append(.sample("copy", bytes: "b", file: "f"))
    #expect(try sum([both, .sample(.sample("y"), [:])]).pieces.count == 3)
  }
}
