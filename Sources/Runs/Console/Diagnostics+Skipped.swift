import Scan
import SystemIO

// Reports of files that are not read.
extension Diagnostics {
  /// Reports a skipped file of a directory.
  package func skip(_ path: String, _ reason: String) {
    report(Diagnostic(.note, "skipped '\(path)': \(reason)", kind: "skipped file"))
  }

  /// Reports the skipped files and the oddities of the directories among the inputs.
  package func passOver(in inputs: InputList) {
    style.fileRedactor.hide(
      namesOf: inputs.files.lazy.flatMap { input in
        // Collection names and document ids alternate.
        input.documentPath.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      })
    for skipped in inputs.skipped { skip(skipped.path, skipped.reason) }
    for warning in inputs.warnings {
      self.warning(warning.message, kind: "odd export", at: Place(file: warning.path))
    }
    for path in inputs.unread {
      self.warning(
        "the emulator suite's export does not list it: it is not read, and stays as it is",
        kind: "unread export", at: Place(file: path))
    }
  }
}
