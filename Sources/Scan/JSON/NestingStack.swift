/// The kinds of the containers around a position, one bit a level.
struct NestingStack {
  private var top: UInt64 = 0
  private var full: [UInt64] = []
  private(set) var depth = 0

  var isEmpty: Bool { depth == 0 }

  /// Whether the innermost container is an object.
  var isInObject: Bool { top & 1 == 1 }

  mutating func push(isObject: Bool) {
    if depth > 0, depth % 64 == 0 {
      full.append(top)
      top = 0
    }
    top = top << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    depth -= 1
    top >>= 1
    if depth > 0, depth % 64 == 0, let word = full.popLast() { top = word }
  }
}
