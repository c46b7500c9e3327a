package import Formats
package import Scan
import SystemIO

/// Notices where the last page of a list says that another one follows: the export is not whole.
package struct UnfinishedPages: Sendable {
  private var place: Place?
  private var formatName = ""

  package init() {}

  /// Takes note of an input that was read to its end.
  ///
  /// - Parameter continuation: where it says that another page follows.
  package mutating func finish(_ format: InputFormat, continuation: Place?) {
    guard format.hasPages else { return }
    place = continuation
    formatName = format.displayName
  }

  /// Says that pages are missing, where some are.
  package func warn(_ diagnostics: Diagnostics) {
    guard let place else { return }
    diagnostics.warning("the export is not whole: " + Self.reason, hint: Self.hint, at: place)
  }

  /// The same as a failure, for who has to have all pages; nil where none is missing.
  package var damage: DamagedInput? {
    place.map { place in
      DamagedInput(format: formatName, place: place, reason: Self.reason, hint: Self.hint)
    }
  }

  private static let reason = "a page that follows is missing ('nextPageToken')"
  private static let hint =
    "get the pages that follow with pageToken, until one has no nextPageToken"
}
