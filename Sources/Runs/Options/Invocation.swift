/// The request of a command line.
///
/// A mistake does not end the parsing: other options determine how to report it, and a later
/// `--help` is still answered.
package struct Invocation: Sendable {
  /// The request.
  package enum Request: Equatable, Sendable {
    case run
    case help
    case shortHelp
    case version
    case generate(GeneratedText)
    /// Print a text of the tool's own.
    case text(String)

    /// Whether it is one of the two helps.
    package var isHelp: Bool { self == .help || self == .shortHelp }
  }

  /// The options and operands parsed.
  package var arguments = Arguments()
  /// The request. Help overrides all others, also after a mistake, and `--help` overrides `-h`.
  package var request = Request.run
  /// The first mistake.
  package var mistake: UsageError?
}

/// The texts that `--generate` prints.
package enum GeneratedText: String, CaseIterable, Sendable, ArgumentValue {
  /// The man page.
  case man
  /// The completions for bash.
  case bash
  /// The completions for zsh.
  case zsh
  /// The completions for fish.
  case fish
  /// The options as a table in Markdown, for the documents.
  case optionsMarkdown = "options-markdown"

  /// The text for a tool.
  func text(of tool: ToolDescription) -> String {
    switch self {
    case .man: ManPage(of: tool).text
    case .bash: BashCompletion(of: tool).text
    case .zsh: ZshCompletion(of: tool).text
    case .fish: FishCompletion(of: tool).text
    case .optionsMarkdown: OptionsMarkdown.table(of: tool.options)
    }
  }
}
