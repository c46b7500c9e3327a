@testable import Runs

extension Arguments {
  /// The arguments that a tool with every shared option reads from these words.
  init(reading words: [String]) {
    let table = OptionTable(
      OptionSection.rewriting(output: .output) + [
        .init(.oddInput, .format, .salvage, .rejects, .mended),
        .init(.guards, .maxRejects, .expectCount, .expectDigest),
        .init(.reports, .summary, .metrics, .hash, .redact), .afterwards,
        .init(.running, .jobs, .now),
        .messages(),
      ])
    let invocation = table.read(words)
    if let mistake = invocation.mistake { preconditionFailure(mistake.message) }
    self = invocation.arguments
  }
}
