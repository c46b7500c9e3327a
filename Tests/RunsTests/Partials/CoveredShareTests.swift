@testable import Runs
import Scan
import SystemIO
import TestSupport
import Testing

struct CoveredShareTests {
  /// The partial result of a share: its pieces, with the numbers of their inputs.
  private static func share(
    _ index: Int, of count: Int, _ pieces: [(number: Int, piece: CoveredPiece)],
    run: String = "run"
  ) throws -> PartialResult {
    let share = CoveredShare(
      shard: try #require(RunShard(index, of: count)), inputs: .init([(run, 100)]))
    var partial = PartialResult.sample(nil, ["joke": (index, 1)])
    partial.shares = [share]
    partial.pieces = pieces.map { number, piece in
      var piece = piece
      piece.origin = .init(share: share, inputNumber: number)
      return piece
    }
    return partial
  }

  private static func sum(
    _ partials: [PartialResult], isWhole: Bool = true
  ) throws -> PartialResult {
    var merge = PartialMerge()
    for (index, partial) in partials.enumerated() { try merge.add(partial, from: "p\(index)") }
    return try #require(try merge.finish(isWhole: isWhole))
  }

  @Test func `a piece names its share and the number of its input`() throws {
    let partial = try Self.share(1, of: 2, [(3, .sample("x"))])
    let lines = String(decoding: try bytes(of: partial), as: UTF8.self).split(separator: "\n")
    let inputs = SHA256.digest(Array("100 run\u{0}".utf8))
    #expect(
      lines[1] == #"{"share":"1/2","inputs":{"files":1,"bytes":100,"sha256":"\#(inputs)"}}"#)
    #expect(lines[2].hasPrefix(#"{"piece":"x","#))
    #expect(lines[2].hasSuffix(#","read":100,"of":0,"input":3}"#))
    #expect(try reread(partial).pieces == partial.pieces)
    #expect(try reread(partial).shares == partial.shares)
  }

  @Test func `all shares of a run are what a run with all inputs covers`() throws {
    let sum = try Self.sum([
      Self.share(2, of: 2, [(0, .sample("x", 40..<100)), (1, .sample("y"))]),
      Self.share(1, of: 2, [(0, .sample("x", 0..<40)), (1, .sample("y", 0..<0))]),
    ])
    #expect(sum.shares.isEmpty && sum.pieces.allSatisfy { $0.origin == nil })
    #expect(sum.pieces.count == 4)
  }

  @Test(arguments: [
    ([0..<40, 50..<100], "the bytes from 40 to 50 are in no share, or in two"),
    ([0..<60, 50..<100], "the bytes from 50 to 60 are in no share, or in two"),
    ([10..<50, 50..<100], "the bytes from 0 to 10 are in no share, or in two"),
    ([0..<50, 50..<90], "the bytes from 90 to 100 are in no share, or in two"),
  ])
  func `shares that do not make the file are refused`(
    ranges: [Range<Int>], message: String
  ) throws {
    let shares = try ranges.enumerated().map { index, range in
      try Self.share(index + 1, of: 2, [(0, .sample("x", range))])
    }
    let refusal = #expect(throws: UnsuitableInput.self) { try Self.sum(shares) }
    #expect(refusal?.message == message && refusal?.place == Place(file: "x"))
  }

  @Test func `shares of two files of one name and size are refused`() throws {
    let shares = [
      try Self.share(1, of: 2, [(0, .sample("x", 0..<50, file: "old"))]),
      try Self.share(2, of: 2, [(0, .sample("x", 50..<100, file: "new"))]),
    ]
    let refusal = #expect(throws: UnsuitableInput.self) { try Self.sum(shares) }
    #expect(refusal?.message == "two shares have read different files under its name")
  }

  @Test func `a share that is there twice is refused, and does not stand for a missing one`() throws
  {
    let first = try Self.share(1, of: 2, [(0, .sample("x", 0..<50, file: "old"))])
    let again = try Self.share(1, of: 2, [(0, .sample("x", 0..<50, bytes: "new", file: "new"))])
    let second = try Self.share(2, of: 2, [(0, .sample("x", 50..<100, file: "old"))])
    let refusal = #expect(throws: UnsuitableInput.self) { try Self.sum([first, again, second]) }
    #expect(
      refusal?.message
        == "it and 'p0' have the share 1/2 of inputs with the same names and sizes")
  }

  @Test func `runs with equal names and sizes are merged after their shares`() throws {
    let runs = try ["old", "new"].map { file in
      try Self.sum([
        Self.share(1, of: 2, [(0, .sample("x", 0..<50, bytes: file + "1", file: file))]),
        Self.share(2, of: 2, [(0, .sample("x", 50..<100, bytes: file + "2", file: file))]),
      ])
    }
    #expect(try Self.sum(runs).pieces.count == 4)
  }

  @Test func `an input that a sum covers beside a share is found in the share that it lacks`()
    throws
  {
    let alone = PartialResult.sample(.sample("x"), [:])
    let shares = [
      try Self.share(1, of: 2, [(0, .sample("x"))]), try Self.share(2, of: 2, [(1, .sample("y"))]),
    ]
    let sum = try Self.sum([alone, shares[1]], isWhole: false)
    for partials in [[alone] + shares, [sum, shares[0]], [shares[0], sum]] {
      let refusal = #expect(throws: UnsuitableInput.self) { try Self.sum(partials) }
      #expect(refusal?.message.contains("cover the same input: ") == true)
    }
  }

  /// Files, some of them copies, in the shares of two runs.
  @Test(arguments: SeededGenerator.seeds(20))
  func `shares of runs give the same sum in any grouping`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var partials: [PartialResult] = []
    for run in ["a", "b"] {
      let count = Int.random(in: 2...4, using: &generator)
      var shares = [[(number: Int, piece: CoveredPiece)]](repeating: [], count: count)
      for number in 0..<5 {
        // Files of one run with equal contents; a file is in one share, or divided among all.
        let file = "\(run) \(number % 3)"
        let cuts = (0...count).map { $0 * 100 / count }
        let owner = Int.random(in: 0..<2 * count, using: &generator)
        for index in 0..<count {
          let range =
            owner < count ? (index == owner ? 0..<100 : 0..<0) : cuts[index]..<cuts[index + 1]
          let bytes = "\(file) \(range)"
          shares[index].append(
            (number, .sample("\(run)/\(number)", range, bytes: bytes, file: file)))
        }
      }
      for (index, pieces) in shares.enumerated() {
        partials.append(try Self.share(index + 1, of: count, pieces, run: run))
      }
    }
    let whole = try bytes(of: Self.sum(partials))
    for _ in 0..<5 {
      let cut = Int.random(in: 1..<partials.count, using: &generator)
      partials.shuffle(using: &generator)
      let groups = [partials[..<cut], partials[cut...]]
      let sums = try groups.map { try reread(Self.sum(Array($0), isWhole: false)) }
      #expect(try bytes(of: Self.sum(sums)) == whole, "seed \(seed)")
    }
  }

  private func bytes(of partial: PartialResult) throws -> [UInt8] {
    try TemporaryDirectory.with { directory in
      try partial.write(to: "p", in: directory)
      return try directory.bytes(of: "p")
    }
  }

  private func reread(_ partial: PartialResult) throws -> PartialResult {
    try TemporaryDirectory.with { try PartialResult.read(partial.write(to: "p", in: $0)) }
  }
}
