#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Creating directories that outputs need.

/// Creates a directory that stays even if empty, and those above it.
///
/// - Parameter directories: gets the directory that it is in, which is not yet durable.
package func makeLastingDirectory(
  _ path: String, in directories: inout ChangedDirectories
) throws(SystemError) {
  try makeDirectory(path) { systemMakeDirectory($0, mode: 0o777) }
  // An output that was not published may have needed it before.
  TemporaryFiles.keepDirectory(path)
  directories.note(path)
}

/// Creates missing directories, which are durable when something published in them is; those still
/// empty at exit are removed.
package func makeDirectories(_ path: String) throws(SystemError) {
  if path == "." || path == "/" || path.isEmpty { return }
  try makeDirectory(path) { path in
    TemporaryFiles.makeDirectory(path) { systemMakeDirectory(path, mode: 0o777) }
  }
}

/// Creates a directory by `make`, and missing ones above it by `makeDirectories`.
private func makeDirectory(
  _ path: String, _ make: (String) -> CInt
) throws(SystemError) {
  if try FileStatus(path: path) != nil { return }
  try makeDirectories(parentDirectory(of: path))
  let code = make(path)
  if code != 0 { throw SystemError(call: "create", path: path, code: code) }
}

/// Creates a directory; 0, or `errno`.
func systemMakeDirectory(_ path: String, mode: mode_t) -> CInt {
  // SAFETY: the path is NUL-terminated and outlives the call.
  unsafe mkdir(path, mode) == 0 ? 0 : errno
}
