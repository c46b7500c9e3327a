/// Properties of an input that its bytes do not show.
package struct InputContext: Sendable {
  /// The path of the single document in the file, collection first, if its place in a tree gives
  /// it; otherwise empty.
  package var documentPath: [String]
  /// The latest rows of a changelog, and the index of this input in the first pass; nil if there
  /// was none.
  package var latestRows: (rows: LatestRows, file: Int)?
  /// Whether the run rewrites the input or changes the database because of it.
  package var isRewritten = false

  package init(documentPath: [String] = [], latestRows: (rows: LatestRows, file: Int)? = nil) {
    self.documentPath = documentPath
    self.latestRows = latestRows
  }
}
