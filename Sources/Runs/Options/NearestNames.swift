/// Suggestions for an unknown name.
enum NearestNames {
  /// The maximal length of a name: longer ones are not typing mistakes, and cost their length
  /// squared.
  private static let lengthLimit = 255

  /// The nearest names, in their order; empty if all are far.
  static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let length = name.count
    guard length > 1, length <= lengthLimit else { return [] }
    let limit = max(1, length / 3)
    let name = name.lowercased()
    var (best, nearest) = (limit, [String]())
    for other in names where abs(other.utf8.count - name.utf8.count) <= 4 * limit {
      let distance = EditDistance.between(name, other.lowercased())
      if distance > best || distance >= length { continue }
      if distance < best { nearest = [] }
      (best, nearest) = (distance, nearest + [other])
    }
    return nearest
  }
}
