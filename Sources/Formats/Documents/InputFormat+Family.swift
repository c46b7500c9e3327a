import Scan

extension InputFormat {
  /// The formats of documents of one shape that follow each other in one way or another: in an array,
  /// one a line, or with white space between them.
  ///
  /// - Parameters:
  ///   - name: that of the lines; the others have it with a word behind it.
  ///   - documents: what messages call the documents.
  ///   - reason: why a file is of the format.
  ///   - begins: whether a file's first object is such a document.
  static func family(
    _ name: String, of documents: String, _ shape: any DocumentShape, because reason: String,
    begins: @escaping @Sendable (borrowing InputSample) -> Bool
  ) -> [InputFormat] {
    family(
      name, of: documents, reading: { .documents($0, shape) }, because: reason, begins: begins)
  }

  /// The same of records that are read in some way of their own.
  static func family(
    _ name: String, of documents: String, reading: (Framing) -> Reading, because reason: String,
    begins: @escaping @Sendable (borrowing InputSample) -> Bool
  ) -> [InputFormat] {
    [
      InputFormat(name + "-array", "JSON array of " + documents, reading(.array)) {
        $0.isArray && begins($0) ? "it is an array; " + reason : nil
      },
      InputFormat(name, "NDJSON of " + documents, reading(.lines)) {
        $0.isObject && $0.isOneLine && begins($0) ? reason : nil
      },
      InputFormat(name + "-stream", documents, reading(.stream)) {
        $0.isObject && begins($0) ? reason : nil
      },
    ]
  }
}
