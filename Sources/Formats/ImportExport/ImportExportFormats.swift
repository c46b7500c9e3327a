import Scan

extension InputFormat {
  /// A database, or some collections of it, as node-firestore-import-export writes it.
  package static let importExport = InputFormat(
    "import-export", "database of node-firestore-import-export",
    .documents(.object, ImportExportShape())
  ) { sample in
    sample.isObject && sample.kind(of: ImportExportDocument.collections) == .object
      ? "its first object has '\(ImportExportDocument.collections)'" : nil
  }

  /// One collection as node-firestore-import-export writes it.
  package static let importExportCollection = InputFormat(
    "import-export-collection", "collection of node-firestore-import-export",
    .documents(.object, ImportExportCollectionShape())
  ) { sample in
    let isCollection =
      sample.isObject && sample.keys.allSatisfy(\.isObject)
      && sample.innerKeys.contains { $0.name == ImportExportDocument.collections && $0.isObject }
    return isCollection
      ? "its first document has '\(ImportExportDocument.collections)'" : nil
  }
}
