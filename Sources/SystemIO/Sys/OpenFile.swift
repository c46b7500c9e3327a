import CLibrary

/// Opens a file, retrying after signals; returns the descriptor, or a negative number.
///
/// - Parameter mode: the mode of a created file.
func openFile(_ path: String, _ flags: CInt, mode: mode_t = 0) -> CInt {
  while true {
    // SAFETY: the path is NUL-terminated and outlives the call.
    let descriptor = unsafe open(path, flags, mode)
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}
