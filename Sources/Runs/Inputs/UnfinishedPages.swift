import Formats
import Scan
import SystemIO

/// Detects a list whose last page promises another: the export is incomplete.
struct UnfinishedPages: Sendable {
  private var place: Place?
  private var formatName = ""

  /// Notes the end of an input.
  ///
  /// - Parameter continuation: the place of the input's link to a next page.
  mutating func finish(_ format: InputFormat, continuation: Place?) {
    guard format.hasPages else { return }
    place = continuation
    formatName = format.displayName
  }

  /// Warns if pages are missing.
  func warn(_ diagnostics: Diagnostics) {
    guard let place else { return }
    diagnostics.warning("the export is incomplete: " + Self.reason, hint: Self.hint, at: place)
  }

  /// The warning as a failure, for runs that need all pages; nil if none is missing.
  var damage: DamagedInput? {
    place.map { place in
      DamagedInput(format: formatName, place: place, reason: Self.reason, hint: Self.hint)
    }
  }

  private static let reason = "the next page is missing ('nextPageToken')"
  private static let hint =
    "get the following pages with pageToken, until one has no nextPageToken"
}
