import Scan

/// The version of the tools, which are released together.
package enum Version {
  package static let text = "0.1.0"
  /// The first digits of the commit, if the build was told it.
  package static let build = BuildCommit.digits ?? "development"
}
