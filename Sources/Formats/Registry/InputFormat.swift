import Scan

/// An input format: its names and contents, and how to recognise and read it.
package struct InputFormat: Sendable {
  /// The name for `--format`.
  package let rawValue: String
  /// The name in messages.
  package let displayName: String
  /// How to read it.
  let reading: Reading
  /// Whether it lacks information about its documents, so that it is neither rewritten nor the
  /// source of changes to the database.
  package let isReadOnly: Bool
  /// The reason for recognising an input; nil if it is not of the format.
  let recognize: @Sendable (borrowing InputSample) -> String?

  /// The contents of a format's files.
  package enum Contents: Sendable {
    case documents
    case dumps
  }

  /// How to read a format.
  enum Reading: Sendable {
    /// Documents in JSON.
    case documents(Framing, DocumentLayout)
    /// UserDefaults dumps in JSON.
    case dumps(Framing)
    /// A UserDefaults dump as a property list.
    case propertyList(DefaultsKind)
    /// Documents in a log with checksums.
    case log
    /// Documents in the rows of a JSON changelog, which takes two passes.
    case rows(Framing)
    /// Rejected records of other formats, each in an object with the reason.
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

  /// The format with this name; nil if there is none.
  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// What the files hold; for a list of rejects, what its records are.
  package var contents: Contents {
    switch reading {
    case .documents, .log, .rows: .documents
    case .dumps, .propertyList: .dumps
    case .rejects(let contents, _): contents
    }
  }

  /// Whether its files are pages, so that the next page may be in another file.
  package var hasPages: Bool {
    if case .documents(_, let layout) = reading { layout.hasPages } else { false }
  }

  /// Whether a document may occur many times, in different versions. All inputs are then scanned
  /// before the first is read, and none is rewritten.
  package var isHistory: Bool {
    if case .rows = reading { true } else { false }
  }

  /// Whether a file is one document, which is deleted with the document.
  package var isOneDocument: Bool {
    if case .documents(.single, _) = reading { true } else { false }
  }

  /// Whether a file can be divided between any two lines: each is a record, and no other record
  /// tells anything about it.
  package var isDivisible: Bool {
    switch reading {
    case .documents(.lines, _), .dumps(.lines): true
    case .documents, .dumps, .propertyList, .log, .rows, .rejects: false
    }
  }

  /// Whether a record has a document in an envelope, or a page of them, which no plain document
  /// resembles.
  var isEnveloped: Bool {
    switch reading {
    case .documents(.single, _), .documents(.object, _): false
    case .documents: !Self.plainest.contains(self)
    case .rows: true
    case .dumps, .propertyList, .log, .rejects: false
    }
  }

  /// Whether its records are rejects of other inputs.
  package var isListOfRejects: Bool {
    if case .rejects = reading { true } else { false }
  }

  /// Whether checksums prove the format, so that no other can match.
  var isChecksummed: Bool {
    if case .log = reading { true } else { false }
  }

  /// The kind of a dump in this format; nil for formats of documents and for lists.
  package var dumpKind: DefaultsKind? {
    switch reading {
    case .dumps: .json
    case .propertyList(let kind): kind
    case .documents, .log, .rows, .rejects: nil
    }
  }

  /// The framing of its records, if it is JSON.
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
  /// Whether both have the same name.
  package static func == (one: InputFormat, other: InputFormat) -> Bool {
    one.rawValue == other.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension InputFormat: CustomStringConvertible {
  /// The name for `--format`.
  package var description: String { rawValue }
}
