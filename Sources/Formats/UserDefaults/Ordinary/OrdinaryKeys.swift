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
  }

  /// One of the flags, of which a migration has one or two.
  enum Flag: CaseIterable, Sendable {
    case first
    case second
  }

  private struct Name: Sendable {
    var bytes: [UInt8]
    var role: Role
  }

  private let names: [Name]
  /// What the hashes of jokes' ids begin with, new in each run: ids made to collide do not.
  let seed = UInt64.random(in: .min ... .max)

  init(_ roles: [(String, Role)], flags: [String]) {
    let all = roles + zip(flags, Flag.allCases).map { ($0, .flag($1)) }
    names = all.map { name, role in
      let bytes = Array(name.utf8)
      return Name(bytes: bytes, role: role)
    }
  }

  /// The role of the key that stands there; nil where it is none that matters.
  func role(of key: Range<Int>, in text: Span<UInt8>) -> Role? {
    for name in names where name.bytes.count == key.count {
      let bytes = name.bytes
      if text.holds(bytes.span, at: key) { return name.role }
    }
    return nil
  }

  /// A key in its quotes; none of ours needs an escape.
  static func token(_ name: String) -> [UInt8] { Array("\"\(name)\"".utf8) }
}
