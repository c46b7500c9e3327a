import Runs

extension Arguments {
  /// What a tool with every shared option reads from these words.
  init(reading words: [String]) {
    let table = OptionTable(
      OptionSection.rewriting(output: .output) + [
        .oddInput(.format, .salvage, .rejects, .mended),
        .guards(.maxRejects, .expectCount, .expectDigest),
        .reports(.summary, .metrics, .hash, .redact), .afterwards, .running(.jobs, .now),
        .messages(),
      ])
    let invocation = table.read(words)
    if let mistake = invocation.mistake { preconditionFailure(mistake.message) }
    self = invocation.arguments
  }
}
