package import ByteIO

/// The events of one joke, a row for each, printed while they are read.
package struct VoteTable: Sendable {
  /// What is told of one event.
  package struct Row: Sendable {
    /// What became of it, and why.
    package var fate: String
    package var rating: String
    package var time: Timestamp?
    package var week: String?
    package var place: Place
    package var device: String?
    package var documentID: String?

    package init(
      fate: String, rating: String, time: Timestamp?, week: String?, place: Place,
      device: String?, documentID: String?
    ) {
      self.fate = fate
      self.rating = rating
      self.time = time
      self.week = week
      self.place = place
      self.device = device
      self.documentID = documentID
    }
  }

  private var table: StreamedTable

  package init(width: Int) {
    table = StreamedTable(
      columns: [
        .init("event", least: 9), .init("rating"), .init("when", least: 20), .init("week"),
        .init("place", least: 8), .init("device", least: 8), .init("document", least: 8),
      ], width: width)
  }

  /// Adds an event.
  ///
  /// - Returns: the lines that are ready to be printed.
  package mutating func add(_ row: Row) -> [UInt8] {
    table.add([
      row.fate, row.rating, row.time?.description ?? "", row.week ?? "", row.place.description,
      row.device ?? "", row.documentID ?? "",
    ])
  }

  /// Ends the table.
  ///
  /// - Returns: the lines that are not printed yet.
  package mutating func finish() -> [UInt8] { table.finish() }
}
