/// What a command line asks for.
///
/// A mistake does not end the reading: the options around it still tell how to report it, and a
/// `--help` after it is still answered.
package struct Invocation: Sendable {
  /// What is to happen.
  package enum Request: Equatable, Sendable {
    case run
    case help
    case shortHelp
    case version
    case generate(GeneratedText)
    /// A text of the tool's own is to be printed.
    case text(String)

    /// Whether it is one of the two helps.
    package var isHelp: Bool { self == .help || self == .shortHelp }
  }

  /// The options and operands, as far as they could be read.
  package var arguments = Arguments()
  /// What is to happen; help wins over all else, also beside a mistake, and `--help` over `-h`.
  package var request = Request.run
  /// The first thing wrong with the command line.
  package var mistake: UsageError?
}

/// The texts that `--generate` prints.
package enum GeneratedText: String, CaseIterable, Sendable, ArgumentValue {
  /// The options as a table in Markdown, for the documents.
  case optionsMarkdown = "options-markdown"
}
