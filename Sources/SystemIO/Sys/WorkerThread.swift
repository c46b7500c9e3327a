#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for blocking work, on a child's pipe, the disk or signals, which a task of Swift's
/// concurrency must not do.
@safe struct WorkerThread: ~Copyable, @unchecked Sendable {
  // SAFETY: of the thread only its handle is held, and only the owner uses it, once.
  private let handle: pthread_t
  private var isJoined = false

  private final class Work: Sendable {
    // A class, because the thread takes one pointer.
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the work.
  ///
  /// - Parameter path: the file for messages.
  init(for path: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var handle: pthread_t?
    #else
      var handle = pthread_t()
    #endif
    // SAFETY: the retained work is released by the thread, or below where there is none.
    let code = unsafe pthread_create(
      &handle, nil,
      { context in
        #if canImport(Darwin)
          let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #else
          guard let context = unsafe context else { return nil }
          let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #endif
        WorkerThread.blockSignals()
        work.body()
        return nil
      }, unsafe work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw SystemError(call: "start a thread for", path: path, code: code)
    }
    #if canImport(Darwin)
      guard let handle = unsafe handle else {
        throw SystemError(call: "start a thread for", path: path, code: EAGAIN)
      }
      unsafe self.handle = handle
    #else
      self.handle = handle
    #endif
  }

  /// Detaches the thread, if nothing has waited for it.
  deinit {
    if isJoined { return }
    #if canImport(Darwin)
      unsafe pthread_detach(handle)
    #else
      pthread_detach(handle)
    #endif
  }

  /// Waits until the work is done.
  mutating func join() {
    guard !isJoined else { return }
    isJoined = true
    #if canImport(Darwin)
      unsafe pthread_join(handle, nil)
    #else
      pthread_join(handle, nil)
    #endif
  }

  /// Blocks all signals: other threads wait for them, and a closed pipe is an error of `write`.
  private static func blockSignals() {
    var set = sigset_t()
    // SAFETY: sigfillset initializes the set.
    unsafe sigfillset(&set)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
