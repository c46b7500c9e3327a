/// Numbered parts of work, done by several threads, with the results in order.
///
/// The thread that takes the results works as well: while the next result is missing, it does
/// another part. Only a few parts are ahead, so that memory is bounded. A part goes back to the
/// thread that did it, because memory that another thread frees costs both of them a lock.
package struct OrderedWork<Worker: Sendable, Part: Sendable>: ~Copyable {
  /// Does a part of the work, in a value that is reused.
  package typealias Body = @Sendable (inout Worker, _ number: Int, inout Part) -> Void

  /// A part, and the number of the thread that did it.
  private struct Done: Sendable {
    var part: Part
    var thread: Int
  }

  private struct State: Sendable {
    /// The next part to begin.
    var next = 0
    /// The next part to return.
    var wanted = 0
    /// The number of parts; none to stop the work.
    var count: Int
    /// The most parts in progress, including the next to return.
    let limit: Int
    var done: [Int: Done] = [:]
    var spare: [Done] = []
    var finished: [Worker] = []

    /// The number of a part to begin and a value for it; nil if none may begin.
    mutating func begin(on thread: Int, _ empty: Part) -> (number: Int, part: Part)? {
      guard next < count, next < wanted + limit else { return nil }
      defer { next += 1 }
      let index = spare.lastIndex { $0.thread == thread } ?? spare.indices.last
      return (next, index.map { spare.remove(at: $0).part } ?? empty)
    }
  }

  private enum Step {
    case found(Done)
    case task(Int, Part)
    case end
  }

  private let helperCount: Int
  private let empty: Part
  private let body: Body
  private let state: Monitor<State>
  /// The worker of the thread that takes the results, whose number is 0.
  private var worker: Worker
  /// The number of the thread that did the last result.
  private var lastThread = 0

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - worker: copied for each thread.
  ///   - part: an initial value for parts.
  ///   - path: the file for messages.
  /// - Throws: `SystemError` if a thread cannot be started.
  package init(
    partCount: Int, threadCount: Int, worker: Worker, part: Part, for path: String,
    _ body: @escaping Body
  ) throws(SystemError) {
    self.worker = worker
    self.body = body
    empty = part
    let helperCount = max(min(threadCount, partCount) - 1, 0)
    // Some parts may be done but not yet taken, beyond those in progress.
    let limit = 1 + helperCount + min(helperCount, Self.mostAhead)
    let state = Monitor(State(count: partCount, limit: limit))
    self.state = state
    self.helperCount = helperCount
    for thread in 1..<helperCount + 1 {
      _ = try WorkerThread(for: path) { Self.help(state, worker, on: thread, empty: part, body) }
    }
  }

  deinit { Self.end(state) }

  private static var mostAhead: Int { 8 }

  private static func end(_ state: Monitor<State>) {
    state.change { $0.count = 0 }
    state.notifyAll()
  }

  /// The loop of the other threads.
  private static func help(
    _ state: Monitor<State>, _ worker: Worker, on thread: Int, empty: Part, _ body: Body
  ) {
    var worker = worker
    while true {
      let step: Step = state.wait(as: .helper) { state in
        if state.next >= state.count { return .end }
        return state.begin(on: thread, empty).map { .task($0.number, $0.part) }
      }
      guard case .task(let number, let begun) = consume step else { break }
      var part = consume begun
      body(&worker, number, &part)
      finish(Done(part: consume part, thread: thread), number, in: state)
    }
    state.change { $0.finished.append(worker) }
    state.notify(.owner)
  }

  private static func finish(_ done: consuming Done, _ number: Int, in state: Monitor<State>) {
    let isWanted = state.change { [done] state in
      state.done[number] = done
      return state.wanted == number
    }
    if isWanted { state.notify(.owner) }
  }

  /// Takes back a part, and replaces it with the next one, in order.
  ///
  /// - Parameter part: the part of the last call, whose memory is used again; at first, an empty one.
  /// - Returns: false at the end.
  package mutating func next(_ part: inout Part) -> Bool {
    let empty = empty
    var last = Done(part: empty, thread: lastThread)
    swap(&part, &last.part)
    reuse(consume last)
    while true {
      let step: Step = state.wait(as: .owner) { state in
        if state.wanted >= state.count { return .end }
        if let done = state.done.removeValue(forKey: state.wanted) {
          state.wanted += 1
          return .found(done)
        }
        return state.begin(on: 0, empty).map { .task($0.number, $0.part) }
      }
      switch consume step {
      case .found(let done):
        // There is room for one more.
        if helperCount > 0 { state.notify(.helper) }
        (part, lastThread) = (done.part, done.thread)
        return true
      case .end: return false
      case .task(let number, let begun):
        var part = consume begun
        body(&worker, number, &part)
        Self.finish(Done(part: consume part, thread: 0), number, in: state)
      }
    }
  }

  private func reuse(_ done: consuming Done) {
    state.change { [done] in $0.spare.append(done) }
  }

  /// Ends the work and returns the threads' workers.
  package consuming func finish() -> [Worker] {
    let count = helperCount
    Self.end(state)
    return state.wait(as: .owner) { $0.finished.count == count ? $0.finished : nil } + [worker]
  }
}
