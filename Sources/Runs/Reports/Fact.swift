package import Scan
package import SystemIO

/// A figure of a run, stated once for three uses: a line of the report, a member of the summary
/// and, if it is a count, a metric.
package struct Fact: Sendable {
  /// The value of a figure.
  package enum Value: Sendable {
    case count(Int)
    case text(String)
    case flag(Bool)
    /// Several figures under one name.
    case facts([Fact])
    /// Counts by values of the data, such as ratings. A metric has the value as a label, because two
    /// values may differ in characters that no name may have.
    case tally([(value: String, count: Int)])
    /// A list, which is not a metric.
    case list(@Sendable (inout JSONWriter) -> Void)
  }

  /// A count with its name.
  struct Count {
    /// Its place in the summary: names, outer ones first, with dots between them.
    let path: String
    /// The value of the data that it counts; nil for a count of all.
    var value: String?
    let count: Int

    /// The path, with `_` in place of characters that no metric or variable may have.
    var name: String { String(path.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
  }

  /// The name in the summary.
  let name: String
  /// Nil for a figure in the report only.
  let value: Value?
  /// The line in the report.
  let line: String?
  /// The line that shows that the counts balance, after all others.
  let balance: String?

  /// A fact of any value; nil is left out of the summary.
  package init(_ name: String, _ value: Value?, line: String? = nil, balance: String? = nil) {
    (self.name, self.value, self.line, self.balance) = (name, value, line, balance)
  }

  /// A count; nil is left out of the summary.
  package init(_ name: String, _ count: Int?, line: String? = nil) {
    self.init(name, count.map { .count($0) }, line: line)
  }

  /// A text; nil is left out of the summary.
  package init(_ name: String, _ text: String?) {
    self.init(name, text.map { .text($0) })
  }

  /// Figures under one name; nil is left out of the summary.
  package init(_ name: String, _ facts: [Fact]?, line: String? = nil, balance: String? = nil) {
    self.init(name, facts.map { .facts($0) }, line: line, balance: balance)
  }

  /// A list; `elements` writes its elements.
  package init(_ name: String, list elements: @escaping @Sendable (inout JSONWriter) -> Void) {
    self.init(name, .list(elements))
  }

  /// A list of objects; `members` writes those of each.
  package init<Element: Sendable>(
    _ name: String, of elements: [Element],
    _ members: @escaping @Sendable (inout JSONWriter, Element) -> Void
  ) {
    self.init(name) { array in array.objects(of: elements, members) }
  }

  /// Lines for the report only.
  package init(line: String?, balance: String? = nil) {
    self.init("", nil as Value?, line: line, balance: balance)
  }

  /// The documents of other collections, and what became of them.
  package static func otherDocuments(_ count: Int, _ fate: String) -> Fact {
    Fact(
      "other_documents", count,
      line: count > 0
        ? "other collections: \(Amount.count(count, of: "document")) \(fate)" : nil)
  }

  /// The files that a run wrote.
  package static func outputs(_ outputs: [FinishedOutput]) -> Fact {
    Fact("outputs", of: outputs) { $0.writeMembers(of: $1) }
  }
}

extension [Fact] {
  /// The lines of the report.
  package var lines: [String] { compactMap(\.line) + compactMap(\.balance) }

  /// Writes the facts as members of an object.
  package func write(to object: inout JSONWriter) {
    for fact in self {
      guard let value = fact.value else { continue }
      object.key(fact.name)
      switch value {
      case .count(let count): object.integer(count)
      case .text(let text): object.string(text)
      case .flag(let flag): object.boolean(flag)
      case .facts(let facts): object.object { facts.write(to: &$0) }
      case .tally(let counts):
        object.object { members in for (value, count) in counts { members.member(value, count) } }
      case .list(let elements): object.array(elements)
      }
    }
  }

  /// The facts with these names, for guards that run early.
  package func named(_ names: String...) -> [Fact] { filter { names.contains($0.name) } }

  /// The counts.
  var counts: [Fact.Count] {
    flatMap { fact -> [Fact.Count] in
      switch fact.value {
      case .count(let count): [Fact.Count(path: fact.name, count: count)]
      case .facts(let facts):
        facts.counts.map {
          Fact.Count(path: "\(fact.name).\($0.path)", value: $0.value, count: $0.count)
        }
      case .tally(let counts):
        counts.map { Fact.Count(path: fact.name, value: $0.value, count: $0.count) }
      case .text, .flag, .list, nil: []
      }
    }
  }
}

extension JSONWriter {
  /// Writes objects as elements of an array.
  package mutating func objects<Element>(
    of elements: [Element], _ members: (inout JSONWriter, Element) -> Void
  ) {
    for element in elements { object { members(&$0, element) } }
  }

  /// Writes a member that is an array of objects.
  package mutating func array<Element>(
    _ name: String, of elements: [Element], _ members: (inout JSONWriter, Element) -> Void
  ) {
    array(name) { $0.objects(of: elements, members) }
  }

  /// Writes the members that describe an output.
  mutating func writeMembers(of output: FinishedOutput) {
    member("path", output.path)
    member("bytes", output.byteCount)
    optionalMember("sha256", output.digest?.description)
  }
}

extension FinishedOutput {
  /// The report's line: the digest, if it was computed, and the path.
  var row: String { (digest.map { "\($0)  " } ?? "") + path }
}
