#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Files that a process holds by a kernel lock.

/// Opens a file of any kind without blocking; nil, with `errno` set, if that fails.
func openToLook(_ path: String) -> Descriptor? {
  Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
}

/// Whether a process holds a file. Creates nothing.
func isHeld(_ path: String) -> Bool {
  guard let descriptor = openToLook(path) else { return false }
  return flock(descriptor.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
}

/// The status of an open file; nil if another file has its name by now, or none.
func statusIfNamed(
  _ path: String, _ descriptor: borrowing Descriptor
) throws(SystemError) -> FileStatus? {
  let status = try FileStatus(descriptor: descriptor.number, path: path)
  let named = try FileStatus(path: path, followsLinks: false)
  return named?.identity == status.identity ? status : nil
}

/// Removes a file that no process holds, if a predicate says so; an inaccessible file stays.
///
/// - Parameter isToGo: takes the open file, its status, and whether it is locked meanwhile, false
///   where there are no locks.
func removeUnheld(
  _ path: String, if isToGo: (_ descriptor: CInt, FileStatus, _ isLocked: Bool) -> Bool
) {
  guard let descriptor = openToLook(path) else { return }
  let isLocked = flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
  guard isLocked || errno != EWOULDBLOCK else { return }
  do throws(SystemError) {
    guard let status = try statusIfNamed(path, descriptor),
      isToGo(descriptor.number, status, isLocked)
    else { return }
  } catch {
    return
  }
  // SAFETY: the path is NUL-terminated and outlives the call.
  _ = unsafe unlink(path)
}
