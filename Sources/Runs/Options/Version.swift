import Scan

/// The version of the tools, which are released together.
package enum Version {
  /// The version that `--version`, plans and partial results name.
  package static let text = "0.1.0"
  /// The day of the version, for the man pages.
  static let day = "2026-11-25"
  /// The first digits of the commit, if the build was told it.
  static let build = BuildCommit.digits ?? "development"
  /// The names of the tools.
  static let tools = [
    "aggregate-top10", "edit-saved", "migrate-ratings", "migrate-saved", "preview-feed",
    "prune-processed", "read-export",
  ]
}
