import Formats
import Scan

/// The pages of the REST API among the inputs, of which the last must name no next one.
extension InputPass {
  /// Notes the end of an input.
  ///
  /// - Parameter continuation: the place of the input's link to a next page.
  mutating func notePage(_ format: InputFormat, continuation: Place?) {
    guard format.hasPages else { return }
    missingPage = continuation.map { place in
      DamagedInput(
        format: format.displayName, place: place,
        reason: "the next page is missing ('nextPageToken')",
        hint: "get the following pages with pageToken, until one has no nextPageToken")
    }
  }

  /// Warns if pages are missing, unless another run may read them.
  func warnOfMissingPages() throws {
    guard let missingPage, !isOfShare, try !isPageInOtherShare() else { return }
    diagnostics.warning(
      "the export is incomplete: " + missingPage.reason, hint: missingPage.hint,
      at: missingPage.place)
  }

  /// Whether another share has, or may have, pages after the last one that was read.
  private func isPageInOtherShare() throws -> Bool {
    guard let share = inputs.share, let last = files.last(where: \.format.hasPages) else {
      return false
    }
    return try share.inputs.dropFirst(last.input.number + 1).contains { input in
      switch try finding(in: input) {
      case nil: true
      case .format(let found, _): found.hasPages
      case .empty, .unknown, .serverError: false
      }
    }
  }
}
