/// The limits of one batch of writes.
///
/// Firestore lifted its limit of 500 writes a commit in March 2023, but its client libraries and
/// emulators still have it; the limit of 10 MiB a request stands (Firestore, “Quotas and limits”).
package struct BatchLimits: Sendable {
  /// The writes in a batch, 1 to 500.
  package var writeCount: Int
  /// The bytes of a batch's file.
  package var byteCount: Int

  /// The defaults are Firestore's 500 writes a commit, and 9 of the 10 MiB of a request.
  package init(writeCount: Int = 500, byteCount: Int = 9 << 20) {
    self.writeCount = writeCount
    self.byteCount = byteCount
  }
}
