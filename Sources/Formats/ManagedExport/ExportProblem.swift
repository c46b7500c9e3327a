package import Scan
import SystemIO

/// An error of an incomplete or inconsistent export.
package struct ExportProblem: ReportableError {
  package let kind: FailureKind
  package let place: Place?
  package let message: String
  package var hint: String?
  /// The number of missing entities that no other reject accounts for.
  package internal(set) var missingCount = 0

  /// A listed file is missing, or something else is in its place.
  ///
  /// - Parameter hint: the advice; nil to get the export again.
  static func missing(
    _ path: String, listedBy file: String, instead: String?, hint: String? = nil
  ) -> ExportProblem {
    ExportProblem(
      kind: .noInput, place: Place(file: file),
      message: "the export is incomplete: '\(path)' is listed, and is "
        + (instead ?? "missing"),
      hint: hint ?? "get the whole export again")
  }

  /// The entity counts of shards and metadata differ.
  ///
  /// - Parameter damageCount: the number of skipped stretches of damage, each of at least one
  ///   entity.
  static func miscounted(
    _ part: String, expected: Int, found: Int, damageCount: Int, by file: String
  ) -> ExportProblem {
    ExportProblem(
      kind: .badData, place: Place(file: file),
      message: "incomplete or changed export: the metadata says "
        + "\(Amount.count(expected, of: "entity", many: "entities")), the shards in '\(part)' hold "
        + Amount.count(found),
      hint: "get the whole export again, or pass --salvage to continue with the rest",
      missingCount: max(0, expected - found - damageCount))
  }
}

extension DamagedInput {
  /// Metadata of an export cannot be read.
  static func metadata(_ file: String, byte: Int?, _ reason: String) -> DamagedInput {
    DamagedInput(
      format: "managed export metadata", place: Place(file: file, byte: byte), reason: reason,
      hint: "get the whole export again")
  }
}
