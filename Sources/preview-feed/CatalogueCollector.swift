import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Collects the jokes of a catalogue, and rejects documents that are not usable jokes.
///
/// A class, because the reader calls it and the run reads its jokes.
final class CatalogueCollector: JokeVisitor {
  private(set) var jokes: [Joke] = []
  private(set) var ids = JokeIndex()
  private(set) var otherDocumentCount = 0
  private let rejectLog: RejectLog
  private let progress: RunProgress

  init(_ rejectLog: RejectLog, _ progress: RunProgress) {
    self.rejectLog = rejectLog
    self.progress = progress
  }

  func visit(_ document: JokeDocument) throws {
    rejectLog.recordCount += 1
    progress.recordCount += 1
    guard let joke = document.joke else {
      let problem = document.problem ?? ("the joke cannot be used", document.place)
      return try rejectLog.reject(
        kind: "unusable joke", problem.reason, at: problem.place, documentID: document.id?.text,
        record: document.kept)
    }
    if !ids.insert(joke.id).isNew {
      rejectLog.diagnostics.warning(
        "another joke has this id; two jokes of one id are two", kind: "joke id used twice",
        at: document.place, documentID: joke.id.text)
    }
    jokes.append(joke)
  }

  func reject(_ problem: RecordProblem) throws { try rejectLog.reject(problem) }

  func passOver(documentCount: Int, recordCount: Int) { otherDocumentCount += documentCount }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
