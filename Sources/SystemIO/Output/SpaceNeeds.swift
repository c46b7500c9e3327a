import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The space that the outputs of a run need together, compared with the free space of each file
/// system.
///
/// All of them exist at once, beside the files that they replace, before the first is published.
package struct SpaceNeeds {
  private struct Need {
    let directory: String
    let freeByteCount: Int
    let firstPath: String
    var fileCount = 0
    var byteCount = 0
  }

  /// The needs by file system, in order of first use.
  private var needs: [Need] = []
  /// The indices in `needs` by directory: thousands of outputs have few directories.
  private var places: [String: Int?] = [:]
  private var placesOfDevices: [UInt64: Int] = [:]

  package init() {}

  /// Adds a file. A stream, and a file system of unknown size, need nothing.
  ///
  /// - Parameter makesDirectories: whether missing directories will be created.
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

  /// The index in `needs` of a directory's file system; nil if its size is unknown.
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

  private static func device(of directory: String) -> UInt64? {
    do throws(SystemError) {
      return try FileStatus(path: directory)?.identity.device
    } catch {
      // Opening the output reports other errors of the directory.
      return nil
    }
  }

  /// The file systems with too little space, in words.
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
