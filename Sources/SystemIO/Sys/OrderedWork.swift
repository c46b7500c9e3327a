/// Numbered parts of work, done by several threads, with the results in order.
///
/// The thread that takes the results works as well: while the next result is missing, it does
/// another part. Only a few parts are ahead, so that memory is bounded.
package struct OrderedWork<Worker: Sendable, Part: Sendable>: ~Copyable {
  /// Does a part of the work, in a value that is reused.
  package typealias Body = @Sendable (inout Worker, _ number: Int, inout Part) -> Void

  private struct State: Sendable {
    /// The next part to begin.
    var next = 0
    /// The next part to return.
    var wanted = 0
    /// The number of parts; none to stop the work.
    var count: Int
    /// The most parts in progress, including the next to return.
    let limit: Int
    var done: [Int: Part] = [:]
    var spare: [Part] = []
    var finished: [Worker] = []

    /// The number of a part to begin and a value for it; nil if none may begin.
    mutating func begin(_ empty: Part) -> (number: Int, part: Part)? {
      guard next < count, next < wanted + limit else { return nil }
      defer { next += 1 }
      return (next, spare.popLast() ?? empty)
    }
  }

  private enum Step {
    case found(Part)
    case task(Int, Part)
    case end
  }

  private let helperCount: Int
  private let empty: Part
  private let body: Body
  private let state: Monitor<State>
  /// The worker of the thread that takes the results.
  private var worker: Worker

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
    for _ in 0..<helperCount {
      _ = try WorkerThread(for: path) { Self.help(state, worker, empty: part, body) }
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
    _ state: Monitor<State>, _ worker: Worker, empty: Part, _ body: Body
  ) {
    var worker = worker
    while true {
      let step: Step = state.wait(as: .helper) { state in
        if state.next >= state.count { return .end }
        return state.begin(empty).map { .task($0.number, $0.part) }
      }
      guard case .task(let number, let begun) = consume step else { break }
      var part = consume begun
      body(&worker, number, &part)
      finish(consume part, number, in: state)
    }
    state.change { $0.finished.append(worker) }
    state.notify(.owner)
  }

  private static func finish(_ part: consuming Part, _ number: Int, in state: Monitor<State>) {
    let isWanted = state.change { [part] state in
      state.done[number] = part
      return state.wanted == number
    }
    if isWanted { state.notify(.owner) }
  }

  /// The next part, in order; nil at the end.
  package mutating func next() -> Part? {
    let empty = empty
    while true {
      let step: Step = state.wait(as: .owner) { state in
        if state.wanted >= state.count { return .end }
        if let part = state.done.removeValue(forKey: state.wanted) {
          state.wanted += 1
          return .found(part)
        }
        return state.begin(empty).map { .task($0.number, $0.part) }
      }
      switch consume step {
      case .found(let part):
        // There is room for one more.
        if helperCount > 0 { state.notify(.helper) }
        return part
      case .end: return nil
      case .task(let number, let begun):
        var part = consume begun
        body(&worker, number, &part)
        Self.finish(consume part, number, in: state)
      }
    }
  }

  /// Returns a part for reuse.
  package mutating func reuse(_ part: consuming Part) {
    state.change { [part] in $0.spare.append(part) }
  }

  /// Ends the work and returns the threads' workers.
  package consuming func finish() -> [Worker] {
    let count = helperCount
    Self.end(state)
    return state.wait(as: .owner) { $0.finished.count == count ? $0.finished : nil } + [worker]
  }
}
