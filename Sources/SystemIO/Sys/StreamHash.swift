package import Scan

/// The SHA-256 of a stream, of which a thread of its own computes all but the beginning, while more
/// bytes are made.
///
/// The bytes for the thread are copied, because their owner reuses them.
package struct StreamHash: ~Copyable, Sendable {
  private struct State: Sendable {
    var hash = SHA256()
    /// The blocks to hash, in order.
    var blocks: [[UInt8]] = []
    /// Hashed blocks, for reuse.
    var spare: [[UInt8]] = []
    /// Whether the thread hashes a block.
    var isHashing = false
    var isEnded = false
  }

  private enum Step {
    case block([UInt8])
    case end
  }

  private let state = Monitor(State())
  /// The bytes after all blocks.
  private var block: [UInt8] = []
  private var hasThread = false
  /// The number of bytes hashed without the thread.
  private var firstByteCount = 0

  private static let blockByteCount = 128 << 10
  /// The most blocks that wait, which bounds memory.
  private static let blockLimit = 4
  /// The number of bytes that are worth no thread.
  private static let shortByteCount = 1 << 20

  package init() {}

  deinit {
    state.change { $0.isEnded = true }
    state.notifyAll()
  }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    guard hasThread else { return hash(bytes) }
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Self.blockByteCount - block.count)
      block.append(contentsOf: bytes.extracting(start..<end))
      if block.count == Self.blockByteCount { handOver() }
      start = end
    }
  }

  /// The digest of the bytes so far.
  package func digest() -> SHA256.Digest {
    var hash = state.wait(as: .owner) { $0.blocks.isEmpty && !$0.isHashing ? $0.hash : nil }
    hash.update(block.span)
    return hash.digest()
  }

  /// Adds bytes without the thread, and starts it after many.
  private mutating func hash(_ bytes: Span<UInt8>) {
    state.change { $0.hash.update(bytes) }
    firstByteCount += bytes.count
    guard firstByteCount >= Self.shortByteCount else { return }
    let state = state
    do throws(SystemError) {
      _ = try WorkerThread(for: "") { Self.hashBlocks(of: state) }
      hasThread = true
    } catch {
      // The system has no thread left; there may be one later.
      firstByteCount = 0
    }
  }

  /// Hands the block over to the thread, and takes an empty one.
  private mutating func handOver() {
    var full: [UInt8] = []
    swap(&full, &block)
    block = state.wait(as: .owner) { [full] state in
      guard state.blocks.count < Self.blockLimit else { return nil }
      state.blocks.append(full)
      return state.spare.popLast() ?? []
    }
    state.notify(.helper)
  }

  /// The loop of the thread.
  private static func hashBlocks(of state: Monitor<State>) {
    var hash = state.change { $0.hash }
    while true {
      let step: Step? = state.wait(as: .helper) { state in
        if state.isEnded { return .end }
        if state.blocks.isEmpty { return nil }
        state.isHashing = true
        return .block(state.blocks.removeFirst())
      }
      guard case .block(var block)? = consume step else { return }
      hash.update(block.span)
      block.removeAll(keepingCapacity: true)
      state.change { [hash, block] state in
        state.hash = hash
        state.spare.append(block)
        state.isHashing = false
      }
      state.notify(.owner)
    }
  }
}
