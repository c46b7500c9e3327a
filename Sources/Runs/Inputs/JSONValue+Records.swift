import Scan

// Counts and digests in files of earlier runs.
extension JSONValue {
  /// The value as a SHA-256.
  var digest: SHA256.Digest? { string.flatMap { SHA256.Digest(hexadecimal: $0) } }

  /// The value as a count, small enough that a million of them add up.
  var count: Int? { integer.flatMap { 0...(1 << 43) ~= $0 ? $0 : nil } }

  /// A member that is a count.
  func count(_ name: String) -> Int? { self[name]?.count }

  /// The members of an object member, each a count.
  func counts(_ name: String) -> [(name: String, count: Int)]? {
    guard case .object(let members) = self[name] else { return nil }
    let counts = members.compactMap { member in
      member.value.count.map { (name: member.key, count: $0) }
    }
    return counts.count == members.count ? counts : nil
  }
}
