package import Scan
import SystemIO

/// A file of IDs: one a line, or a JSON array of strings.
///
/// Callers decide what an ID means, and often the listed IDs are those to keep. A file that is not
/// a list (a dump, UTF-16, quoted lines) is therefore refused, instead of being read as unknown
/// IDs.
package enum IdentifierList {
  /// Reads a file, or standard input for `-`, and calls a closure for each ID in order.
  ///
  /// Lines are streamed; an array is held in memory.
  ///
  /// - Throws: `UnusableIdentifiers` with the place, `SystemError`, or what the closure throws.
  package static func read(path: String, _ take: (String) throws -> Void) throws {
    var window = ByteWindow(try InputFile(path: path), limit: 1 << 30)
    try window.dropByteOrderMark()
    var start = 0
    while start == window.count || isTextWhitespace(window.bytes[start]) {
      if start < window.count { start += 1 } else if try window.refill() != .more { return }
    }
    let first = window.bytes[start]
    switch first {
    case UInt8(ascii: "["):
      try window.fill()
      try readArray(window, from: start, take)
    case UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "<"):
      let place = place(of: start, in: window)
      throw try isDump(&window)
        ? UnusableIdentifiers(
          "it is a UserDefaults dump, not a list of ids",
          hint: "perhaps they are swapped: the dump is the operand, and the list the option's FILE",
          at: place)
        : UnusableIdentifiers("it is not a list of ids", at: place)
    default: try readLines(&window, take)
    }
  }

  private static func isDump(_ window: inout ByteWindow) throws -> Bool {
    guard case .format(let format, _) = try FormatDetector.detect(&window) else { return false }
    return try format.contents == .dumps && FormatDetector.foreignList(&window, format) == nil
  }

  private static func place(of offset: Int, in window: borrowing ByteWindow) -> Place {
    var place = Record(whole: window.bytes, file: window.path).place(of: offset)
    // The window lacks the byte order mark.
    place.byte = window.offset + offset
    return place
  }

  // MARK: Lines

  private static func readLines(
    _ window: inout ByteWindow, _ take: (String) throws -> Void
  ) throws {
    var number = 1
    while true {
      var start = 0
      while let end = window.bytes.firstOffset(of: UInt8(ascii: "\n"), from: start) {
        try readLine(window, start..<end, number, take)
        start = end + 1
        number += 1
      }
      window.drop(start)
      switch try window.refill() {
      case .more: continue
      case .end: return try readLine(window, 0..<window.count, number, take)
      case .full:
        let place = Place(file: window.path, line: number, byte: window.offset)
        throw UnusableIdentifiers("the line is too long for an id", at: place)
      }
    }
  }

  private static func readLine(
    _ window: borrowing ByteWindow, _ range: Range<Int>, _ number: Int,
    _ take: (String) throws -> Void
  ) throws {
    var line = window.bytes.extracting(range).copied
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.allSatisfy(isTextWhitespace) { return }
    guard let id = String(validating: line, as: UTF8.self), !line.contains(0),
      !line.contains(UInt8(ascii: "\r"))
    else {
      let (reason, offset) = fault(in: line)
      throw UnusableIdentifiers(
        reason,
        at: Place(
          file: window.path, line: number, column: offset + 1,
          byte: window.offset + range.lowerBound + offset))
    }
    try take(id)
  }

  private static func fault(in line: [UInt8]) -> (reason: String, offset: Int) {
    do throws(DefaultsDumpError) {
      try TextEncoding.checkUTF8(line)
      if let offset = line.firstIndex(of: UInt8(ascii: "\r")) {
        return ("a carriage return inside a line: the lines may end with nothing else", offset)
      }
      return ("a byte 0, which no id has: the text may be UTF-16", line.firstIndex(of: 0) ?? 0)
    } catch {
      return (error.reason, error.byteOffset)
    }
  }

  // MARK: An array

  private static func readArray(
    _ window: borrowing ByteWindow, from start: Int, _ take: (String) throws -> Void
  ) throws {
    var ids: [String] = []
    do {
      var cursor = JSONCursor(window.bytes, at: start + 1)
      while try cursor.nextElement() {
        guard try cursor.kind() == .string else {
          throw UnusableIdentifiers(
            "an id must be a string", at: place(of: cursor.offset, in: window))
        }
        ids.append(try cursor.string().string(in: window.bytes))
      }
      try cursor.end()
    } catch let error as JSONSyntaxError {
      throw UnusableIdentifiers(error.reason.rawValue, at: place(of: error.offset, in: window))
    }
    try ids.forEach(take)
  }
}

/// An error for a file that is not a list of IDs.
package struct UnusableIdentifiers: ReportableError {
  package let message: String
  package let hint: String?
  package let place: Place?

  init(
    _ message: String, hint: String = "ids stand one a line, or in a JSON array of strings",
    at place: Place
  ) {
    (self.message, self.hint, self.place) = (message, hint, place)
  }

  package var kind: FailureKind { .badData }
}
