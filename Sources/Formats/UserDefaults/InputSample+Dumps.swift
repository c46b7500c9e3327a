import Scan
package import SystemIO

/// Signs of UserDefaults dumps, for the detection of formats.
extension InputSample {
  /// The first XML element, if the sample starts like XML.
  var xmlRoot: XMLRoot? { firstByte == UInt8(ascii: "<") ? XMLRoot(of: text) : nil }

  /// The first of the app's own keys in its first object.
  var appKey: String? { keys.first { DefaultsKey($0.name).isAppKey }?.name }

  /// The first of the app's keys in the dumps nested in its first object, or nil.
  var heldAppKey: String? {
    guard isObject, appKey == nil, !hasTypedFields, keys.allSatisfy(\.isObject) else { return nil }
    return heldKeys.first { DefaultsKey($0.name).isAppKey }?.name
  }

  /// The start of the sample, if it looks like an XML property list.
  var xmlListSign: String? {
    guard xmlRoot.map({ $0 == .named("plist") || $0 == .unseen }) == true else { return nil }
    return ["<?xml", "<!DOCTYPE plist", "<plist", "<!--"].first { text.begins(with: $0) }
  }
}

extension FormatDetector {
  /// Reads a whole property list and rejects it if it has none of the app's keys. Nil if it is a
  /// dump, or damaged, which the reader reports.
  ///
  /// An app's container also holds property lists of the system and of other features.
  package func foreignList(_ window: inout ByteWindow, _ format: InputFormat) throws -> Finding? {
    guard case .propertyList(let kind) = format.reading else { return nil }
    guard try DefaultsDumpReader.fill(&window) else { return nil }
    do throws(DefaultsDumpError) {
      let hasAppKey =
        switch kind {
        case .xmlPropertyList: try XMLDefaults.hasAppKey(window.bytes.copied)
        case .binaryPropertyList: try BinaryDefaults.hasAppKey(window.bytes.copied)
        case .json: true
        }
      if hasAppKey { return nil }
    } catch {
      return nil
    }
    return .unknown(
      "it is a property list without any of the app's keys",
      hint: "a dump has \(DefaultsKey.listing); '--format \(format)' reads any dictionary"
    )
  }
}

/// The name of an XML document's first element, as far as the first bytes show.
///
/// A document type also names the element; declarations and comments before either are skipped.
enum XMLRoot: Equatable {
  case named(String)
  /// The bytes end before the name does.
  case unseen
  /// The text is not XML.
  case missing

  init(of text: Span<UInt8>) {
    var rest = text
    while true {
      rest = rest.droppingWhitespace
      guard rest.begins(with: "<") else {
        self = rest.isEmpty ? .unseen : .missing
        return
      }
      if rest.begins(with: "<?") {
        rest = rest.dropping(through: "?>")
      } else if rest.begins(with: "<!--") {
        rest = rest.dropping(through: "-->")
      } else {
        let type = "<!DOCTYPE "
        let start = rest.begins(with: type) ? type.utf8.count : 1
        self = .init(name: rest.extracting(start..<rest.count))
        return
      }
    }
  }

  private init(name text: Span<UInt8>) {
    var end = 0
    while end < min(text.count, Self.nameLimit), !Self.endsName(text[end]) { end += 1 }
    let name = text.extracting(0..<end).text
    self = end == text.count ? .unseen : name.isEmpty ? .missing : .named(name)
  }

  private static let nameLimit = 100

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "[")
  }
}

extension Span<UInt8> {
  /// The bytes without leading white space.
  fileprivate var droppingWhitespace: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var start = 0
      while start < count, self[start] <= UInt8(ascii: " ") { start += 1 }
      return extracting(start..<count)
    }
  }

  /// The bytes after the first occurrence of a text; empty if there is none.
  @_lifetime(copy self)
  fileprivate func dropping(through end: String) -> Span<UInt8> {
    for start in indices where extracting(start..<count).begins(with: end) {
      return extracting(start + end.utf8.count..<count)
    }
    return extracting(count..<count)
  }
}
