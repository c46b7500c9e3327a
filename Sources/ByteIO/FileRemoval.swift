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
/// - Throws: `SystemError`; where only the directory's flush failed, the file is gone.
package func removeFile(_ path: String) throws(SystemError) {
  // SAFETY: the path is NUL-terminated and outlives the call.
  guard unsafe unlink(path) == 0 else {
    if errno == ENOENT || errno == ENOTDIR { return }
    throw SystemError(call: "remove", path: path, code: errno)
  }
  let directory = parentDirectory(of: path)
  // SAFETY: the path is NUL-terminated; rmdir refuses a directory that holds anything.
  let isGone = unsafe rmdir(directory) == 0
  try flushDirectory(isGone ? parentDirectory(of: directory) : directory, after: path)
}
