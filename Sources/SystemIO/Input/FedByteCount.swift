import Synchronization

/// The compressed bytes that a decompressor has received so far.
///
/// A class, because the feeding thread and the progress meter share it.
package final class FedByteCount: Sendable {
  private let count: Mutex<Int>

  init(_ count: Int) { self.count = Mutex(count) }

  /// The current count.
  package var value: Int { count.withLock { $0 } }

  func add(_ byteCount: Int) { count.withLock { $0 += byteCount } }
}
