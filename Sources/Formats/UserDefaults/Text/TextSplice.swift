/// A stretch of a text that is replaced by other bytes.
struct TextSplice {
  var range: Range<Int>
  var bytes: [UInt8]

  /// The text with all splices made.
  ///
  /// - Precondition: the splices do not overlap; of two at one place the first goes first.
  static func apply(_ splices: [TextSplice], to text: [UInt8]) -> [UInt8] {
    // The standard library's sort is stable, though not by its documentation: order by both.
    let order = splices.indices.sorted { one, other in
      (splices[one].range.lowerBound, one) < (splices[other].range.lowerBound, other)
    }
    var result: [UInt8] = []
    result.reserveCapacity(splices.reduce(text.count) { $0 + $1.bytes.count })
    var position = 0
    for index in order {
      let splice = splices[index]
      result += text[position..<splice.range.lowerBound]
      result += splice.bytes
      position = splice.range.upperBound
    }
    result += text[position...]
    return result
  }
}
