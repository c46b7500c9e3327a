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
  private let tell: (DamagedInput) -> Void

  /// - Parameter tell: told of each damaged record, where the reader goes on after damage.
  package init(of wanted: Set<JokeID>, tell: @escaping (DamagedInput) -> Void) {
    (self.wanted, self.tell) = (wanted, tell)
  }

  package func visit(_ document: JokeDocument) {
    guard let id = document.id, wanted.contains(id) else { return }
    texts[id] = document.text
  }

  package func reject(_ problem: RecordProblem) {
    if case .damaged(let damage) = problem { tell(damage) }
  }

  package func advance(to byte: Int) {}
}
