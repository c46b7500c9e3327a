import Scan

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
//
// A part is locked while it is written. While it waits for the others of a run to be finished it is that
// run's by the lock on the output, or on a directory above: one descriptor for however many wait.
extension Resumption {
  /// Removes what an unfinished run has left beside a target that nobody will go on with.
  ///
  /// What no run has left stays, and so does what a run that is alive has or may have made.
  package static func forget(_ target: String) throws {
    let (part, checkpoint) = (partPath(for: target), checkpointPath(for: target))
    let isBegun = try Checkpoint.isBegun(at: checkpoint) == true
    if try FileStatus(path: part, followsLinks: false) == nil {
      return isBegun ? remove(for: target) : ()
    }
    if try OutputLock.isAnothers(OutputLock.lockPath(for: target)) { return }
    guard isBegun else { return removePart(part) { $0.byteCount == 0 } }
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
    if try OutputLock.isAnothers(OutputLock.lockPath(for: target)) { throw held(target) }
    if isBegun == nil, status.byteCount > 0 {
      throw SystemIO.isHeld(part) ? held(target) : foreign(part)
    }
  }

  /// What to say of a target that another run is at.
  static func held(_ target: String) -> OutputRefusal {
    OutputRefusal(
      .locked, "another run is writing '\(target)'", hint: "wait for its end, and run again")
  }

  /// What to say of a file that would be kept for two outputs of one run.
  static func shared(_ path: String, _ target: String) -> OutputRefusal {
    OutputRefusal(
      .cannotCreate, "'\(path)' is kept for another output of this run, and '\(target)' needs it",
      hint: "nothing was published; give the two files to two runs")
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
    let stem = String(path.dropLast("part".count))
    removePart(path) { status in
      do throws(SystemError) {
        guard status.owner == geteuid(),
          try FileStatus(path: stem + "checkpoint", followsLinks: false) == nil
        else { return false }
        return try !OutputLock.isAnothers(stem + "lock")
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
