import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Removes a file, and its directory where that is empty then, and makes that durable; one that is not
/// there is as good as removed.
///
/// - Parameter didRemove: called as soon as the file is gone, before a signal can end the process.
/// - Throws: `SystemError`; where only the directory's flush failed, the file is gone.
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
