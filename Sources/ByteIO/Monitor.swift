#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that threads take turns with, and can wait for each other to change.
@safe final class Monitor<Value: Sendable>: @unchecked Sendable {
  // A class, because the system's lock must stay where it is. Only who holds the lock uses the value.
  private var value: Value
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: Value) {
    self.value = value
    // SAFETY: both are initialized once, here, and live as long as the monitor.
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    // SAFETY: nobody else has the monitor any more, so nobody holds the lock or waits.
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(lock)
    unsafe change.deallocate()
    unsafe lock.deallocate()
  }

  /// Uses the value alone, and lets those look again that wait for it to change.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    // SAFETY: the lock was initialized.
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_cond_broadcast(change)
      unsafe pthread_mutex_unlock(lock)
    }
    return body(&value)
  }

  /// Uses the value alone, as soon as there is something to do about it.
  ///
  /// - Parameter body: nil where there is nothing yet; it has then changed nothing.
  func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    // SAFETY: as above; waiting gives the lock up and takes it again.
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_cond_broadcast(change)
      unsafe pthread_mutex_unlock(lock)
    }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(change, lock)
    }
  }
}
