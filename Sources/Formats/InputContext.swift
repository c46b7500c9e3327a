/// What is known of an input that its bytes do not say.
package struct InputContext: Sendable {
  /// The names that lead to the document that the file is, collection first, where its place in a
  /// tree of a file for each document tells them; empty where it does not.
  package var documentPath: [String]
  /// Which rows of a changelog tell the latest state of their documents, and the number that the
  /// input has among those looked through; nil where they were not looked through.
  package var latestRows: (rows: LatestRows, file: Int)?
  /// Whether the input is written anew, or the database changed for it.
  package var isRewritten = false

  package init(documentPath: [String] = [], latestRows: (rows: LatestRows, file: Int)? = nil) {
    self.documentPath = documentPath
    self.latestRows = latestRows
  }
}
