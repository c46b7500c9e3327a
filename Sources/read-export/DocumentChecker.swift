import Formats
import Runs

/// Checks every value of every document, and counts the valid ones.
///
/// A class, because the reader calls it.
final class DocumentChecker: DocumentVisitor {
  private let census: DocumentCensus

  init(_ census: DocumentCensus) { self.census = census }

  func visit(_ document: borrowing ExportedDocument) throws {
    do {
      try document.check()
    } catch let error as Unrepresentable {
      return try census.reject(document, error)
    }
    census.visit(document)
  }

  func reject(_ problem: RecordProblem) throws { try census.reject(problem) }
  func passOver(documentCount: Int) { census.passOver(documentCount: documentCount) }
  func advance(to byte: Int) { census.advance(to: byte) }
}
