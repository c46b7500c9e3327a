import Scan
package import SystemIO

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
      hint: "a dump has \(DefaultsKey.listing); '--format \(format)' reads any list"
    )
  }
}
