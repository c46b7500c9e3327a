import Scan
import SystemIO

/// A page about a run, for the file that `--report` names: one HTML file that loads nothing else.
///
/// It shows what the summary and the printed report have; it computes nothing again.
package struct RunPage: Sendable {
  /// A part of the page under a heading.
  package struct Section: Sendable {
    let title: String
    let write: @Sendable (inout HTMLWriter) -> Void

    init(_ title: String, _ write: @escaping @Sendable (inout HTMLWriter) -> Void) {
      (self.title, self.write) = (title, write)
    }
  }

  /// A step to take next: words, and the command if there is one.
  package struct Step: Sendable {
    let words: String
    let command: String?

    package init(_ words: String, _ command: String? = nil) {
      (self.words, self.command) = (words, command)
    }
  }

  /// What happened, in one sentence.
  package var headline: String
  /// The numbers that matter most.
  package var tiles: [(label: String, value: String)]
  /// The parts that only this tool has.
  package var sections: [Section]
  /// The steps besides the report's own next one.
  package var steps: [Step]
  /// The lines about the files written; nil takes the closing lines of the report.
  package var files: [String]?

  package init(
    _ headline: String, tiles: [(label: String, value: String)] = [], sections: [Section] = [],
    steps: [Step] = [], files: [String]? = nil
  ) {
    (self.headline, self.tiles) = (headline, tiles)
    (self.sections, self.steps, self.files) = (sections, steps, files)
  }

  /// The rows of a table that can have any number: a page is for people.
  static let rowLimit = 100

  /// The first bytes of every page.
  static let beginning = "<!doctype html>\n<!-- written by --report of LaughTrack -->\n"

  /// The bytes of the page.
  ///
  /// - Parameters:
  ///   - time: the time at which it is made, always shown in UTC.
  ///   - more: the sections that all tools have.
  func html(
    of run: ToolRun, _ status: ExitStatus, at time: Timestamp, _ more: [Section]
  ) -> [UInt8] {
    var writer = HTMLWriter(run.redactor)
    writer.beginning()
    writer.element(.html, [.english]) { html in
      html.element(.head) { head in
        head.element(.meta, [.isUTF8])
        head.element(.meta, HTMLWriter.Attribute.policy)
        head.element(
          .meta, HTMLWriter.Attribute.meta("viewport", "width=device-width, initial-scale=1"))
        head.element(.title, words: "\(run.tool.name): \(headline)")
        head.stylesheet()
      }
      html.element(.body) { body in
        body.element(.header) { write(header: &$0, of: run, status, at: time) }
        body.element(.main) { main in
          if !tiles.isEmpty { main.tiles(tiles) }
          for (number, section) in (sections + more).enumerated() {
            main.element(.section, [.labelled(by: number + 1)]) { part in
              part.element(.h2, [.id(number + 1)], words: section.title)
              section.write(&part)
            }
          }
        }
      }
    }
    return Array(writer.html.utf8)
  }

  private func write(
    header: inout HTMLWriter, of run: ToolRun, _ status: ExitStatus, at time: Timestamp
  ) {
    header.element(.h1, words: headline)
    header.element(.p) { line in
      line.element(.span, Self.style(of: status), words: Self.state(of: run, status))
      line.words(" \(run.tool.name) \(Version.text), ")
      line.element(.time, [.dateTime("\(time)")], words: "\(time)")
      line.words(" (UTC)")
    }
  }

  private static func state(of run: ToolRun, _ status: ExitStatus) -> String {
    let kind = run.arguments[.dryRun] ? "dry run, " : run.arguments[.check] ? "check, " : ""
    return "\(kind)exit status \(status.rawValue): \(status.meaning)"
  }

  private static func style(of status: ExitStatus) -> [HTMLWriter.Attribute] {
    switch status {
    case .done: [.style(.state)]
    case .doneWithRejects, .changesPending: [.style(.state, .warned)]
    default: [.style(.state, .failed)]
    }
  }
}
