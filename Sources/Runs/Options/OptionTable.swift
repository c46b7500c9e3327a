/// The options of a tool, for the parser, the help and the documents.
package struct OptionTable: Sendable {
  /// The sections in the order of the help; the last is about the tool itself.
  package let sections: [OptionSection]
  /// The options of the short help, in the order of the help.
  package let commonest: [OptionDeclaration]

  /// - Parameter commonest: the names of the options of the short help, eight at most.
  /// - Precondition: names, letters and titles are unique, and all of `commonest` exist.
  package init(commonest: [String] = [], _ sections: [OptionSection]) {
    self.sections = sections + [.aboutTheTool]
    let options = self.sections.flatMap(\.options)
    self.commonest = options.filter { commonest.contains($0.name) }
    let spellings = options.flatMap(\.spellings)
    precondition(Set(spellings).count == spellings.count, "two options share a spelling")
    let titles = self.sections.map(\.title)
    precondition(Set(titles).count == titles.count, "two sections share a title")
    precondition(self.commonest.count == commonest.count, "a common option is not in the table")
    precondition(commonest.count <= 8, "too many options for the short help")
  }

  /// All options, in the order of the help.
  package var all: [OptionDeclaration] { sections.flatMap(\.options) }

  /// Whether there is an option of this name.
  func has(_ name: String) -> Bool { all.contains { $0.name == name } }
}
