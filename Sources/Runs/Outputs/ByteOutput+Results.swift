import Scan
package import SystemIO

extension ByteOutput {
  /// Opens the only result of a run.
  ///
  /// - Parameters:
  ///   - comparisons: compares the result with the existing file instead of writing it.
  ///   - isDiscarding: whether the bytes are discarded.
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
