import Scan
import SystemIO

/// The manifest of an emulator suite's export: `firebase-export-metadata.json`.
enum ExportManifest {
  static let fileName = "firebase-export-metadata.json"

  /// The path of the Firestore export's metadata, relative to the manifest's folder.
  ///
  /// - Parameter file: the file's path for messages.
  /// - Throws: `DamagedInput`, and `ExportProblem` if the export has no Firestore data.
  static func metadataPath(in bytes: [UInt8], file: String) throws -> String {
    if bytes.isEmpty { throw damage(file, byte: nil, "the file is empty") }
    let manifest: JSONValue
    do throws(JSONSyntaxError) {
      manifest = try JSONValue(
        bytes.span.extracting(bytes.span.byteOrderMarkLength..<bytes.count))
    } catch {
      throw Self.damage(file, byte: error.offset, error.reason.rawValue)
    }
    guard let firestore = manifest["firestore"] else {
      throw ExportProblem(
        kind: .badData, place: Place(file: file), message: "the export has no Firestore data",
        hint: "it is of other emulators only; export again while the Firestore emulator runs")
    }
    guard let path = firestore["metadata_file"]?.string else {
      throw Self.damage(file, byte: nil, "'firestore' has no 'metadata_file'")
    }
    return path
  }

  private static func damage(_ file: String, byte: Int?, _ reason: String) -> DamagedInput {
    var damage = DamagedInput.metadata(file, byte: byte, reason)
    damage.format = "emulator export metadata"
    return damage
  }
}
