/// The completions of a tool for fish.
struct FishCompletion {
  let tool: ToolDescription
  private var shares: String { "__" + tool.name.replacing("-", with: "_") + "_shares" }

  var text: String {
    #"""
    # Completes command lines of \#(tool.name) in fish; made by '\#(tool.name) --generate fish'.

    \#(tool.options.all.contains { $0.completion == .share } ? sharesFunction : "")# A file of arguments.
    complete -c \#(tool.name) -n 'string match -q "@*" -- (commandline -ct)' \
        -a '@(__fish_complete_path (commandline -ct | string sub -s 2 | string unescape))'

    \#(tool.options.all.flatMap(lines(of:)).joined(separator: "\n"))

    """#
  }

  private var sharesFunction: String {
    #"""
    function \#(shares)
        set -l share (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '/.*' '')
        test -n "$share"; or set share 1
        string match -qr '^[1-9][0-9]{0,6}$' -- $share; or return
        for count in \#(RunShard.suggestedCounts)
            test $share -le $count; and echo $share/$count
        end
    end


    """#
  }

  /// The commands that declare an option.
  private func lines(of option: OptionDeclaration) -> [String] {
    option.longNames.enumerated().map { index, name in
      var words = ["complete -c", tool.name]
      if index == 0, let short = option.short { words.append("-s \(short)") }
      words.append("-l \(name)")
      if let completion = option.completion { words.append(value(completion)) }
      words.append("-d " + quoted(option.brief))
      return words.joined(separator: " ")
    }
  }

  private func value(_ completion: ValueCompletion) -> String {
    switch completion {
    case .words(let words): words.isEmpty ? "-x" : "-x -a " + quoted(words.joined(separator: " "))
    case .path(.directory): "-x -a '(__fish_complete_directories)'"
    case .path: "-r -F"
    case .share: "-x -a '(\(shares))'"
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'"
  }
}
