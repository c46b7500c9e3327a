import Jokes
import Scan
import SystemIO

/// Deciding about rating events on any thread, and about ordinary ones without parsing them.
extension DocumentHandler {
  var metCount: Int { collector.metCount }

  func copyLogging(around path: [String]) -> Self? {
    guard path == collector.learnedPath else { return nil }
    var copy = self
    copy.path = path
    copy.collector.scanner?.beginLog()
    return copy
  }

  mutating func move(to path: [String]) { if self.path != path { self.path = path } }

  mutating func passKnown(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int, in framing: Framing,
    into decided: inout DecidedRecords, _ places: inout PlacesInOrder
  ) throws {
    guard collector.scanner != nil else { return }
    repeat {
      // The scanner only knows the shapes of one container.
      if path == collector.learnedPath {
        collector.scanner?.pass(text, from: &offset, before: limit, into: &decided)
        guard offset < limit else { return }
        if try showEvents(text, from: &offset, before: limit, into: &decided, &places) { continue }
      }
      guard readOrdinary(text, from: &offset, before: limit, in: framing, into: &decided) else {
        return
      }
    } while offset < limit && !collector.findings.isFull
  }

  /// Decides about events of known shapes, individually where the table does not.
  ///
  /// - Returns: false if there were none.
  private mutating func showEvents(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int,
    into decided: inout DecidedRecords, _ places: inout PlacesInOrder
  ) throws -> Bool {
    let start = offset
    for run in collector.scanner?.find(text, at: offset, before: limit) ?? [] {
      guard !collector.findings.isFull,
        let document = collector.scanner?.document(ofShape: run.shape)
      else {
        break
      }
      let range = document.record
      // The parts of the first event have the same offsets in all events of the shape, to which it
      // moves.
      let first = Record(text, range: range, origin: places.origin)
      let event = OrdinaryEvent(run)
      var known = RatingEventDocument(
        first, fields: RatingEventFields(of: event), source: document.source,
        votePlaces: document.votePlaces)
      for _ in 0..<run.count where !collector.findings.isFull {
        let whole = offset..<offset + run.byteCount
        if collector.scanner?.count(event, at: offset, whole, in: text, into: &decided) != true {
          known.move(to: whole, of: text, &places)
          var fate = collector.decide(known)
          if fate.isDrop { fate = withRemainder(fate, known.record) }
          decided.add(fate, of: range, line: whole, in: text)
          // The next one begins a line, whose end need not be looked for.
          if isLines { places.passLine(upTo: whole.upperBound) }
        }
        offset = whole.upperBound
      }
      collector.scanner?.note((offset - run.start) / run.byteCount)
    }
    return offset > start
  }

  // MARK: Events of unknown shapes

  /// Parses events, and counts the ordinary ones, up to one that is not ordinary or must be decided
  /// individually.
  ///
  /// A loop beside that of `RecordWorker`, because an event takes a tenth less (Performance).
  ///
  /// - Returns: false if there were none.
  private mutating func readOrdinary(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int, in framing: Framing,
    into decided: inout DecidedRecords
  ) -> Bool {
    let first = offset
    for _ in 0..<(collector.scanner?.countToRead ?? 0) where offset < limit {
      do throws(JSONSyntaxError) {
        guard let end = try readOrdinary(text, at: offset, in: framing, into: &decided) else {
          break
        }
        offset = end
      } catch {
        break
      }
    }
    return offset > first
  }

  /// Parses a record, and counts it if it is an ordinary event that the table decides.
  ///
  /// - Parameter start: the start of the record, with its separator.
  /// - Returns: the end of the record, with its line end; nil for another record.
  private mutating func readOrdinary(
    _ text: Span<UInt8>, at start: Int, in framing: Framing,
    into decided: inout DecidedRecords
  ) throws(JSONSyntaxError) -> Int? {
    if framing != .lines {
      var cursor = JSONCursor(text, at: start)
      guard
        case .record(let reading, let bounds) = try step(
          in: framing, &cursor, isFirst: false, isAtEnd: false)
      else { return nil }
      return count(reading, bounds, start..<cursor.offset, in: text, into: &decided)
        ? cursor.offset : nil
    }
    guard let end = text.firstOffset(of: UInt8(ascii: "\n"), from: start) else { return nil }
    let line = text.extracting(0..<end)
    var cursor = JSONCursor(line, at: start)
    cursor.skipWhitespace()
    let recordStart = cursor.offset
    let reading = try read(&cursor)
    let bounds = Record.Bounds(range: recordStart..<cursor.offset, valueStart: recordStart)
    cursor.skipWhitespace()
    guard cursor.next == nil else { return nil }
    return count(reading, bounds, start..<end + 1, in: line, into: &decided) ? end + 1 : nil
  }

  /// Counts a parsed event, and learns its shape.
  ///
  /// - Parameter whole: the record with its line end or separator.
  /// - Returns: false if it is not ordinary, or the table does not decide it.
  private mutating func count(
    _ reading: Reading, _ bounds: Record.Bounds, _ whole: Range<Int>, in text: Span<UInt8>,
    into decided: inout DecidedRecords
  ) -> Bool {
    let name = reading.parts.name ?? reading.parts.pathField?.value
    guard reading.parts.isDocument, reading.parts.problem == nil,
      var event = reading.fields.ordinaryEvent(in: text),
      name == nil || layout.isPlainly(in: collectionBytes, reading.parts, text)
    else { return false }
    if collector.scanner?.isLearning == true, bounds.key == nil {
      event.name = name?.range
      learn(event, bounds, in: text)
    }
    // The documents in its subcollections are counted, and a deleted one leaves them behind.
    if bounds.key != nil, reading.fields.hasNested { return false }
    return collector.scanner?.countRead(event, whole, in: text, into: &decided) == true
  }

  // MARK: Learning

  private mutating func learn(
    _ event: OrdinaryEvent, _ bounds: Record.Bounds, in text: Span<UInt8>
  ) {
    // Separators may differ between containers.
    if path != collector.learnedPath {
      collector.scanner?.forget()
      collector.learnedPath = path
    }
    let lead = bounds.range.lowerBound
    if isLines {
      guard lead == 0 || text[lead - 1] == UInt8(ascii: "\n") else { return }
      learn(event, text, range: lead..<text.count, valueStart: bounds.valueStart)
    } else {
      let start = text.startOfSeparator(before: lead)
      let hasComma = text.extracting(start..<lead).firstOffset(of: UInt8(ascii: ",")) != nil
      // The first element of an array has no comma before it, so its shape would match no other.
      if hasComma == (format.framing == .array || !path.isEmpty) {
        learn(
          event, text, range: start..<bounds.range.upperBound, valueStart: bounds.valueStart)
      }
    }
  }

  private mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>, valueStart: Int
  ) {
    let isShown = collector.scanner?.rule.decidesAll == false
    let document =
      isShown ? eventDocument(text.extracting(range), at: valueStart - range.lowerBound) : nil
    collector.scanner?.learn(event, text, range: range, document)
  }

  /// The document parts for deciding about each event of this shape individually.
  private func eventDocument(_ text: Span<UInt8>, at start: Int) -> EventDocument? {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(text, at: start)
      var parts = try read(&cursor).parts
      let record = Record(text, range: start..<cursor.offset, origin: .none)
      if layout.isFlat {
        let naming = parts.naming ?? NamingFields(of: record)
        parts.naming = naming.dependsOnValues ? nil : naming
      }
      return EventDocument(record, source(parts))
    } catch {
      return nil
    }
  }
}
