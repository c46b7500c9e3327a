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
    return ["<?xml", "<!DOCTYPE", "<plist", "<!--"].first { text.begins(with: $0) }
  }
}

extension FormatDetector {
  /// Reads a whole property list and rejects it if it has none of the app's keys. Nil if it is a
  /// dump, or damaged, which the reader reports.
  ///
  /// An app's container also holds property lists of the system and of other features.
  package static func foreignList(_ window: inout ByteWindow, _ format: InputFormat) throws
    -> Finding?
  {
    guard case .propertyList(let kind) = format.reading else { return nil }
    guard try DefaultsDumpReader.fill(&window) else { return nil }
    do throws(DefaultsDumpError) {
      let hasAppKey: Bool? =
        switch kind {
        case .xmlPropertyList: try XMLDefaults.hasAppKey(window.bytes.copied)
        case .binaryPropertyList: try BinaryDefaults.hasAppKey(window.bytes.copied)
        case .json: true
        }
      if hasAppKey == true { return nil }
      if hasAppKey == nil {
        return .unknown(
          "it is a property list whose top level is not a dictionary",
          hint: "a dump is one: make it with: defaults export DOMAIN -")
      }
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
    var cursor = XMLCursor(text)
    do throws(DefaultsDumpError) {
      try cursor.skipMiscellany()
    } catch {
      self = .unseen
      return
    }
    guard cursor.next == UInt8(ascii: "<") else {
      self = cursor.next == nil ? .unseen : .missing
      return
    }
    let type: StaticString = "<!DOCTYPE"
    cursor.offset += cursor.isNext(type) ? type.utf8CodeUnitCount : 1
    while let byte = cursor.next, isTextWhitespace(byte) { cursor.offset += 1 }
    let name = text.extracting(cursor.readName())
    // A document type may go on with declarations.
    let end = name.firstOffset(of: UInt8(ascii: "[")) ?? name.count
    if end == name.count, cursor.next == nil {
      self = .unseen
    } else {
      self = end == 0 ? .missing : .named(name.extracting(0..<end).text)
    }
  }
}
