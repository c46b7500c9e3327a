extension Array {
  /// The elements by time, newest first; a missing time counts as 0, and equal times keep the order.
  func newestFirst(_ time: (Element) -> Double?) -> [Element] {
    let times = map { time($0) ?? 0 }
    let order = indices.sorted { one, other in
      times[one] != times[other] ? times[one] > times[other] : one < other
    }
    return order.map { self[$0] }
  }
}
