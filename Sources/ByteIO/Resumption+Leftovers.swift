#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// What lies beside a target under the names of an unfinished output, and whose it is.
//
// A part is the output itself and says nothing; a checkpoint says by its first line what it is, and that
// the part beside it is a run's. A part without one is known by the lock of the run that was killed.
extension Resumption {
  /// Removes what an unfinished run has left beside a target that nobody will go on with.
  ///
  /// What no run has left stays, and so does the part of a run that is alive: its lock may be on a
  /// directory above.
  package static func forget(_ target: String) throws {
    let checkpoint = checkpointPath(for: target)
    guard try Checkpoint.isBegun(at: checkpoint) == true else {
      return removePart(partPath(for: target)) { $0.byteCount == 0 }
    }
    let part = partPath(for: target)
    if try FileStatus(path: part, followsLinks: false) == nil { return remove(for: target) }
    // The checkpoint first, for it must not outlive what it is of.
    removePart(part) { _ in
      removeTree(checkpoint)
      return true
    }
  }

  /// Refuses a target beside which there is what no run has left, in the place of what will be written.
  ///
  /// - Throws: `OutputRefusal`, also where a live run is writing it; `SystemError`.
  package static func check(_ target: String) throws {
    let checkpoint = checkpointPath(for: target)
    let isBegun = try Checkpoint.isBegun(at: checkpoint)
    if isBegun == false { throw foreign(checkpoint) }
    let part = partPath(for: target)
    guard let status = try FileStatus(path: part, followsLinks: false) else { return }
    guard status.kind == .regular else { throw foreign(part) }
    if isBegun == nil, status.byteCount > 0 {
      throw ByteIO.isHeld(part) ? held(target) : foreign(part)
    }
  }

  /// What to say of a target that another run is at.
  static func held(_ target: String) -> OutputRefusal {
    OutputRefusal(
      .locked, "another run is writing '\(target)'", hint: "wait for its end, and run again")
  }

  private static func foreign(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .cannotCreate, "'\(path)' is where an unfinished output is kept, and is none of a run",
      hint: "it stays as it is; move it away, or name another output")
  }

  /// Removes a part that has no checkpoint, and so was made by a run that was killed before its first
  /// one, or between its last and the end.
  ///
  /// - Parameter path: that of the part; who calls knows of a run that was killed here.
  static func removeAbandoned(_ path: String) {
    let checkpoint = String(path.dropLast("part".count)) + "checkpoint"
    removePart(path) { status in
      do throws(SystemError) {
        let hasCheckpoint = try FileStatus(path: checkpoint, followsLinks: false) != nil
        return !hasCheckpoint && status.owner == geteuid()
      } catch {
        return false
      }
    }
  }

  /// Removes a part that nobody is writing, if it is to go.
  private static func removePart(_ path: String, if isToGo: (FileStatus) -> Bool) {
    removeUnheld(path) { _, status, _ in status.kind == .regular && isToGo(status) }
  }
}
