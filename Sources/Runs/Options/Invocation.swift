/// The request of a command line.
///
/// A mistake does not end the parsing: other options determine how to report it, and a later
/// `--help` is still answered.
package struct Invocation: Sendable {
  /// The request.
  package enum Request: Sendable {
    case run
    case help
    case shortHelp
    /// Print a text about the tool.
    case text(@Sendable (ToolDescription) -> String)
  }

  /// The options and operands parsed.
  package var arguments = Arguments()
  /// The request. Help overrides all others, also after a mistake, and `--help` overrides `-h`.
  package var request = Request.run
  /// The first mistake, because of which the command line cannot be parsed.
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

  /// The text of this name for a tool.
  static func text(of tool: ToolDescription, _ name: String) -> String {
    switch GeneratedText(rawValue: name) {
    case .man: ManPage(tool: tool).text
    case .bash: BashCompletion(tool: tool).text
    case .zsh: ZshCompletion(tool: tool).text
    case .fish: FishCompletion(tool: tool).text
    case .optionsMarkdown: OptionsMarkdown.table(of: tool.options)
    case nil: preconditionFailure("the parser accepts no other name")
    }
  }
}
