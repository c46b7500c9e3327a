package import Formats
import Jokes
package import Scan
import Synchronization
import SystemIO

/// Replaces device ids, which identify people, by pseudonyms, so that a report can be shared: with
/// `--redact`. Otherwise it returns everything as it is.
///
/// Device ids are the value of `device_id`, whatever its form; any UUID (8-4-4-4-12 hexadecimal
/// digits, in either case and inside any text); document ids, which begin with a device's id in
/// events; and text of the input that the reason of a reject quotes. A joke without an id of its
/// own has a UUID too and gets a pseudonym unless it is published anyway: hiding too much is the
/// safe mistake. Pseudonyms are the same in every run (unkeyed 64-bit FNV-1a, folded to 32 bits),
/// so that reports can be compared. A list of ids therefore reveals them again, and among a hundred
/// thousand devices one or two pairs may share a pseudonym.
package struct Redactor: Sendable {
  /// Whether ids are replaced.
  let isOn: Bool
  private let spared = SharedIDs()
  private let hidden = SharedIDs()

  package init(isOn: Bool = true) { self.isOn = isOn }

  /// Leaves these ids unchanged from now on, in all copies of this redactor: those of jokes that a
  /// ranking publishes.
  package func spare(_ ids: some Sequence<String>) {
    spared.insert(ids.filter { isUUID(Array($0.utf8)[...]) })
  }

  /// Hides these document ids from now on, in all copies of this redactor, wherever they name files
  /// or folders: a backup may have one file per document.
  package func hide(namesOf documentIDs: some Sequence<String>) { hidden.insert(documentIDs) }

  /// The label of a rating, or a reason: a pseudonym for the text of an input, which is in double
  /// quotes and may be anything. Pseudonyms stay, because those of a partial result are redacted
  /// again.
  package func redact(label: String) -> String {
    guard isOn, let first = label.utf8.firstIndex(of: Self.quote),
      let last = label.utf8.lastIndex(of: Self.quote), first < last
    else { return label }
    let text = label.utf8[first...last]
    if Self.isPseudonym(text) { return label }
    let pseudonym = Self.beginning + Self.digits(of: Array(text)[...]) + "\""
    return label[..<first] + pseudonym + label[label.utf8.index(after: last)...]
  }

  private static let quote = UInt8(ascii: "\"")
  private static let beginning = "\"text-"

  private static func isPseudonym(_ text: Substring.UTF8View) -> Bool {
    let digits = text.dropFirst(beginning.utf8.count).dropLast()
    return text.starts(with: beginning.utf8) && digits.count == 8
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A week; a pseudonym for any other text, such as a device's id.
  package func redact(week: String) -> String {
    if !isOn { return week }
    let bytes = Array(week.utf8)
    let isWeek =
      bytes.count == 8 && bytes[4] == 0x2D && bytes[5] == 0x57
      && [0, 1, 2, 3, 6, 7].allSatisfy { (0x30...0x39).contains(bytes[$0]) }
    return isWeek ? week : "week-" + Self.digits(of: bytes[...])
  }

  /// The text with all device ids replaced.
  package func redact(_ text: String) -> String {
    isOn ? redactDevices(redactNames(text)) : text
  }

  /// The text with hidden ids replaced where they are file or folder names.
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

  /// The end of the hidden id that begins here; nil if none does.
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

  /// The maximal length of a document id in bytes.
  private static let idLimit = 1500
  /// The ending after the id in a file name.
  private static let ending = Array(".json".utf8)

  private func redactDevices(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= uuidByteCount else { return text }
    var redacted: [UInt8] = []
    var next = 0
    while next < bytes.count {
      let id = bytes[next...].prefix(uuidByteCount)
      if isUUID(id) {
        redacted += spared.contains(id) ? Array(id) : Array(pseudonym(of: id).utf8)
        next += uuidByteCount
      } else {
        redacted.append(bytes[next])
        next += 1
      }
    }
    return String(decoding: redacted, as: UTF8.self)
  }

  /// A device's id, whatever its form; its pseudonym is as in `device-1a2b3c4d`, the same for either
  /// case.
  package func redact(device deviceID: String) -> String {
    isOn ? pseudonym(of: Array(deviceID.utf8)[...]) : deviceID
  }

  /// The label of a joke of a dump, with a pseudonym for the device.
  package func redact(_ label: JokeLabel) -> String {
    guard isOn, let device = label.device else { return redact(label.text) }
    return "\(redact(device: device)): \(redact(label.joke.text))"
  }

  /// A document's id. After a UUID, as in the app's own ids, the rest stays legible. The end of any
  /// other device id is unknown, so `document-1a2b3c4d` replaces the whole.
  package func redact(documentID: String) -> String {
    if !isOn { return documentID }
    let bytes = Array(documentID.utf8)
    let rest = bytes.dropFirst(uuidByteCount)
    let isApart = rest.first.map { $0 == UInt8(ascii: "_") } ?? true
    if isApart, isUUID(bytes.prefix(uuidByteCount)) { return redactDevices(documentID) }
    return "document-" + Self.digits(of: bytes[...])
  }

  /// A message, which may contain the document's id in quotes.
  package func redact(_ text: String, naming documentID: String?) -> String {
    guard isOn else { return text }
    var text = text
    if let documentID, !documentID.isEmpty {
      let pseudonym = "'\(redact(documentID: documentID))'"
      for name in [documentID, Excerpt.name(documentID)] {
        text.replace("'\(name)'", with: pseudonym)
      }
    }
    return redact(text)
  }

  /// The reason of a reject, which may contain the document's id, and other text of the input.
  func redact(reason: String, naming documentID: String?) -> String {
    redact(label: redact(reason, naming: documentID))
  }

  /// The place, whose path may contain the document's id as a file or folder name.
  package func redact(_ place: Place, of documentID: String?) -> Place {
    if !isOn { return place }
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
    return String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), digits: 8, radix: 16)
  }
}

/// A set of ids. A class, because copies of a redactor share it.
private final class SharedIDs: Sendable {
  private let ids = Mutex<Set<[UInt8]>>([])

  var isEmpty: Bool { ids.withLock(\.isEmpty) }
  func insert(_ new: some Sequence<String>) {
    ids.withLock { $0.formUnion(new.map { Array($0.utf8) }) }
  }
  func contains(_ id: ArraySlice<UInt8>) -> Bool { ids.withLock { $0.contains(Array(id)) } }
}
