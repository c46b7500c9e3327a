import Formats
import Runs
import Scan
import SystemIO

/// Prints documents, one a line, and counts them.
///
/// A class, because the reader calls it and the run ends its output.
final class DocumentPrinter: DocumentVisitor {
  private let census: DocumentCensus
  private let isPlain: Bool
  private var output: ByteOutput

  init(_ census: DocumentCensus, _ output: consuming ByteOutput, isPlain: Bool) {
    self.census = census
    self.output = output
    self.isPlain = isPlain
  }

  /// Ends the output.
  func finish() throws -> FinishedOutput { try output.finish() }

  func visit(_ document: borrowing ExportedDocument) throws {
    let line: [UInt8]
    do {
      line = isPlain ? try document.plain() : try document.typed()
    } catch let error as Unrepresentable {
      return try census.reject(document, error)
    }
    census.visit(document)
    if let member = document.memberLeftOut(isPlain: isPlain) {
      census.warn(of: member, documentID: document.identity?.id)
    }
    try output.write(line + [UInt8(ascii: "\n")])
  }

  func reject(_ problem: RecordProblem) throws { try census.reject(problem) }
  func passOver(documentCount: Int) { census.passOver(documentCount: documentCount) }
  func advance(to byte: Int) { census.advance(to: byte) }
}
