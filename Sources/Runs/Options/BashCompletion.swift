/// The completions of a tool for bash.
///
/// Paths are left to readline, which knows about quotes and tildes: the function gives no words then,
/// and `-o default` completes them.
struct BashCompletion {
  let tool: ToolDescription
  private var function: String { "_" + tool.name.replacing("-", with: "_") }

  var text: String {
    let values = tool.options.all.compactMap { option in
      option.completion.map { arm(of: option, $0) }
    }
    return #"""
      # Completes command lines of \#(tool.name) in bash; made by '\#(tool.name) --generate bash'.

      \#(function)() {
        local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
        local words='' index share count quoting=%s
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          if [[ ${COMP_WORDS[index]} == -- ]]; then return; fi
        done
        # A file of arguments; the second argument is the word with its sign, as it was typed.
        if [[ ${2-} == @* ]]; then
          # Readline quotes the words, but not that of bash before version 4.
          compopt -o filenames -o nospace +o default 2>/dev/null || quoting=%q
          IFS= read word <<<"${2#@}"
          if [[ $word == '~/'* ]]; then word=$HOME${word#'~'}; fi
          for word in "$word"*; do
            if [[ -d $word ]]; then word+=/; fi
            if [[ -e $word ]]; then COMPREPLY+=("@$(printf $quoting "$word")"); fi
          done
          return
        fi
        # In '--name=value' the sign is a word of its own.
        if [[ $word == = ]]; then
          word=''
        elif [[ $option == = ]]; then
          option=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        case $option in
      \#(values.joined(separator: "\n"))
          *)
            if [[ $word != -* ]]; then return; fi
            words='\#(tool.options.all.flatMap(\.spellings).joined(separator: " "))'
            ;;
        esac
        # Offer these words and no files. Bash before version 4 offers files if no word fits.
        compopt +o default 2>/dev/null
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }

      complete -o default -F \#(function) \#(tool.name)

      """#
  }

  private func arm(of option: OptionDeclaration, _ completion: ValueCompletion) -> String {
    let head = "    \(option.spellings.joined(separator: " | ")))"
    switch completion {
    case .words([]): return head + " ;;"
    case .words(let words): return head + " words='\(words.joined(separator: " "))' ;;"
    case .path(.directory):
      return head + " compopt -o dirnames +o default 2>/dev/null; return ;;"
    case .path: return head + " return ;;"
    case .share:
      return head + #"""

              share=${word%%/*}
              if [[ ${share:=1} =~ ^[1-9][0-9]{0,6}$ ]]; then
                for count in \#(RunShard.suggestedCounts); do
                  if ((share <= count)); then words+=" $share/$count"; fi
                done
              fi
              ;;
        """#
    }
  }
}
