package import Jokes
import Scan
import SystemIO

/// The texts of a few jokes of a catalogue. A joke without a text has an empty one; one that is not
/// in the catalogue is missing.
///
/// A class, because the reader calls it and the run reads its texts.
package final class JokeTexts: JokeVisitor {
  package private(set) var texts: [JokeID: String] = [:]
  private let wanted: Set<JokeID>

  package init(of wanted: Set<JokeID>) { self.wanted = wanted }

  package func visit(_ document: JokeDocument) {
    guard let id = document.id, wanted.contains(id) else { return }
    texts[id] = document.text
  }

  package func reject(_ problem: RecordProblem) {}
  package func passOver(documentCount: Int, recordCount: Int) {}
  package func advance(to byte: Int) {}
}
