import Formats
import Scan

/// The pages of the REST API among the inputs, of which the last must name no next one.
extension InputPass {
  /// Notes the end of an input.
  ///
  /// The files of a folder are read in the order of their bytes, `page-10` before `page-2`.
  mutating func notePage(_ file: File) {
    guard file.format.hasPages || missingPage != nil && Self.isEmptyObject(file) else { return }
    if let lastPage, lastPage.isFound, file.input.isFound, lastPage.operand == file.input.operand,
      file.input.relativePath.precedesByNumber(lastPage.relativePath)
    {
      return
    }
    lastPage = file.input
    missingPage = file.continuation.map { Self.missingPage(after: $0, file.format) }
  }

  /// Whether the file is `{}`, a page without documents.
  private static func isEmptyObject(_ file: File) -> Bool {
    file.format == .jsonObject && file.byteCount < #"{"a":{}}"#.utf8.count
  }

  static func missingPage(after place: Place, _ format: InputFormat) -> DamagedInput {
    DamagedInput(
      format: format.displayName, place: place,
      reason: "the next page is missing ('nextPageToken')",
      hint: "get the following pages with pageToken, until one has no nextPageToken")
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

extension String {
  /// Whether it comes before another name if digits in a row count as a number.
  fileprivate func precedesByNumber(_ other: String) -> Bool {
    var (one, two) = (self[...].utf8, other[...].utf8)
    while let first = one.first, let second = two.first {
      if isDigit(first), isDigit(second) {
        let numbers = [one, two].map { $0.prefix(while: isDigit).drop { $0 == UInt8(ascii: "0") } }
        (one, two) = (one.drop(while: isDigit), two.drop(while: isDigit))
        if numbers[0].count != numbers[1].count { return numbers[0].count < numbers[1].count }
        if !numbers[0].elementsEqual(numbers[1]) {
          return numbers[0].lexicographicallyPrecedes(numbers[1])
        }
      } else {
        if first != second { return first < second }
        one.removeFirst()
        two.removeFirst()
      }
    }
    return one.isEmpty && !two.isEmpty
  }
}
