import Formats
import Runs
import Scan

// Reading a list of assets' ids.
extension ToolRun {
  /// Reads a list, and warns at its end if some ids begin or end with white space.
  ///
  /// - Parameter other: what an asset is whose id lacks that white space.
  func readAssets(in path: String, other: String, _ take: (String) throws -> Void) throws {
    var paddedCount = 0
    defer {
      if paddedCount > 0 {
        let verb = paddedCount == 1 ? "begins or ends" : "begin or end"
        diagnostics.warning(
          "\(Amount.count(paddedCount, of: "id")) in '\(path)' \(verb) with white space, which counts "
            + "as a part of it; an asset whose id has none is \(other)")
      }
    }
    try IdentifierList.read(path: path) { id in
      if id.isPadded { paddedCount += 1 }
      try take(id)
    }
  }
}
