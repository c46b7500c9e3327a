import Scan
import SystemIO

/// The arguments of one call: options and operands.
///
/// A run reads an option by its declaration, `arguments[.output]`. Values are stored as the given
/// text, which the parser has checked.
package struct Arguments: Sendable {
  /// The options in the order given.
  package internal(set) var given: [GivenOption] = []
  /// The operands: the inputs, `-` for standard input.
  package internal(set) var operands: [String] = []
  /// The first two options that cannot both be given, about the files of all such options.
  ///
  /// The others are known nevertheless, so that the failure is reported as they ask.
  var contradiction: UsageError?
  /// Whether they are those of a recorded run.
  var areRecorded = false

  /// No arguments: every option has its default.
  package init() {}

  /// The value of an option, or its default.
  package subscript<Value>(option: Option<Value>) -> Value {
    let given = given.filter { $0.declaration.name == option.declaration.name }
    if given.isEmpty { return option.defaultValue }
    guard let value = option.value(given) else {
      preconditionFailure("'--\(option.declaration.name)' was declared with another type")
    }
    return value
  }

  /// Whether an option is given, be it with its default.
  package func gives<Value>(_ option: Option<Value>) -> Bool {
    given.contains { $0.declaration.name == option.declaration.name }
  }

  /// The first of these options that is given, as it is spelled; nil if none is.
  package func firstGiven(of names: [String]) -> String? {
    names.lazy.compactMap { name in given.first { $0.declaration.name == name }?.spelling }.first
  }

  /// Adds a flag that was not on the command line.
  mutating func give(_ flag: Option<Bool>) {
    given.append(GivenOption(declaration: flag.declaration))
  }
}

extension Arguments {
  /// Whether the run does all work but writes no output.
  package var isDiscarding: Bool { self[.dryRun] || self[.check] || self[.verify] != nil }

  /// Whether the list of rejects is written: a check writes it if it is asked for.
  var writesRejects: Bool { !self[.dryRun] && self[.verify] == nil }

  /// Whether a report may replace a file that is not an older report of its kind.
  ///
  /// The `--force` of a recorded run was about its outputs: its reports are not part of the record.
  var replacesReports: Bool { !areRecorded && self[.force] }

  /// The option that names a recorded run to do again or to undo, if one is given.
  var recordedRunOption: String? {
    self[.plan] != nil
      ? "--plan" : self[.verify] != nil ? "--verify" : self[.undo] != nil ? "--undo" : nil
  }

  /// Whether standard output is not all that the run is for: its counts or rejects are written to a
  /// file or given to a command, or its exit status is an answer.
  var wantsMoreThanOutput: Bool {
    self[.rejects] != nil || self[.summary] != nil || self[.metrics] != nil || self[.report] != nil
      || self[.onSuccess] != nil || self[.onFailure] != nil || self[.check] || self[.verify] != nil
  }

  /// The most threads that can be asked for.
  static let jobsLimit = 256

  /// How many threads share the work: one for each processor unless `--jobs` is given.
  package var workerCount: Int {
    self[.jobs] ?? min(ProcessorCount.available, Self.jobsLimit)
  }
}

extension Arguments {
  /// Throws if options contradict each other, whatever the tool does with them.
  func checkConsistency() throws(UsageError) {
    if let contradiction { throw contradiction }
    if let option = recordedRunOption { try checkNothingElseIsAsked(beside: option) }
  }

  /// Throws if there are too few operands, or too many. A recorded run has its own.
  func checkOperands(of tool: ToolDescription) throws(UsageError) {
    if recordedRunOption != nil { return }
    if operands.count < tool.operands.count.lowerBound {
      let name = tool.operands.missing(after: operands.count)
      var error = UsageError("no \(name) given", hint: "name '-' to read standard input")
      error.isLackOfOperands = true
      throw error
    }
    if operands.count > tool.operands.count.upperBound {
      let surplus = operands[tool.operands.count.upperBound]
      throw UsageError("unexpected operand '\(surplus)'")
    }
  }

  /// Refuses operands and options beside a recorded run.
  private func checkNothingElseIsAsked(beside option: String) throws(UsageError) {
    let hint = "\(option) takes inputs and options from its file; leave out the others"
    if let operand = operands.first {
      throw UsageError("unexpected operand '\(operand)' beside '\(option)'", hint: hint)
    }
    // Undoing may have another destination, and may skip files changed since.
    let free = option == "--undo" ? ["--output", "--force", "--salvage"] : []
    if let other = given.first(where: { $0.role != .call && !free.contains($0.spelling) }) {
      throw UsageError("'\(other.spelling)' and '\(option)' cannot both be given", hint: hint)
    }
  }
}

/// An option as given on a command line.
package struct GivenOption: Sendable {
  /// Its declaration.
  package let declaration: OptionDeclaration
  /// Its value, if it takes one.
  package internal(set) var value: String?
  /// Whether it is the `--no-` form of a pair.
  var isNegative = false

  /// What it affects.
  package var role: OptionRole { declaration.role }

  /// The long spelling, dashes included.
  package var spelling: String { (isNegative ? "--no-" : "--") + declaration.name }

  /// The file that it names, if its value is a path.
  var file: NamedFile? {
    guard declaration.pathKind != nil, let value else { return nil }
    return NamedFile(option: spelling, path: value)
  }

  /// The option as one word of a command line.
  package var argument: String { value.map { "\(spelling)=\($0)" } ?? spelling }

  /// The same word, with an absolute path if the value is a path.
  ///
  /// - Throws: `SystemError` if the current directory is not known.
  func absoluteArgument() throws(SystemError) -> String {
    guard declaration.pathKind != nil, let value else { return argument }
    return "\(spelling)=\(try RecordedRun.absolute(value))"
  }
}
