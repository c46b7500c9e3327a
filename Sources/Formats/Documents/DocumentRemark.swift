/// What a file says beside its documents that a run must know.
enum DocumentRemark: Sendable {
  /// The export failed, and what the server said of it.
  case failure(String)
  /// There are more documents, on a page that comes next.
  case continues
  /// It is nothing that the format has, and may be a document of another.
  case stranger
  /// It may stand beside what holds the documents, which must not be missing then: what that is called.
  case beside(String)
}

/// What a value met on the way to the documents is.
package enum RecordRole: Sendable {
  /// A document, or what holds one.
  case record
  /// An object or array of documents, or of what holds them.
  case container
  /// A document that is not wanted, and may hold wanted ones and be as large as it likes: it is
  /// walked over like a container, and stays.
  case otherDocument
  /// Neither: it stays as it is and counts for nothing.
  case other
}
