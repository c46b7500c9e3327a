import ByteIO

/// The top-level keys of a dump that matter to a migration.
package struct OrdinaryKeys: Sendable {
  /// A dictionary of jokes.
  enum Dictionary: Sendable {
    case ratings
    case ratedAt
    case savedAt
  }

  /// What stands under a key.
  enum Role: Sendable {
    case dictionary(Dictionary)
    case saved
    case flag(Flag)
    /// Nothing that matters.
    case other
  }

  /// One of the flags, of which a migration has one or two.
  enum Flag: CaseIterable, Sendable {
    case first
    case second
  }

  private struct Name: Sendable {
    /// Where it stands among the spellings.
    var range: Range<Int>
    var role: Role
  }

  private let names: [Name]
  /// How the names are spelled, one behind the other.
  private let spellings: [UInt8]
  /// What the hashes of jokes' ids begin with, new in each run: ids made to collide do not.
  let seed = UInt64.random(in: .min ... .max)

  init(_ roles: [(String, Role)], flags: [String]) {
    let all = roles + zip(flags, Flag.allCases).map { ($0, .flag($1)) }
    var spellings: [UInt8] = []
    names = all.map { name, role in
      let start = spellings.count
      spellings += name.utf8
      return Name(range: start..<spellings.count, role: role)
    }
    self.spellings = spellings
  }

  /// The role of the key that stands there, without quotes.
  func role(of key: Range<Int>, in text: Span<UInt8>) -> Role {
    for name in names
    where name.range.count == key.count
      && text.holds(name.range, of: spellings.span, at: key.lowerBound)
    {
      return name.role
    }
    return .other
  }

  /// A key in its quotes; none of ours needs an escape.
  static func token(_ name: String) -> [UInt8] { Array("\"\(name)\"".utf8) }
}
