import Scan

extension InputFormat {
  /// Documents of leveldb-export: one a line, one after the other, or in an array.
  package static let levelDBExport = family(
    "leveldb-export", of: "documents of leveldb-export", LevelDBExportShape(),
    because: "its first document has an object '_key'"
  ) { $0.kind(of: LevelDBExportShape.keyMember) == .object }
}
