package import Formats

/// Options of several tools, whose help or default differs by tool.
extension Option {
  /// The option that picks a collection out of an export.
  package static func collection(
    _ help: String, default collection: CollectionPath
  ) -> Option<CollectionPath> {
    .init("collection", "NAME", help + subcollectionHelp, default: collection)
  }

  /// The same, for a tool that reads all collections if none is named.
  package static func collection(_ help: String) -> Option<CollectionPath?> {
    .init("collection", "NAME", help + subcollectionHelp, unset: "all collections")
  }

  private static var subcollectionHelp: String { "; users/u/NAME is a subcollection" }

  /// The option that accepts a collection without documents. The record of a shard has it.
  package static var allowEmpty: Option<Bool> {
    .init("allow-empty", allowEmptyHelp)
  }

  private static var allowEmptyHelp: String { "succeed even if no document is of the collection" }

  /// The same, for a tool that accepts something else with it, too.
  package static func allowEmpty(or other: String) -> Option<Bool> {
    .init("allow-empty", "\(allowEmptyHelp), or \(other)")
  }

  /// The option that picks the dump of one device out of several.
  package static func device(_ help: String) -> Option<String?> {
    .init(
      "device", "ID", help + ", by its anonymousDeviceId or its key in an object of dumps")
  }

  /// The option that prints the formats of `--format`.
  ///
  /// - Parameters:
  ///   - contents: the contents that the tool reads; nil reads all.
  ///   - writes: whether the tool writes its inputs' formats.
  package static func listFormats(
    of contents: InputFormat.Contents? = nil, writes: Bool = false
  ) -> Option<Bool> {
    .init(
      "list-formats", "print the formats that are read, one a line, and exit",
      excluding: ["report"]
    ) {
      FormatList(of: contents, writes: writes).text
    }
  }
}
