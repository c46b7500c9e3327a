import Scan

/// A POSIX access list, in the form in which Linux keeps it as an extended attribute.
///
/// A header with the version 2, then eight bytes an entry: tag, permissions and id, low bytes first
/// (`linux/posix_acl_xattr.h`). Where a file has a list, the group bits of its mode are the list's mask.
struct AccessList {
  /// What an entry is for: acl(5).
  private enum Tag: UInt16 {
    case owner = 1
    case user = 2
    case owningGroup = 4
    case group = 8
    case mask = 0x10
    case others = 0x20
  }

  /// The list as the system takes it.
  private(set) var bytes: [UInt8]

  /// Nil where the bytes are no list of this form.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes.count % 8 == 4, Array(bytes.prefix(4)) == [2, 0, 0, 0] else {
      return nil
    }
    self.bytes = bytes
    guard entries.allSatisfy({ $0.tag != nil }) else { return nil }
  }

  private var entries: [(tag: Tag?, offset: Int)] {
    stride(from: 4, to: bytes.count, by: 8).map { offset in
      (Tag(rawValue: UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8), offset)
    }
  }

  /// The permissions that all entries of some tags have.
  private func permissions(_ tags: Tag...) -> UInt32 {
    entries.reduce(0o7) { common, entry in
      guard let tag = entry.tag, tags.contains(tag) else { return common }
      return common & UInt32(bytes[entry.offset + 2])
    }
  }

  /// Takes from the owning group what others may not do, since it is another group now.
  mutating func narrowOwningGroup() {
    let others = UInt8(permissions(.others))
    for (tag, offset) in entries where tag == .owningGroup { bytes[offset + 2] &= others }
  }

  /// A mode that, without the list, lets each user do at most what the list did.
  ///
  /// A user or group that the list names may be allowed less than others.
  func narrowed(_ mode: UInt32) -> UInt32 {
    let named = permissions(.user, .group)
    let group = permissions(.owningGroup) & permissions(.mask) & named
    return mode & ~0o077 | group << 3 | permissions(.others) & named
  }
}
