package import Scan

/// A figure of a run, stated once and told three times: as a line of the report, as a member of the
/// summary and, where it is a count, among the metrics.
package struct Fact: Sendable {
  /// What the figure is.
  package enum Value: Sendable {
    case count(Int)
    case text(String)
    case flag(Bool)
    /// Several figures under one name.
    case facts([Fact])
    /// A list, which metrics leave out.
    case list(@Sendable (inout JSONWriter) -> Void)
  }

  /// Its name for programs.
  let name: String
  /// Nil where only the report tells it.
  let value: Value?
  /// Its line in the report.
  let line: String?
  /// The line that shows that the books balance, which comes after all others.
  let balance: String?

  package init(_ name: String, _ value: Value?, line: String? = nil, balance: String? = nil) {
    (self.name, self.value, self.line, self.balance) = (name, value, line, balance)
  }

  /// A count; where it is nil, programs are told nothing.
  package init(_ name: String, _ count: Int?, line: String? = nil) {
    self.init(name, count.map { .count($0) }, line: line)
  }

  /// A text; where it is nil, programs are told nothing.
  package init(_ name: String, _ text: String?) {
    self.init(name, text.map { .text($0) })
  }

  /// Figures under one name; where they are nil, programs are told nothing.
  package init(_ name: String, _ facts: [Fact]?, line: String? = nil, balance: String? = nil) {
    self.init(name, facts.map { .facts($0) }, line: line, balance: balance)
  }

  /// A list; `elements` writes what is in it.
  package init(_ name: String, list elements: @escaping @Sendable (inout JSONWriter) -> Void) {
    self.init(name, .list(elements))
  }

  /// Lines of the report alone.
  package init(line: String?, balance: String? = nil) {
    self.init("", nil as Value?, line: line, balance: balance)
  }
}

extension [Fact] {
  /// The report's lines.
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
      case .list(let elements): object.array(elements)
      }
    }
  }

  /// Those of these names: what a guard looks at, before all else is known.
  package func named(_ names: String...) -> [Fact] { filter { names.contains($0.name) } }

  /// The counts, those under a name with that name before their own.
  var counts: [(name: String, count: Int)] {
    flatMap { fact -> [(name: String, count: Int)] in
      switch fact.value {
      case .count(let count): [(fact.name, count)]
      case .facts(let facts): facts.counts.map { (fact.name + "_" + $0.name, $0.count) }
      case .text, .flag, .list, nil: []
      }
    }
  }
}
