import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Leftovers of unfinished outputs beside a target, and their owners.
//
// A part is the output itself and carries no mark. A checkpoint is recognised by its first line,
// and shows that the part beside it is a run's. A part without one is recognised by the lock of a
// killed run.
//
// A part is locked while it is written. While a finished part waits for the run's other outputs,
// the lock on the output, or on a directory above, covers it: one descriptor for any number of
// parts.
extension Resumption {
  /// Removes the leftovers of an unfinished run beside a target, if that will not be resumed.
  ///
  /// Files that are no leftovers stay, and so do those that a process is writing.
  package static func forget(_ target: String) throws {
    let (part, checkpoint) = (partPath(for: target), checkpointPath(for: target))
    let isBegun = try Checkpoint.isBegun(at: checkpoint) == true
    if try FileStatus(path: part, followsLinks: false) == nil {
      return isBegun ? remove(for: target) : ()
    }
    guard isBegun else { return removePart(part) { $0.byteCount == 0 } }
    // The checkpoint is first to go: it must not outlive its output.
    removePart(part) { _ in
      removeTree(checkpoint)
      return true
    }
  }

  /// Refuses a target if other files have the names of its part or checkpoint.
  ///
  /// - Throws: `OutputRefusal`, also if a process is writing the part; `SystemError`.
  package static func check(_ target: String) throws {
    let checkpoint = checkpointPath(for: target)
    let isBegun = try Checkpoint.isBegun(at: checkpoint)
    if isBegun == false { throw foreign(checkpoint) }
    let part = partPath(for: target)
    guard let status = try FileStatus(path: part, followsLinks: false) else { return }
    guard status.kind == .regular else { throw foreign(part) }
    if isBegun == nil, status.byteCount > 0 {
      throw SystemIO.isHeld(part) ? held(target) : foreign(part)
    }
  }

  /// The refusal of a target that another run is writing.
  static func held(_ target: String) -> OutputRefusal {
    OutputRefusal(
      .locked, "another run is writing '\(target)'", hint: "wait until it ends, and run again")
  }

  /// The refusal of two outputs of one run that need the same part.
  static func shared(_ path: String, _ target: String) -> OutputRefusal {
    OutputRefusal(
      .cannotCreate, "'\(path)' is kept for another output of this run, and '\(target)' needs it",
      hint: "nothing was published; give the two files to two runs")
  }

  private static func foreign(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .cannotCreate, "'\(path)' has the name of an unfinished output, and was not written by a run",
      hint: "move it away, or name another output")
  }

  /// Removes a part without a checkpoint, which a run left that was killed before its first
  /// checkpoint or after its last.
  ///
  /// - Parameter path: the path of the part; the caller knows that a killed run worked here.
  static func removeAbandoned(_ path: String) {
    let stem = String(path.dropLast("part".count))
    removePart(path) { status in
      do throws(SystemError) {
        guard status.owner == geteuid(),
          try FileStatus(path: stem + "checkpoint", followsLinks: false) == nil
        else { return false }
        return !OutputLock.isAnothers(stem + "lock")
      } catch {
        return false
      }
    }
  }

  /// Removes a part that no process is writing, if `isToGo` agrees.
  private static func removePart(_ path: String, if isToGo: (FileStatus) -> Bool) {
    removeUnheld(path) { _, status, _ in status.kind == .regular && isToGo(status) }
  }
}
