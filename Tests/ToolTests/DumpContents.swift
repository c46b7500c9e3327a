import Foundation
import Testing

/// The content of one or more dumps: every value with its type, and the order of the top-level
/// keys.
struct DumpContents: Equatable, CustomStringConvertible {
  private var values: [String] = []
  private var keys: [[String]] = []

  init(_ file: URL) throws {
    let bytes = try Data(contentsOf: file)
    if file.pathExtension == "plist" {
      values = [try PropertyListDecoder().decode(PropertyValue.self, from: bytes).description]
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let isLines = text.hasPrefix("{\"")
    for dump in isLines ? text.split(separator: "\n") : [Substring(text)] {
      let value = try JSONSerialization.jsonObject(with: Data(dump.utf8))
      let outermost = try #require(value as? [String: Any])
      let canonical = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
      values.append(String(decoding: canonical, as: UTF8.self))
      keys.append(
        dump.matches(of: /"([^"]+)"\s*:/).map { String($0.output.1) }.filter {
          outermost[$0] != nil
        })
    }
  }

  var description: String { "\(values.joined(separator: "\n"))\n\(keys)" }
}

/// A value of a property list, which distinguishes `true`, 1 and 1.0.
private struct PropertyValue: Decodable, CustomStringConvertible {
  let description: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      description = "\(flag)"
    } else if let integer = try? value.decode(Int.self) {
      description = "\(integer)"
    } else if let real = try? value.decode(Double.self) {
      description = "real \(real)"
    } else if let text = try? value.decode(String.self) {
      description = "'\(text)'"
    } else if let date = try? value.decode(Date.self) {
      description = "date \(date.timeIntervalSince1970)"
    } else if let list = try? value.decode([PropertyValue].self) {
      description = "\(list)"
    } else if let entries = try? value.decode([String: PropertyValue].self) {
      let sorted = entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      description = "{\(sorted.joined(separator: ", "))}"
    } else {
      description = "data " + (try value.decode(Data.self)).base64EncodedString()
    }
  }
}
