import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Removes a file and, if it is then empty, its directory, durably; a missing file is no error.
///
/// - Parameter didRemove: called after the removal, before a signal can end the process.
/// - Throws: `SystemError`; if only the directory's flush failed, the file is gone.
package func removeFile(_ path: String, _ didRemove: () -> Void = {}) throws(SystemError) {
  let code = TemporaryFiles.removePublished(path, didRemove)
  guard code == 0 else {
    if code == ENOENT || code == ENOTDIR { return didRemove() }
    throw SystemError(call: "remove", path: path, code: code)
  }
  let directory = parentDirectory(of: path)
  // SAFETY: the path is NUL-terminated; rmdir refuses a directory that holds anything.
  let isGone = unsafe rmdir(directory) == 0
  try flushDirectory(isGone ? parentDirectory(of: directory) : directory, after: path)
}
