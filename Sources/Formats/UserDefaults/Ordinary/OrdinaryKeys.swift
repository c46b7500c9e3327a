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
    /// One of the flags, by its number.
    case flag(Int)
  }

  private struct Name: Sendable {
    var bytes: [UInt8]
    var hash: UInt64
    var role: Role
  }

  private let names: [Name]
  /// The names of the flags.
  let flagNames: [String]
  /// What all hashes begin with, new in each run: ids made to collide do not.
  let seed: UInt64

  init(_ roles: [(String, Role)], flags: [String]) {
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    let all = roles + flags.enumerated().map { ($0.element, .flag($0.offset)) }
    names = all.map { name, role in
      let bytes = Array(name.utf8)
      let hash = bytes.span.hashedPlainText(from: 0, seed: seed).hash
      return Name(bytes: bytes, hash: hash, role: role)
    }
    flagNames = flags
    self.seed = seed
  }

  /// The role of the key that stands there; nil where it is none that matters.
  func role(of key: Range<Int>, hash: UInt64, in text: Span<UInt8>) -> Role? {
    for name in names where name.hash == hash {
      let bytes = name.bytes
      if text.holds(bytes.span, at: key) { return name.role }
    }
    return nil
  }

  /// A key in its quotes; none of ours needs an escape.
  static func token(_ name: String) -> [UInt8] { Array("\"\(name)\"".utf8) }
}
