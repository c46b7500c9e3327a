package import Formats

extension RejectLog {
  /// Reads a migrated dump again and asks whether it holds what was decided.
  ///
  /// - Throws: `InternalFault` where it does not.
  package static func verify(
    _ migrated: [UInt8], _ kind: DefaultsKind,
    _ holds: (DefaultsDump) throws(DefaultsDumpError) -> Bool
  ) throws {
    do throws(DefaultsDumpError) {
      if try holds(DefaultsDump(reading: migrated, as: kind)) { return }
    } catch {
      throw InternalFault("a migrated dump cannot be read again: \(error.reason)")
    }
    throw InternalFault("a migrated dump does not hold what was decided")
  }
}
