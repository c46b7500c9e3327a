/// Work in numbered parts, done by several threads at once, whose results come back in order.
///
/// Threads are never further ahead than a few parts, so that memory does not grow with the work. With
/// one thread the caller's own does it all.
package struct OrderedWork<Worker: Sendable, Part: Sendable>: ~Copyable {
  /// Does a part of the work, in a value that may have been used for another part before.
  package typealias Body = @Sendable (inout Worker, _ number: Int, inout Part) -> Void

  private struct State: Sendable {
    /// The part that is begun next, and the one that is wanted next.
    var (next, wanted) = (0, 0)
    var isStopped = false
    var done: [Int: Part] = [:]
    var spare: [Part] = []
    var finished: [Worker] = []
  }

  private let partCount: Int
  private let threadCount: Int
  private let empty: Part
  private let body: Body
  private let state = Monitor(State())
  /// Where the caller's own thread does the work.
  private var ownWorker: Worker?
  private var number = 0

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - worker: what each thread has a copy of.
  ///   - part: a value to begin parts with.
  ///   - path: the file that messages name.
  /// - Throws: `SystemError` where a thread cannot be started.
  package init(
    partCount: Int, threadCount: Int, worker: Worker, part: Part, for path: String,
    _ body: @escaping Body
  ) throws(SystemError) {
    self.partCount = partCount
    self.threadCount = min(threadCount, partCount)
    self.body = body
    empty = part
    guard self.threadCount > 1 else {
      ownWorker = worker
      return
    }
    let (state, limit) = (state, 2 * self.threadCount)
    for _ in 0..<self.threadCount {
      _ = try WorkerThread(for: path) {
        Self.work(state, partCount, ahead: limit, worker, empty: part, body)
      }
    }
  }

  deinit { state.change { $0.isStopped = true } }

  /// What each thread does.
  private static func work(
    _ state: Monitor<State>, _ partCount: Int, ahead limit: Int, _ worker: Worker, empty: Part,
    _ body: Body
  ) {
    var worker = worker
    while true {
      let task: (number: Int, part: Part)?? = state.wait { state in
        if state.isStopped || state.next == partCount { return .some(nil) }
        guard state.next < state.wanted + limit else { return nil }
        defer { state.next += 1 }
        return (state.next, state.spare.popLast() ?? empty)
      }
      guard case .some(.some((let number, var part))) = task else { break }
      body(&worker, number, &part)
      state.change { $0.done[number] = part }
    }
    state.change { $0.finished.append(worker) }
  }

  /// The next part, in the order of their numbers; nil where all were given.
  package mutating func next() -> Part? {
    guard number < partCount else { return nil }
    let wanted = number
    number += 1
    if ownWorker != nil { return nextOfOwn(wanted) }
    return state.wait { state in
      guard let part = state.done.removeValue(forKey: wanted) else { return nil }
      state.wanted = wanted + 1
      return part
    }
  }

  private mutating func nextOfOwn(_ number: Int) -> Part? {
    guard var worker = ownWorker.take() else { return nil }
    var part = state.change { $0.spare.popLast() } ?? empty
    body(&worker, number, &part)
    ownWorker = worker
    return part
  }

  /// Takes a part back whose memory can be used again.
  package mutating func reuse(_ part: consuming Part) {
    state.change { [part] in $0.spare.append(part) }
  }

  /// Ends the work, and gives what the threads have come to.
  package consuming func finish() -> [Worker] {
    if let worker = ownWorker { return [worker] }
    let count = threadCount
    state.change { $0.isStopped = true }
    return state.wait { $0.finished.count == count ? $0.finished : nil }
  }
}
