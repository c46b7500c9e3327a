#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value with a lock and a condition: threads use it in turns and wait for changes.
@safe final class Monitor<Value: Sendable>: @unchecked Sendable {
  /// The kinds of waiting threads, each with its own condition: the owner of the work, and the
  /// helpers.
  enum Waiter: Int, CaseIterable {
    case owner, helper
  }

  // A class, because the system's lock must not move. Only the lock's holder uses the value.
  private var value: Value
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changes = UnsafeMutablePointer<pthread_cond_t>.allocate(
    capacity: Waiter.allCases.count)

  init(_ value: Value) {
    self.value = value
    // SAFETY: all are initialized once, here, and live as long as the monitor.
    unsafe pthread_mutex_init(lock, nil)
    for waiter in Waiter.allCases { unsafe pthread_cond_init(changes + waiter.rawValue, nil) }
  }

  deinit {
    // SAFETY: this is the last reference, so no thread holds the lock or waits.
    for waiter in Waiter.allCases { unsafe pthread_cond_destroy(changes + waiter.rawValue) }
    unsafe pthread_mutex_destroy(lock)
    unsafe changes.deallocate()
    unsafe lock.deallocate()
  }

  /// Uses the value under the lock, without a notification.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    // SAFETY: the lock was initialized.
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body(&value)
  }

  /// Wakes one thread that waits for a change.
  func notify(_ waiter: Waiter) {
    // SAFETY: the condition was initialized.
    unsafe pthread_cond_signal(changes + waiter.rawValue)
  }

  /// Wakes all threads that wait for a change.
  func notifyAll() {
    // SAFETY: as above.
    for waiter in Waiter.allCases { unsafe pthread_cond_broadcast(changes + waiter.rawValue) }
  }

  /// Uses the value under the lock, waiting until the body succeeds, without a notification.
  ///
  /// - Parameter body: returns nil to wait; it must not have changed the value then.
  func wait<Result>(as waiter: Waiter, _ body: (inout Value) -> Result?) -> Result {
    // SAFETY: as above; waiting gives the lock up and takes it again.
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(changes + waiter.rawValue, lock)
    }
  }
}
