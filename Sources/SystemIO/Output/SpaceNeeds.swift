import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the outputs of a run need together, held against what is free on each file system.
///
/// All of them are there at once, beside what they replace, before the first gets its name.
package struct SpaceNeeds {
  private struct Need {
    let directory: String
    let freeByteCount: Int
    let firstPath: String
    var fileCount = 0
    var byteCount = 0
  }

  /// In the order in which the file systems came up.
  private var needs: [Need] = []
  /// The places of the file systems in `needs`, by the directories that were looked at: a run of
  /// thousands of outputs has few.
  private var places: [String: Int?] = [:]
  private var placesOfDevices: [UInt64: Int] = [:]

  package init() {}

  /// Adds a file; a stream, and a file system that does not tell, need nothing.
  ///
  /// - Parameter makesDirectories: whether directories on the way that are missing will be made.
  package mutating func add(
    _ target: OutputTarget, byteCount: Int, makesDirectories: Bool = false
  ) {
    guard let directory = target.directory(makesDirectories: makesDirectories),
      let place = place(of: directory, for: target.path)
    else { return }
    needs[place].fileCount += 1
    let (sum, overflows) = needs[place].byteCount.addingReportingOverflow(byteCount)
    needs[place].byteCount = overflows ? .max : sum
  }

  /// Where the need on a directory's file system is in `needs`; nil where nothing is known of it.
  private mutating func place(of directory: String, for path: String) -> Int? {
    if let known = places[directory] { return known }
    let place = newPlace(of: directory, for: path)
    places[directory] = .some(place)
    return place
  }

  private mutating func newPlace(of directory: String, for path: String) -> Int? {
    guard let device = Self.device(of: directory) else { return nil }
    if let known = placesOfDevices[device] { return known }
    guard let freeByteCount = Self.freeByteCount(in: directory) else { return nil }
    placesOfDevices[device] = needs.count
    needs.append(Need(directory: directory, freeByteCount: freeByteCount, firstPath: path))
    return needs.count - 1
  }

  /// How many bytes a user may still write in a directory; nil where the file system does not tell.
  private static func freeByteCount(in directory: String) -> Int? {
    #if canImport(Darwin)
      // The counts in Apple's `statvfs` have 32 bits, too few for 16 TiB.
      var space = statfs()
      // SAFETY: here and below, the path is NUL-terminated and outlives the call, which fills the one
      // structure.
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

  private static func device(of directory: String) -> UInt64? {
    do throws(SystemError) {
      return try FileStatus(path: directory)?.identity.device
    } catch {
      // What else is wrong with the directory is told by whoever writes in it.
      return nil
    }
  }

  /// Where there is too little room, in words; empty where nothing is in the way.
  package var obstacles: [String] {
    needs.filter { $0.freeByteCount < $0.byteCount }.map { need in
      let files =
        need.fileCount == 1
        ? "'\(need.firstPath)'" : "\(Amount.count(need.fileCount, of: "output")) there"
      return "only \(Amount.bytes(need.freeByteCount)) are free in '\(need.directory)', and "
        + "\(files) may need \(Amount.bytes(need.byteCount))"
    }
  }
}
