import Scan

/// A format that is read: its names, what it holds, how it is told from others, and how it is read.
package struct InputFormat: Sendable {
  /// What `--format` calls it.
  package let rawValue: String
  /// What messages call it.
  package let displayName: String
  /// How it is read.
  let reading: Reading
  /// Whether it says less of its documents than the database holds, so that none of it is rewritten,
  /// and nothing in the database changed for it.
  package let isReadOnly: Bool
  /// Why a file that begins like this is of the format; nil where it is not.
  let recognize: @Sendable (borrowing InputSample) -> String?

  /// What a file of a format is a file of.
  package enum Contents: Sendable {
    case documents
    case dumps
  }

  /// How a format is read.
  enum Reading: Sendable {
    /// Documents in JSON.
    case documents(Framing, DocumentLayout)
    /// UserDefaults dumps in JSON.
    case dumps(Framing)
    /// One UserDefaults dump as a property list.
    case propertyList(DefaultsKind)
    /// Documents in the records of a log that checks itself.
    case log
    /// Documents in the rows of a changelog in JSON, which are looked through first.
    case rows(Framing)
    /// Records of other formats, each in an object that says why it was rejected.
    case rejects(Contents, Framing)
  }

  init(
    _ rawValue: String, _ displayName: String, _ reading: Reading, isReadOnly: Bool = false,
    recognize: @escaping @Sendable (borrowing InputSample) -> String?
  ) {
    self.rawValue = rawValue
    self.displayName = displayName
    self.reading = reading
    self.isReadOnly = isReadOnly
    self.recognize = recognize
  }

  /// The format of a name; nil where there is none.
  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  package var contents: Contents {
    switch reading {
    case .documents, .log, .rows: .documents
    case .dumps, .propertyList: .dumps
    case .rejects(let contents, _): contents
    }
  }

  /// Whether its files are pages, of which another file may hold the next.
  package var hasPages: Bool {
    if case .documents(_, let layout) = reading { layout.hasPages } else { false }
  }

  /// Whether a document may stand in it many times, as it was at one time or another: then all inputs
  /// are looked through before one is read, and none is rewritten.
  package var isHistory: Bool {
    if case .rows = reading { true } else { false }
  }

  /// Whether a file of it is one document, and goes when the document goes.
  package var isOneDocument: Bool {
    if case .documents(.single, _) = reading { true } else { false }
  }

  /// Whether its records are those of other inputs, rejected there.
  package var isListOfRejects: Bool {
    if case .rejects = reading { true } else { false }
  }

  /// Whether its bytes prove what they are, so that nothing else need be thought of.
  var isChecksummed: Bool {
    if case .log = reading { true } else { false }
  }

  /// How its records follow each other, where it is JSON.
  package var framing: Framing? {
    switch reading {
    case .documents(let framing, _), .dumps(let framing), .rows(let framing),
      .rejects(_, let framing):
      framing
    case .propertyList, .log: nil
    }
  }
}

extension InputFormat: Hashable {
  /// Whether both are the format of one name.
  package static func == (one: InputFormat, other: InputFormat) -> Bool {
    one.rawValue == other.rawValue
  }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension InputFormat: CustomStringConvertible {
  /// The name.
  package var description: String { rawValue }
}
