package import Console

extension Diagnostics {
  /// Says that something in a directory is passed over.
  package func skip(_ path: String, _ reason: String) {
    report(Diagnostic(.note, "skipped '\(path)': \(reason)", kind: "skipped file"))
  }
}
