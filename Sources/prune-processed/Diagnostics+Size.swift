import Formats
import Runs
import Scan

extension Diagnostics {
  /// Warns of a dump that holds more processed state than UserDefaults is made for.
  func warn(
    ofSize size: ProcessedSize, at place: @autoclosure () -> Place?, documentID: String? = nil
  ) {
    guard size.isTooLarge else { return }
    warning(
      "the dump holds \(Amount.count(size.idCount, of: "processed id")), "
        + "\(Amount.bytes(size.byteCount)) with the results, and the app reads all at every start",
      kind: "large processed state",
      hint: "UserDefaults is made for at most \(Amount.count(ProcessedSize.idLimit)) and "
        + "\(Amount.bytes(ProcessedSize.byteLimit)); --existing removes what is stale",
      at: place(), documentID: documentID)
  }
}
