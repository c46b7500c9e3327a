/// A remark in a file beside its documents.
enum DocumentRemark {
  /// The export failed, with the server's message.
  case failure(String)
  /// More documents are on another page.
  case continues
  /// A value unknown to the format, possibly a document of another format.
  case stranger
  /// A sibling of the container with this name; invalid without it.
  case beside(String)
}

/// The role of a value that may hold documents.
package enum RecordRole: Sendable {
  /// A document, or a value that encloses one.
  case record
  /// An object or array of documents or of their containers.
  case container
  /// A document of another collection, of any size, that may hold wanted ones. It is traversed like
  /// a container, and kept.
  case otherDocument
  /// Any other value, which is kept and not counted.
  case other
}
