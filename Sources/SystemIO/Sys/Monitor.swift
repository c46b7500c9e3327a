import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that threads take turns with, and can wait for each other to change.
@safe final class Monitor<Value: Sendable>: @unchecked Sendable {
  /// Who waits: the one whose work it is, or one of many who help. Each is told of what is for it.
  enum Waiter: Int, CaseIterable {
    case owner, helper
  }

  // A class, because the system's lock must stay where it is. Only who holds the lock uses the value.
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
    // SAFETY: nobody else has the monitor any more, so nobody holds the lock or waits.
    for waiter in Waiter.allCases { unsafe pthread_cond_destroy(changes + waiter.rawValue) }
    unsafe pthread_mutex_destroy(lock)
    unsafe changes.deallocate()
    unsafe lock.deallocate()
  }

  /// Uses the value alone; nobody is told.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    // SAFETY: the lock was initialized.
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body(&value)
  }

  /// Lets one of those look again who wait for the value to change.
  func notify(_ waiter: Waiter) {
    // SAFETY: the condition was initialized.
    unsafe pthread_cond_signal(changes + waiter.rawValue)
  }

  /// Lets all look again who wait for the value to change.
  func notifyAll() {
    // SAFETY: as above.
    for waiter in Waiter.allCases { unsafe pthread_cond_broadcast(changes + waiter.rawValue) }
  }

  /// Uses the value alone, as soon as there is something to do about it; nobody else is told.
  ///
  /// - Parameter body: nil where there is nothing yet; it has then changed nothing.
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
