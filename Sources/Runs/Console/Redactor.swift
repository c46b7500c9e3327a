package import Scan
import Synchronization
import SystemIO

/// Puts pseudonyms for the ids of devices, which are those of people, so that a report can be shown
/// around.
///
/// Such an id is the value of `device_id`, whatever it looks like; what has the shape of a UUID (8-4-4-4-12
/// hexadecimal digits, in any case and inside any text); and the id of a document, which in an event
/// begins with its device's. A joke without an id of its own goes by a UUID too and gets a pseudonym as
/// well, unless it is published as it is: hiding too much is the safe mistake. The pseudonym is the
/// same in every run (a hash without a key, FNV-1a of 64 bits folded to 32), so that reports can be compared; who
/// already holds a list of the ids can therefore find them again, and among a hundred thousand
/// devices one or two may share a pseudonym.
package struct Redactor: Sendable {
  private let spared = SharedIDs()
  private let hidden = SharedIDs()

  package init() {}

  /// Leaves ids as they are from now on, in this redactor and its copies: those of jokes that a ranking
  /// names anyway.
  package func spare(_ ids: some Sequence<String>) {
    spared.insert(ids.filter { Self.isDeviceID(Array($0.utf8)[...]) })
  }

  /// Hides the ids of documents wherever they are the names of files or folders from now on, in this
  /// redactor and its copies: a backup may have a file for each document.
  package func hide(namesOf documentIDs: some Sequence<String>) { hidden.insert(documentIDs) }

  /// The label of a rating that is a text, in quotes, under a pseudonym: nothing tells what it says.
  /// Any other label stays.
  package func redact(label: String) -> String {
    guard label.hasPrefix("\"") else { return label }
    return "\"text-\(Self.digits(of: Array(label.utf8)[...]))\""
  }

  /// A week as events have it; what is none, such as the id of a device, is under a pseudonym.
  package func redact(week: String) -> String {
    let bytes = Array(week.utf8)
    let isWeek =
      bytes.count == 8 && bytes[4] == 0x2D && bytes[5] == 0x57
      && [0, 1, 2, 3, 6, 7].allSatisfy { (0x30...0x39).contains(bytes[$0]) }
    return isWeek ? week : "week-" + Self.digits(of: bytes[...])
  }

  /// The text with every device id in it replaced.
  package func redact(_ text: String) -> String { redactDevices(redactNames(text)) }

  /// The text with the hidden ids replaced that are the names of files or folders in it.
  private func redactNames(_ text: String) -> String {
    if hidden.isEmpty { return text }
    let bytes = Array(text.utf8)
    var redacted: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let isName = start == 0 || [0x20, 0x22, 0x27, 0x2F].contains(bytes[start - 1])
      if isName, let end = hiddenEnd(bytes, from: start) {
        let id = String(decoding: bytes[start..<end], as: UTF8.self)
        redacted += redact(documentID: id).utf8
        start = end
      } else {
        redacted.append(bytes[start])
        start += 1
      }
    }
    return String(decoding: redacted, as: UTF8.self)
  }

  /// Where the hidden id ends that begins there; nil where none does.
  private func hiddenEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    let limit = min(bytes.count, start + Self.idLimit)
    var end = start
    while end < limit, bytes[end] != 0x2F, bytes[end] != 0x0A {
      let isEnding = bytes[end...].starts(with: Self.ending)
      if isEnding, hidden.contains(bytes[start..<end]) { return end }
      end += 1
    }
    return end > start && hidden.contains(bytes[start..<end]) ? end : nil
  }

  /// No document's id is longer.
  private static let idLimit = 1500
  /// What follows an id in the name of its file.
  private static let ending = Array(".json".utf8)

  private func redactDevices(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= Self.length else { return text }
    var redacted: [UInt8] = []
    var next = 0
    while next < bytes.count {
      if next + Self.length <= bytes.count, Self.isDeviceID(bytes[next..<next + Self.length]) {
        let id = bytes[next..<next + Self.length]
        redacted += spared.contains(id) ? Array(id) : Array(pseudonym(of: id).utf8)
        next += Self.length
      } else {
        redacted.append(bytes[next])
        next += 1
      }
    }
    return String(decoding: redacted, as: UTF8.self)
  }

  /// What stands for a device id, as `device-1a2b3c4d`; capital and small digits are the same.
  package func pseudonym(of deviceID: String) -> String { pseudonym(of: Array(deviceID.utf8)[...]) }

  /// The id of a document. Where it begins with a UUID as the app's own do, the rest can be read;
  /// nothing tells where any other device's id ends, so that `document-1a2b3c4d` stands for all of it.
  package func redact(documentID: String) -> String {
    let bytes = Array(documentID.utf8)
    let rest = bytes.dropFirst(Self.length)
    let isApart = rest.first.map { $0 == UInt8(ascii: "_") } ?? true
    if isApart, Self.isDeviceID(bytes.prefix(Self.length)) { return redactDevices(documentID) }
    return "document-" + Self.digits(of: bytes[...])
  }

  /// The text, in which the id of a document may stand in quotes.
  package func redact(_ text: String, naming documentID: String?) -> String {
    guard let documentID, !documentID.isEmpty else { return redact(text) }
    let quoted = "'\(redact(documentID: documentID))'"
    return redact(text.split("'\(documentID)'").joined(separator: quoted))
  }

  /// The place, in whose path the id of the document may be the name of a folder or a file.
  package func redact(_ place: Place, of documentID: String?) -> Place {
    var place = place
    let names = place.file.dividedAtSlashes(omittingEmpty: false).map { name in
      guard let documentID, !documentID.isEmpty, name.hasPrefix(documentID) else {
        return String(name)
      }
      let rest = name.dropFirst(documentID.count)
      let isName = rest.isEmpty || rest.first == "."
      return isName ? redact(documentID: documentID) + rest : String(name)
    }
    place.file = redact(names.joined(separator: "/"))
    return place
  }

  private func pseudonym(of bytes: ArraySlice<UInt8>) -> String {
    "device-" + Self.digits(of: bytes)
  }

  private static func digits(of bytes: ArraySlice<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      hash ^= UInt64(isCapital ? byte | 0x20 : byte)
      hash = hash.multipliedReportingOverflow(by: 0x100_0000_01B3).partialValue
    }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static let length = 36
  private static let dashOffsets: Set<Int> = [8, 13, 18, 23]

  private static func isDeviceID(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == length
      && bytes.enumerated().allSatisfy { offset, byte in
        if dashOffsets.contains(offset) { return byte == UInt8(ascii: "-") }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"):
          return true
        default: return false
        }
      }
  }
}

/// Ids that are treated alike. A class, because a redactor is copied before they are known.
private final class SharedIDs: Sendable {
  private let ids = Mutex<Set<[UInt8]>>([])

  var isEmpty: Bool { ids.withLock(\.isEmpty) }
  func insert(_ new: some Sequence<String>) {
    ids.withLock { $0.formUnion(new.map { Array($0.utf8) }) }
  }
  func contains(_ id: ArraySlice<UInt8>) -> Bool { ids.withLock { $0.contains(Array(id)) } }
}

extension String {
  /// What stands between the places of another text; all of it where that is nowhere.
  fileprivate func split(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let place = rest.firstRange(of: separator) {
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }
}
