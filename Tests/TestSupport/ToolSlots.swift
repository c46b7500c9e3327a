/// Limits the number of tools that run at once.
///
/// Waiting tests use no thread, so all of them would start tools at once: hundreds of slow
/// processes, and more descriptors than `Process` can take.
actor ToolSlots {
  static let shared = ToolSlots(count: 12)

  private var freeCount: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(count: Int) { freeCount = count }

  /// Waits for a slot, which is held until the returned value is released.
  func take() async -> Slot {
    if freeCount > 0 {
      freeCount -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    return Slot(of: self)
  }

  private func free() {
    if waiting.isEmpty {
      freeCount += 1
    } else {
      waiting.removeFirst().resume()
    }
  }

  /// A slot in use.
  final class Slot: Sendable {
    private let slots: ToolSlots

    fileprivate init(of slots: ToolSlots) { self.slots = slots }

    deinit { Task { [slots] in await slots.free() } }
  }
}
