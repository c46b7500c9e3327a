import Scan

/// One of several shares of a run's inputs, which together hold each record once.
package struct RunShard: Hashable, Sendable {
  /// The number of the share, from 1.
  package let index: Int
  /// The number of shares.
  package let count: Int

  /// The most shares of a run.
  static let countLimit = 1_000_000

  /// Nil if there is no such share.
  package init?(_ index: Int, of count: Int) {
    guard 1...Self.countLimit ~= count, 1...count ~= index else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Whether it is all of the inputs.
  package var isWhole: Bool { count == 1 }

  /// The shares of a run, by number, that are not among these.
  static func missing(among present: Set<Int>, of count: Int) -> [Int] {
    (1...count).filter { !present.contains($0) }
  }

  /// How many shares of a run are missing, and which.
  static func words(_ missing: [Int], of count: Int) -> String {
    let names = missing.prefix(5).map { "\($0)/\(count)" }.joined(separator: ", ")
    return "\(Amount.count(missing.count)) \(missing.count == 1 ? "is" : "are") missing: \(names)"
      + (missing.count > 5 ? " and more" : "")
  }

  /// The bytes of the share, if the inputs are laid end to end.
  ///
  /// The last share has no end, so that an empty input after the last byte belongs to it.
  package func range(of byteCount: Int) -> Range<Int> {
    Self.part(
      index - 1, of: byteCount, count)..<(index == count
      ? .max : Self.part(index, of: byteCount, count))
  }

  private static func part(_ index: Int, of byteCount: Int, _ count: Int) -> Int {
    count.dividingFullWidth(index.multipliedFullWidth(by: byteCount)).quotient
  }
}

extension RunShard: ArgumentValue {
  package static var expectation: String {
    "a share as in '3/16', the third of 16, of at most \(countLimit)"
  }
  package static var completion: ValueCompletion { .share }

  /// The numbers of shares that a shell suggests.
  static let suggestedCounts = "2 4 8 16 32 64 128 256"

  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(argument: String(parts[0])),
      let count = Int(argument: String(parts[1]))
    else { return nil }
    self.init(index, of: count)
  }
}

extension RunShard: CustomStringConvertible {
  package var description: String { "\(index)/\(count)" }
}
