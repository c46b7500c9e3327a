import Scan
package import SystemIO

extension ByteOutput {
  /// Opens the one result of a run.
  ///
  /// - Parameters:
  ///   - comparisons: where it is compared with the file that is there, instead of being written.
  ///   - isDiscarding: whether it goes nowhere.
  package init(
    _ target: OutputTarget, comparing comparisons: ComparedFiles?, isDiscarding: Bool, hashes: Bool,
    replacesNothing: Bool
  ) throws {
    if let comparisons {
      self = try comparisons.output(inPlaceOf: target)
    } else if isDiscarding {
      self.init(discarding: target.path, hashes: hashes)
    } else {
      try self.init(target, hashes: hashes, replacesNothing: replacesNothing)
    }
  }
}
