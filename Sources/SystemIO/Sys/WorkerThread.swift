import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that waits: for a child's pipe, or for the disk.
///
/// A task of Swift's concurrency must not wait like this, and the reader beside it is not one.
@safe struct WorkerThread: ~Copyable, @unchecked Sendable {
  // SAFETY: of the thread only its handle is held, and only the owner uses it, once.
  private let handle: pthread_t
  private var isJoined = false

  private final class Work: Sendable {
    // A class, because it is handed to the thread as one pointer.
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the work.
  ///
  /// - Parameter path: the file that messages name.
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

  /// Lets it go on alone if nobody waited for it.
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

  /// Signals are for the threads that wait for them; a closed pipe is an error of `write`.
  private static func blockSignals() {
    var set = sigset_t()
    // SAFETY: sigfillset initializes the set.
    unsafe sigfillset(&set)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
