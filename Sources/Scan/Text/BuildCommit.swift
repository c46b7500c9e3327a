import CKernels

/// The commit that the executables are built of.
///
/// `Package.swift` gives it to C, which alone can take a value from there.
package enum BuildCommit {
  /// Its first eight digits; nil if `LAUGHTRACK_COMMIT` was not set for the build.
  package static var digits: String? {
    let commit = kernel_commit()
    return commit == 0 ? nil : String(commit, digits: 8, radix: 16)
  }
}
