import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The space that outputs need, compared with the free space of each file system.
extension OutputTarget {
  /// The outputs on one file system.
  private struct Need {
    let directory: String
    let firstPath: String
    var fileCount = 0
    var byteCount = 0
  }

  /// The file systems with too little space for all outputs together, in words. A stream, and a
  /// file system of unknown size, need nothing.
  ///
  /// All of them exist at once, beside the files that they replace, before the first is published.
  ///
  /// - Parameter makesDirectories: whether missing directories will be created.
  package static func lackOfSpace(
    for outputs: [(target: OutputTarget, byteCount: Int)], makesDirectories: Bool = false
  ) -> [String] {
    // The needs by file system, and their indices by directory: thousands of outputs have few.
    var needs: [(device: UInt64, need: Need)] = []
    var places: [String: Int] = [:]
    for (target, byteCount) in outputs {
      guard let directory = target.directory(makesDirectories: makesDirectories) else { continue }
      if places[directory] == nil, let device = FileStatus(ifFound: directory)?.identity.device {
        if !needs.contains(where: { $0.device == device }) {
          needs.append((device, Need(directory: directory, firstPath: target.path)))
        }
        places[directory] = needs.firstIndex { $0.device == device }
      }
      guard let place = places[directory] else { continue }
      needs[place].need.fileCount += 1
      let (sum, overflows) = needs[place].need.byteCount.addingReportingOverflow(byteCount)
      needs[place].need.byteCount = overflows ? .max : sum
    }
    return needs.compactMap { _, need in
      guard let free = freeByteCount(in: need.directory), free < need.byteCount else { return nil }
      let files =
        need.fileCount == 1
        ? "'\(need.firstPath)'" : "\(Amount.count(need.fileCount, of: "output")) there"
      return "only \(Amount.bytes(free)) are free in '\(need.directory)', and "
        + "\(files) may need \(Amount.bytes(need.byteCount))"
    }
  }

  /// The bytes available to the user in a directory; nil if unknown.
  private static func freeByteCount(in directory: String) -> Int? {
    #if canImport(Darwin)
      // The counts in Apple's `statvfs` have 32 bits, too few for 16 TiB.
      var space = statfs()
      // SAFETY: here and below, the path is NUL-terminated and outlives the call, which fills the
      // one structure.
      guard unsafe statfs(directory, &space) == 0 else { return nil }
      let blockByteCount = UInt64(space.f_bsize)
    #else
      var space = statvfs()
      guard unsafe statvfs(directory, &space) == 0 else { return nil }
      let blockByteCount = UInt64(space.f_frsize)
    #endif
    let free = UInt64(space.f_bavail).multipliedReportingOverflow(by: blockByteCount)
    return free.overflow ? .max : Int(clamping: free.partialValue)
  }
}
