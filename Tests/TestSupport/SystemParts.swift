import Foundation

/// Features that not every system has, for tests that need them.
package enum SystemParts {
  /// A device that is always full, if there is one.
  package static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
  /// The program that holds a lock for a shell.
  package static let hasFlock = succeeds("command -v flock >/dev/null")

  /// Whether tests can run tools as another user.
  package static let canBecomeAnother = succeeds(
    "test $(id -u) = 0 && \(asUser) true 2>/dev/null")
  /// The shell that runs a tool as another user.
  package static let asAnother = "exec \(asUser) \"$@\""
  private static let asUser = "setpriv --reuid=65534 --regid=65534 --clear-groups"

  /// Whether tests can mount a file system for a tool.
  package static let canMount = succeeds(
    "unshare -m mount -t tmpfs -o size=64k tmpfs /mnt 2>/dev/null")
  /// The shell that runs a tool after it filled the disk of a folder, so that no byte is free.
  ///
  /// - Parameter files: files to put there first.
  package static func filling(_ folder: String, with files: String = "") -> String {
    "exec unshare -m sh -c 'mount -t tmpfs -o size=64k tmpfs \(folder); "
      + (files.isEmpty ? "" : "cp \(files) \(folder); ")
      + "cat /dev/zero >\(folder)/zeros 2>/dev/null; exec \"$@\"' sh \"$@\""
  }

  /// Whether a shell command exits with 0.
  package static func succeeds(_ command: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
