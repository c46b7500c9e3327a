import Scan
import Synchronization

/// How many bytes of a compressed input its decompressor has been given so far.
///
/// A class, because the thread that feeds the program counts, and the meter of the progress asks.
package final class FedByteCount: Sendable {
  private let count: Mutex<Int>

  init(_ count: Int) { self.count = Mutex(count) }

  /// The count, as of now.
  package var value: Int { count.withLock { $0 } }

  func add(_ byteCount: Int) { count.withLock { $0 += byteCount } }
}
