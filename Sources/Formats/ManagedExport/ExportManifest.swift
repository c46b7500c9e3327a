import Scan
import SystemIO

/// What an emulator suite says of the exports of its emulators: `firebase-export-metadata.json`.
struct ExportManifest: Sendable {
  static let fileName = "firebase-export-metadata.json"

  /// The path of the metadata of Firestore's export, seen from the manifest's folder.
  let metadataPath: String

  /// Reads the whole file.
  ///
  /// - Parameter file: what messages call it.
  /// - Throws: `DamagedInput`, and `ExportProblem` where no Firestore took part in the export.
  init(_ bytes: [UInt8], file: String) throws {
    if bytes.isEmpty { throw Self.damage(file, byte: nil, "the file is empty") }
    let manifest: JSONValue
    do throws(JSONSyntaxError) {
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      manifest = try JSONValue(bytes.span.extracting(start..<bytes.count))
    } catch {
      throw Self.damage(file, byte: error.offset, error.reason.rawValue)
    }
    guard let firestore = manifest["firestore"] else {
      throw ExportProblem(
        kind: .badData, place: Place(file: file), message: "the export has no Firestore data",
        hint: "it is of other emulators alone; export again while Firestore's runs")
    }
    guard let path = firestore["metadata_file"]?.string else {
      throw Self.damage(file, byte: nil, "'firestore' has no 'metadata_file'")
    }
    metadataPath = path
  }

  private static func damage(_ file: String, byte: Int?, _ reason: String) -> DamagedInput {
    var damage = DamagedInput.metadata(file, byte: byte, reason)
    damage.format = "emulator export metadata"
    return damage
  }
}
