import CLibrary

// Files that a process holds by a kernel lock.

/// Opens a file of any kind without blocking.
func openToLook(_ path: String) -> CInt {
  openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
}

/// Whether a process holds a file. Creates nothing.
func isHeld(_ path: String) -> Bool {
  let descriptor = openToLook(path)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
}

/// Removes a file that no process holds, if a predicate says so; an inaccessible file stays.
///
/// - Parameter isToGo: takes the open file, its status, and whether it is locked meanwhile, false
///   where there are no locks.
func removeUnheld(
  _ path: String, if isToGo: (_ descriptor: CInt, FileStatus, _ isLocked: Bool) -> Bool
) {
  let descriptor = openToLook(path)
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
  guard isLocked || errno != EWOULDBLOCK else { return }
  do throws(SystemError) {
    let status = try FileStatus(descriptor: descriptor, path: path)
    // Another file may have the name.
    guard try FileStatus(path: path, followsLinks: false)?.identity == status.identity,
      isToGo(descriptor, status, isLocked)
    else { return }
  } catch {
    return
  }
  // SAFETY: the path is NUL-terminated and outlives the call.
  _ = unsafe unlink(path)
}
