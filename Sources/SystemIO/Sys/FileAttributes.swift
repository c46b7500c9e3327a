#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Copies the attributes of a file to the one that replaces it.
extension FileStatus {
  /// Copies owner, access list, extended attributes and mode to the new file.
  ///
  /// If the system refuses one of them, the new file allows no more than the old one did.
  ///
  /// - Parameters:
  ///   - path: the replaced file, whose status this is.
  ///   - descriptor: the new file.
  /// - Returns: the attributes that were lost, in words.
  func pass(from path: String, to descriptor: CInt) throws(SystemError) -> [String] {
    try passOwner(to: descriptor, path: path)
    let new = try FileStatus(descriptor: descriptor, path: path)
    var mode = mode
    if new.owner != owner { mode &= ~0o4000 }
    if new.group != group { mode &= ~0o2000 }
    var losses = Self.passAttributes(
      from: path, to: descriptor, keepsGroup: new.group == group, &mode)
    if new.group != group { losses.insert("cannot keep its group", at: 0) }
    if new.owner != owner { losses.insert("cannot keep its owner", at: 0) }
    if mode & 0o777 != self.mode & 0o777 {
      losses.append("its mode is \(String(mode & 0o777, radix: 8)) now")
    }
    guard fchmod(descriptor, mode_t(mode)) == 0 else {
      throw SystemError(call: "set the mode of", path: path, code: errno)
    }
    return losses
  }

  /// Sets owner and group, as far as the system allows.
  func passOwner(to descriptor: CInt, path: String) throws(SystemError) {
    if fchown(descriptor, owner, group) == 0 { return }
    guard errno == EPERM else {
      throw SystemError(call: "set the owner of", path: path, code: errno)
    }
    // Only root may change the owner, but a user may choose among their own groups.
    _ = fchown(descriptor, uid_t.max, group)
  }

  /// Reduces the group's permissions to those of others, because the group has changed.
  private static func narrowGroup(_ mode: inout UInt32) { mode &= ~0o070 | mode << 3 }

  private static func loss(_ what: String, _ code: CInt) -> String {
    "cannot keep \(what) (\(SystemError(call: "keep", path: "", code: code).reason))"
  }

  #if canImport(Darwin)
    private static func passAttributes(
      from path: String, to descriptor: CInt, keepsGroup: Bool, _ mode: inout UInt32
    ) -> [String] {
      if !keepsGroup { narrowGroup(&mode) }
      guard let original = Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) else {
        let code = errno
        if code == ENOENT { return [] }
        mode &= 0o700
        return [loss("its access list and extended attributes", code)]
      }
      var losses: [String] = []
      if fcopyfile(original.number, descriptor, nil, copyfile_flags_t(COPYFILE_ACL)) != 0,
        errno != ENOTSUP
      {
        losses.append(loss("its access list", errno))
        mode &= 0o700
      }
      if fcopyfile(original.number, descriptor, nil, copyfile_flags_t(COPYFILE_XATTR)) != 0,
        errno != ENOTSUP
      {
        losses.append(loss("its extended attributes", errno))
      }
      return losses
    }
  #else
    private static func passAttributes(
      from path: String, to descriptor: CInt, keepsGroup: Bool, _ mode: inout UInt32
    ) -> [String] {
      var losses: [String] = []
      var hasAccessList = false
      do throws(ExtendedAttribute.Failure) {
        for attribute in try ExtendedAttribute.all(of: path) where !attribute.isOfBytes {
          if attribute.isAccessList {
            hasAccessList = true
            if let loss = passAccessList(attribute, from: path, to: descriptor, keepsGroup, &mode) {
              losses.append(loss)
            }
            continue
          }
          do throws(ExtendedAttribute.Failure) {
            let value = try attribute.value(of: path)
            if try attribute.value(of: descriptor) != value {
              try attribute.set(value, of: descriptor)
            }
          } catch {
            losses.append(loss("the extended attribute '\(attribute.name)'", error.code))
          }
        }
      } catch {
        // A file system without attributes has none to lose.
        if error.code != ENOTSUP, error.code != ENOENT {
          losses.append(loss("its access list and extended attributes", error.code))
          mode &= 0o700
        }
      }
      if !hasAccessList {
        // The directory's default list, which the old file did not have.
        ExtendedAttribute.accessList.remove(from: descriptor)
        if !keepsGroup { narrowGroup(&mode) }
      }
      return losses
    }

    /// Copies the access list, or removes from the mode what the list did not allow.
    private static func passAccessList(
      _ attribute: ExtendedAttribute, from path: String, to descriptor: CInt, _ keepsGroup: Bool,
      _ mode: inout UInt32
    ) -> String? {
      var list: AccessList?
      do throws(ExtendedAttribute.Failure) {
        let value = try attribute.value(of: path)
        list = AccessList(value)
        if !keepsGroup { list?.narrowOwningGroup() }
        guard let list else { throw ExtendedAttribute.Failure(code: EINVAL) }
        try attribute.set(list.bytes, of: descriptor)
        return nil
      } catch {
        mode = list?.narrowed(mode) ?? mode & 0o700
        return loss("its access list", error.code)
      }
    }
  #endif

  /// The mode without the mask: with an access list, the group bits are the list's mask, and would
  /// open a file without the list to the group.
  package func modeWithoutAccessList(of path: String) -> UInt32 {
    #if canImport(Darwin)
      return mode
    #else
      do throws(ExtendedAttribute.Failure) {
        let value = try ExtendedAttribute.accessList.value(of: path)
        return AccessList(value)?.narrowed(mode) ?? mode & 0o700
      } catch {
        // Most files have none.
        return mode
      }
    #endif
  }
}
