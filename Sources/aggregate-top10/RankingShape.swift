import Formats
import Runs

/// What the ranking is written as.
enum RankingShape: String, CaseIterable, Sendable, ArgumentValue {
  case json, firestore, commit, `import`
  case csv, markdown

  /// The shape of the document; nil for lists to paste.
  var ofDocument: RankingDocument.Shape? { RankingDocument.Shape(rawValue: rawValue) }
}

extension Arguments {
  /// Refuses options that need a document beside a shape that is none.
  func checkShape() throws(UsageError) {
    guard self[.shape].ofDocument == nil else { return }
    let name = "'--as \(self[.shape].rawValue)'"
    if self[.check] {
      throw UsageError("'--check' compares documents, and \(name) writes lists")
    }
    let guards = ["max-drop-percent", "max-growth-percent", "max-churn"]
    if self[.previous] == nil, let option = firstGiven(of: guards) {
      throw UsageError(
        "'\(option)' compares with an earlier document, and \(name) replaces none",
        hint: "name the earlier document with --previous")
    }
    if self[.by] == .week {
      throw UsageError(
        "'--by week' writes a document for each week, and \(name) lists",
        hint: "rank one week with --week")
    }
  }
}
