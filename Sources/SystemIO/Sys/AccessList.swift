/// A POSIX access list, in Linux's form of an extended attribute.
///
/// A header with the version 2, then eight bytes an entry: tag, permissions and id, little-endian
/// (`linux/posix_acl_xattr.h`). With a list, the group bits of a file's mode are the list's mask.
struct AccessList {
  /// The tag of an entry: acl(5).
  private enum Tag: UInt16 {
    case owner = 1
    case user = 2
    case owningGroup = 4
    case group = 8
    case mask = 0x10
    case others = 0x20
  }

  /// The attribute's bytes.
  private(set) var bytes: [UInt8]

  /// Nil if the bytes are not such a list.
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

  /// Reduces the owning group's permissions to those of others, because the group has changed.
  mutating func narrowOwningGroup() {
    let others = UInt8(permissions(.others))
    for (tag, offset) in entries where tag == .owningGroup { bytes[offset + 2] &= others }
  }

  /// A mode that, without the list, allows each user at most what the list did.
  ///
  /// The list may have denied named users or groups.
  func narrowed(_ mode: UInt32) -> UInt32 {
    let named = permissions(.user, .group)
    let group = permissions(.owningGroup) & permissions(.mask) & named
    return mode & ~0o077 | group << 3 | permissions(.others) & named
  }
}
