import Formats
import Runs
import Scan
import SystemIO

/// The ranking published before: the one that an output would replace, or one that was named.
enum PreviousRanking {
  /// A ranking document is some kilobytes; nothing larger is looked at.
  private static let byteLimit = 64 << 20

  /// Reads the document at a path.
  ///
  /// - Throws: `UnsuitableInput` where it is no ranking document, `SystemError`.
  static func read(_ path: String) throws -> RankingDocument {
    guard let document = try document(at: path) else {
      throw UnsuitableInput(
        path, "it is no all_time ranking document",
        hint: "--previous takes a document that aggregate-top10 wrote")
    }
    return document
  }

  /// The document that stands where the output goes, if one does.
  static func replaced(by target: OutputTarget) throws -> RankingDocument? {
    guard let existing = target.existing, existing.kind == .regular else { return nil }
    return try document(at: target.path)
  }

  /// Refuses to replace anything but a ranking document, unless that is forced.
  static func check(
    _ target: OutputTarget, isRanking: Bool, inputs: Set<FileStatus.Identity>, isForced: Bool
  ) throws {
    try target.refuseInputs(inputs)
    if target.existing != nil, !isRanking, !isForced {
      throw OutputRefusal(
        .cannotCreate, "'\(target.path)' exists and is no all_time document",
        hint: "name another file, or use --force to replace it")
    }
  }

  private static func document(at path: String) throws -> RankingDocument? {
    var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10, limit: byteLimit)
    while true {
      switch try window.refill() {
      case .more: continue
      case .end: return RankingDocument(reading: window.bytes)
      case .full: return nil
      }
    }
  }
}
