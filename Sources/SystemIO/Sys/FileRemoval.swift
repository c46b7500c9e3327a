#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Removes a file and, if it is then empty, its directory. A missing file counts as removed: a killed
/// run may have left the directory alone.
///
/// - Parameters:
///   - directories: gets the changed directory, which is not yet durable.
///   - didRemove: called after the removal, before a signal can end the process.
package func removeFile(
  _ path: String, in directories: inout ChangedDirectories, _ didRemove: () -> Void = {}
) throws(SystemError) {
  let code = TemporaryFiles.removePublished(path, didRemove)
  let isMissing = code == ENOENT || code == ENOTDIR
  guard code == 0 || isMissing else { throw SystemError(call: "remove", path: path, code: code) }
  if isMissing {
    TemporaryFiles.confirm()
    didRemove()
  }
  let directory = parentDirectory(of: path)
  // SAFETY: the path is NUL-terminated; rmdir refuses a directory that holds anything.
  if unsafe rmdir(directory) == 0 {
    directories.note(removalOf: directory)
  } else if !isMissing {
    directories.note(path)
  }
}
