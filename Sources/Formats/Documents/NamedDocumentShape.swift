import Scan

/// How a format lays documents out of which each holds its own name: what it is called, and which
/// collection it is in, is told by that name alone.
protocol NamedDocumentShape: DocumentShape {}

extension NamedDocumentShape {
  func identity(
    of record: Record, _ parts: DocumentParts, in path: [String]
  ) -> DocumentIdentity? {
    parts.name.flatMap { DocumentIdentity(name: $0.string(in: record.text)) }
  }

  func collection(of record: Record, _ parts: DocumentParts, in path: [String]) -> String? {
    identity(of: record, parts, in: path)?.collection
  }
}
