/// The completions of a tool for zsh, as a file of its `fpath`.
struct ZshCompletion {
  let tool: ToolDescription
  /// The function has the file's name: both are called.
  private var function: String { "_" + tool.name }

  var text: String {
    let specifications = tool.options.all.flatMap(specifications(of:)) + operands
    return #"""
      #compdef \#(tool.name)
      # Completes command lines of \#(tool.name) in zsh; made by '\#(tool.name) --generate zsh'.

      \#(tool.options.all.contains { $0.completion == .share } ? shares : "")\#(function)() {
        _arguments -s -S : \
          \#(specifications.joined(separator: " \\\n    "))
      }

      if [[ $funcstack[1] == \#(function) ]]; then
        \#(function) "$@"
      else
        compdef \#(function) \#(tool.name)
      fi

      """#
  }

  /// The function that completes shares.
  private var shares: String {
    #"""
    \#(function)_shares() {
      local share=${${PREFIX%%/*}:-1} count
      local -a shares
      [[ $share == <1-> ]] || return 1
      for count in \#(RunShard.suggestedCounts); do
        (( share <= count )) && shares+=("$share/$count")
      done
      compadd -- $shares
    }


    """#
  }

  /// The specifications of an option for `_arguments`, one a spelling.
  private func specifications(of option: OptionDeclaration) -> [String] {
    let value = option.completion.map { completion in
      ":" + escaped(option.placeholder ?? "", in: ":") + ":" + action(completion)
    }
    return option.spellings.map { spelling in
      let isLong = spelling.hasPrefix("--")
      let name = spelling + (value != nil && isLong ? "=" : "")
      return "'" + exclusions(of: option) + name + "[" + escaped(option.brief, in: "[]") + "]"
        + (value ?? "") + "'"
    }
  }

  /// The options that cannot be given beside it, itself included.
  private func exclusions(of option: OptionDeclaration) -> String {
    switch option.form {
    case .help, .text: return "(- *)"
    case .flag, .flagPair, .value: break
    }
    let excluded = tool.options.all.filter {
      $0.name == option.name || $0.excluded.contains(option.name)
        || option.excluded.contains($0.name)
    }
    return "(" + excluded.flatMap(\.spellings).joined(separator: " ") + ")"
  }

  private func action(_ completion: ValueCompletion) -> String {
    switch completion {
    // A space: no completions, and no error.
    case .words(let words): words.isEmpty ? " " : "(" + words.joined(separator: " ") + ")"
    case .path(.directory): "_files -/"
    case .path: "_files"
    case .share: function + "_shares"
    }
  }

  /// The operands: paths, also of files of arguments.
  private var operands: [String] {
    let files = ":{compset -P @; _files}'"
    let operands = tool.operands
    if operands.count.upperBound == .max { return ["'*:\(operands.placeholder)" + files] }
    return (0..<operands.count.upperBound).map { index in
      "'\(index + 1):\(operands.missing(after: index))" + files
    }
  }

  /// Text within single quotes, with a backslash before these characters.
  private func escaped(_ text: String, in special: String) -> String {
    text.reduce(into: "") { escaped, character in
      if character == "'" {
        escaped += #"'\''"#
      } else {
        if character == "\\" || special.contains(character) { escaped += "\\" }
        escaped.append(character)
      }
    }
  }
}
