import Scan

/// The flow of ratings, from the values before a migration to those after it.
///
/// A picture of what the table beside it says; whole numbers place it alike on every platform.
struct RatingFlow: Sendable {
  /// What becomes of ratings.
  private enum End: Int, CaseIterable {
    case hilarious, horrible, deleted, same

    var label: String {
      switch self {
      case .hilarious: "5 hilarious"
      case .horrible: "1 horrible"
      case .deleted: "deleted"
      case .same: "left as is"
      }
    }

    var style: PageStyle.Name {
      switch self {
      case .hilarious: .good
      case .horrible: .bad
      case .deleted: .gone
      case .same: .same
      }
    }
  }

  /// Ratings of one value with one end.
  private struct Stream {
    let start: String
    let end: End
    let count: Int
  }

  private let streams: [Stream]

  init(_ rows: [(label: String, row: OutcomeBook.Row)]) {
    let ratings = ["5": End.hilarious, "4": .hilarious, "2": .horrible, "1": .horrible]
    var others = [End: Int]()
    var streams: [Stream] = []
    for (label, row) in rows {
      let isRating = label == "3" || ratings[label] != nil
      let counts = [
        (ratings[label] ?? .same, row.kept + row.updated), (.deleted, row.deleted),
        (.same, row.rejected),
      ]
      for (end, count) in counts where count > 0 {
        if isRating {
          streams.append(Stream(start: label, end: end, count: count))
        } else {
          others[end, default: 0] += count
        }
      }
    }
    streams += End.allCases.compactMap { end in
      others[end].map { Stream(start: "others", end: end, count: $0) }
    }
    self.streams = streams
  }

  // The measures of the drawing, in its own units.
  private static let (width, flowHeight, least, gap) = (440, 160, 18, 8)
  private static let (left, right, thickness) = (112, 300, 6)

  /// A place on either side of the drawing.
  private struct Node {
    let y: Int
    let height: Int
    let count: Int
    /// Where the next stream begins or ends.
    var free: Int
  }

  /// Draws the streams, with their counts on both sides.
  func draw(in figure: inout HTMLWriter) {
    let total = streams.reduce(0) { $0 + $1.count }
    let starts = streams.map(\.start).reduce(into: [String]()) { starts, start in
      if !starts.contains(start) { starts.append(start) }
    }
    let ends = End.allCases.filter { end in streams.contains { $0.end == end } }
    var sources = nodes(starts, total) { start in { $0.start == start } }
    var targets = nodes(ends, total) { end in { $0.end == end } }
    let height = max(Self.bottom(Array(sources.values)), Self.bottom(Array(targets.values)))
    figure.element(
      .svg, [.isImage, .label(words), .view(Self.width, height)]
    ) { drawing in
      for stream in streams {
        guard var source = sources[stream.start], var target = targets[stream.end] else { continue }
        let size = Self.size(of: stream.count, in: total)
        drawing.element(
          .path, [.style(stream.end.style), .points(Self.path(source.free, target.free, size))])
        source.free += size
        target.free += size
        (sources[stream.start], targets[stream.end]) = (source, target)
      }
      for start in starts {
        Self.draw(sources[start], start, at: Self.left, .same, in: &drawing)
      }
      for end in ends {
        Self.draw(targets[end], end.label, at: Self.right, end.style, in: &drawing)
      }
    }
  }

  /// The drawing in words, for those who cannot see it.
  private var words: String {
    "From five ratings to two: "
      + streams.map { "\(Amount.count($0.count)) rated \($0.start): \($0.end.label)" }
      .joined(separator: "; ")
  }

  private func nodes<Name: Hashable>(
    _ names: [Name], _ total: Int, _ belongs: (Name) -> (Stream) -> Bool
  ) -> [Name: Node] {
    var nodes: [Name: Node] = [:]
    var y = 2
    for name in names {
      let own = streams.filter(belongs(name))
      let height = own.reduce(0) { $0 + Self.size(of: $1.count, in: total) }
      nodes[name] = Node(
        y: y, height: height, count: own.reduce(0) { $0 + $1.count }, free: y)
      y += max(height, Self.least) + Self.gap
    }
    return nodes
  }

  private static func size(of count: Int, in total: Int) -> Int {
    Bar.share(count, of: total, in: flowHeight)
  }

  private static func bottom(_ nodes: [Node]) -> Int {
    nodes.map { $0.y + max($0.height, least) + 2 }.max() ?? 0
  }

  /// Draws a node, with its label on the outer side.
  private static func draw(
    _ node: Node?, _ label: String, at x: Int, _ style: PageStyle.Name,
    in drawing: inout HTMLWriter
  ) {
    guard let node else { return }
    drawing.element(
      .rect,
      [
        .style(style), .number(.x, x), .number(.y, node.y), .number(.width, thickness),
        .number(.height, node.height),
      ])
    let place: [HTMLWriter.Attribute] = [
      .number(.x, x == left ? left - 8 : x + thickness + 8), .number(.y, node.y + 13),
    ]
    drawing.element(
      .text, place + (x == left ? [.isAtEnd] : []), words: "\(label): \(Amount.count(node.count))")
  }

  /// The outline of a stream between two heights.
  private static func path(_ from: Int, _ to: Int, _ size: Int) -> String {
    let (start, end) = (left + thickness, right)
    let middle = (start + end) / 2
    return "M\(start) \(from)C\(middle) \(from) \(middle) \(to) \(end) \(to)"
      + "v\(size)C\(middle) \(to + size) \(middle) \(from + size) \(start) \(from + size)z"
  }
}
