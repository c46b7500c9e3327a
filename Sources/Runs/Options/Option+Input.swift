package import Formats
package import Scan
import SystemIO

/// The shared options for inputs: formats, odd records and guards.
extension Option {
  /// The input's format; nil detects it.
  package static var format: Option<String?> { format(of: nil) }

  /// The same, for a tool that reads only formats with these contents.
  package static func format(of contents: InputFormat.Contents?) -> Option<String?> {
    .init(
      "format", "NAME",
      "read the input as this format instead of detecting it; --list-formats prints the names"
    ).suggesting(FormatList(of: contents).names)
  }

  /// Reading on after damage instead of ending the run.
  package static var salvage: Option<Bool> {
    .init("salvage", "go on after damage; a damaged record becomes a reject")
  }

  /// The list of rejects to write.
  package static var rejects: Option<String?> {
    .init(
      "rejects", "FILE",
      "write every rejected record to FILE; with its reason and place, to be mended there and "
        + "given back as an input",
      naming: .file)
  }

  /// A list of rejects whose mended records are read in place of the originals.
  package static var mended: Option<String?> {
    .init(
      "mended", "LIST",
      "read the mended records of LIST, a list of rejects, in the place of the rejected ones; "
        + "the inputs stay as they are",
      naming: .file, excluding: ["in-place", "journal", "undo"])
  }

  /// The share of the inputs to read; nil reads all.
  package static var shard: Option<RunShard?> {
    .init(
      "shard", "I/N",
      "read only the Ith of N equal shares of the inputs; each record is in one of them",
      excluding: ["mended", "expect-count", "expect-sha256"])
  }

  /// Printing the byte ranges of the share instead of reading it.
  package static var listShare: Option<Bool> {
    .init(
      "list-share",
      "print which bytes of which inputs the share has, as lines of JSON, and exit; needs --shard",
      excluding: ["report", "summary", "plan-out", "explain"])
  }

  /// The greatest number or share of rejects; more end the run with 4.
  package static var maxRejects: Option<RejectLimit?> {
    .init(
      "max-rejects", "N|P%", "fail if more than N records, or P percent, are rejected",
      role: .guarding)
  }

  /// The number of records that all inputs must have; another ends the run with 4.
  package static var expectCount: Option<Int?> {
    .init(
      "expect-count", "N", "fail unless the inputs have exactly N records", in: 0...Int.max,
      role: .guarding)
  }

  /// The SHA-256 that the input must have; another ends the run with 4.
  package static var expectDigest: Option<SHA256.Digest?> {
    .init(
      "expect-sha256", "HEX", "fail unless the one input has this SHA-256", role: .guarding)
  }
}
