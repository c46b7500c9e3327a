import CKernels

/// The commit that the executables are built of.
///
/// `Package.swift` gives it to C, which alone can take a value from there.
package enum BuildCommit {
  /// Its first eight digits; nil if `LAUGHTRACK_COMMIT` was not set for the build.
  package static var digits: String? {
    let commit = kernel_commit()
    if commit == 0 { return nil }
    let digits = String(commit, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
