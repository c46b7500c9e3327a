package import Scan
import SystemIO

/// An export that cannot be taken as it lies there.
package struct ExportProblem: ReportableError {
  package let kind: FailureKind
  package let place: Place?
  package let message: String
  package let hint: String?
  /// How many entities are missing of which nothing else tells.
  package internal(set) var missingCount = 0

  /// A file that metadata list is not there, or something else is.
  ///
  /// - Parameter hint: what to do, where there is more to be done than to get it again.
  static func missing(
    _ path: String, listedBy file: String, instead: String?, hint: String? = nil
  ) -> ExportProblem {
    ExportProblem(
      kind: .noInput, place: Place(file: file),
      message: "the export is incomplete: '\(path)' is listed, and is "
        + (instead ?? "not there"),
      hint: hint ?? "get the whole export again")
  }

  /// What the shards hold is not what the metadata say.
  ///
  /// - Parameter damageCount: how many stretches of damage, of one entity at least, were passed over.
  static func miscounted(
    _ part: String, expected: Int, found: Int, damageCount: Int, by file: String
  ) -> ExportProblem {
    ExportProblem(
      kind: .badData, place: Place(file: file),
      message: "incomplete or changed export: the metadata says "
        + "\(Amount.count(expected, of: "entity", many: "entities")), the shards in '\(part)' hold "
        + Amount.count(found),
      hint: "get the whole export again, or pass --salvage to go on with what is there",
      missingCount: max(0, expected - found - damageCount))
  }
}

extension DamagedInput {
  /// Metadata of an export that cannot be read.
  static func metadata(_ file: String, byte: Int?, _ reason: String) -> DamagedInput {
    DamagedInput(
      format: "managed export metadata", place: Place(file: file, byte: byte), reason: reason,
      hint: "get the whole export again")
  }
}
