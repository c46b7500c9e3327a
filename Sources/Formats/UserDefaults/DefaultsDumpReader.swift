package import Jokes
package import Scan
package import SystemIO

/// Reads the UserDefaults dumps of an input and writes the edited dumps.
package enum DefaultsDumpReader {
  /// Reads an input in one of the formats for dumps.
  ///
  /// - Parameters:
  ///   - takesAny: whether a dump without any of the app's keys is accepted, because the format was
  ///     given explicitly; otherwise it is rejected.
  ///   - sharing: the threads that share the work; the result does not depend on it.
  /// - Throws: `DamagedInput`, `DamagedCompression`, `SystemError`, and the visitor's errors.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat, into output: consuming ByteOutput,
    isSalvaging: Bool, takesAny: Bool = false, sharing: WorkSharing = WorkSharing(),
    visitor: any DumpVisitor
  ) throws -> StreamResult {
    let collector = DumpFindingCollector(visitor.dumpJob)
    if case .rejects(_, let framing) = format.reading {
      var stream = RecordStream(
        RejectedDumpHandler(collector: collector, takesAny: takesAny), for: visitor,
        window: window, output: output, formatName: format.displayName, isSalvaging: isSalvaging)
      try stream.run(framing)
      return stream.finish()
    }
    let handler = DumpHandler(
      collector: collector, format: format, isSalvaging: isSalvaging, takesAny: takesAny)
    if let framing = format.framing {
      var stream = RecordStream(
        handler, for: visitor, window: window, output: output,
        formatName: format.displayName, isSalvaging: isSalvaging, sharing: sharing)
      try stream.run(framing)
      return stream.finish()
    }
    return try readPropertyList(window, into: output, handler, visitor)
  }

  /// Reads a property list, which is held in memory.
  private static func readPropertyList(
    _ window: consuming ByteWindow, into output: consuming ByteOutput, _ handler: DumpHandler,
    _ visitor: any DumpVisitor
  ) throws -> StreamResult {
    let format = handler.format
    guard try fill(&window) else {
      throw DamagedInput(
        format: format.displayName, place: Place(file: window.path),
        reason: "it is larger than \(Amount.bytes(DefaultsDump.byteLimit))")
    }
    var counts = RecordCounts()
    let kind: DefaultsKind = format == .binaryPropertyList ? .binaryPropertyList : .xmlPropertyList
    let bytes = window.take()
    let edits = try edits(
      of: Record(
        whole: bytes.span, file: window.path, isDecompressed: window.compression != nil,
        isMended: window.isMended),
      bytes, kind, handler, visitor)
    try output.copy(bytes.span, making: Edit.sorted(edits ?? [])[...])
    if edits == nil { counts.kept += 1 } else { counts.changed += 1 }
    visitor.advance(to: window.offset)
    return StreamResult(window: window, output: output, counts: counts)
  }

  /// Reads to the end of the input; false if it exceeds the size limit.
  static func fill(_ window: inout ByteWindow) throws -> Bool {
    window.limit = DefaultsDump.byteLimit
    try window.fill()
    return window.isAtEnd
  }

  private static func edits(
    of record: Record, _ bytes: [UInt8], _ kind: DefaultsKind, _ handler: DumpHandler,
    _ visitor: any DumpVisitor
  ) throws -> [Edit]? {
    let dump: DefaultsDump
    do throws(DefaultsDumpError) {
      dump = try DefaultsDump(reading: bytes, as: kind)
    } catch {
      let damage = DamagedInput(
        format: handler.format.displayName, place: record.place(of: error, kind),
        reason: error.reason, hint: "get the input again, or pass --salvage to leave it as it is",
        record: record.kept(asDump: kind))
      guard handler.isSalvaging else { throw damage }
      try visitor.reject(.damaged(damage))
      return nil
    }
    var handler = handler
    return try handler.decide(telling: visitor) { try $0.collector.decide(dump, record) }
  }
}

extension Record {
  /// The record's key in an object of dumps.
  package var name: String? { key?.string(in: text) }

  /// The label of a joke, with the dump's key if there are several dumps.
  package func label(of joke: JokeID) -> JokeLabel { JokeLabel(device: name, joke: joke) }

  /// The reason for rejecting a record without any of the app's keys.
  static let foreignReason =
    "it has none of the keys of a dump: \(DefaultsKey.listing)"

  /// The place of an error in the dump of this record.
  package func place(of error: DefaultsDumpError, _ kind: DefaultsKind) -> Place {
    place(ofDumpByte: error.byteOffset, kind)
  }

  /// The place of a dump's byte in this record; without a line and column if the dump is binary.
  package func place(ofDumpByte offset: Int, _ kind: DefaultsKind) -> Place {
    places(ofDumpBytes: [offset], kind)[0]
  }

  /// The same for several bytes, in any order: their lines are counted in one pass.
  package func places(ofDumpBytes offsets: [Int], _ kind: DefaultsKind) -> [Place] {
    var places = [Place](repeating: place, count: offsets.count)
    var known: KnownPlace?
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      var place = place(of: min(valueStart + offsets[index], range.upperBound), after: &known)
      if !kind.hasLines { (place.line, place.column) = (nil, nil) }
      places[index] = place
    }
    return places
  }
}

/// A joke of a dump, as messages name it.
package struct JokeLabel: Sendable {
  /// The key of the dump in an object of dumps, which is the device's.
  package let device: String?
  /// The joke's id.
  package let joke: JokeID

  /// The id, after the device and a colon if there is a device.
  package var text: String { device.map { "\($0): \(joke)" } ?? joke.text }
}
