import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The absolute path of a file or directory, without links, `.` and `..`.
///
/// - Throws: `SystemError` if it does not exist.
package func absolutePath(_ path: String) throws(SystemError) -> String {
  // SAFETY: the path is NUL-terminated; what comes back is NUL-terminated, copied and freed.
  guard let resolved = unsafe realpath(path, nil) else {
    throw SystemError(call: "find", path: path, code: errno)
  }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// The path as seen from the current directory, if it is an absolute path below it; otherwise
/// unchanged, also if the current directory was deleted.
package func pathFromHere(_ path: String) -> String {
  do throws(SystemError) {
    let here = try absolutePath(".") + "/"
    return path.startsWithBytes(of: here) ? String(path.behindBytes(of: here)) : path
  } catch {
    return path
  }
}
