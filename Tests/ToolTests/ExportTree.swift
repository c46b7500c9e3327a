import Foundation
import TestSupport
import Testing

/// The exports under `data/exports`, copied into a bench and damaged there.
enum ExportTree {
  static let shards = "firestore_export/all_namespaces/all_kinds/"
  static let metadata = "firestore_export/firestore_export.overall_export_metadata"
  static let partMetadata = shards + "all_namespaces_all_kinds.export_metadata"
  static let manifest = "firebase-export-metadata.json"

  static func url(_ name: String) -> URL { Fixtures.data.appending(path: "exports/" + name) }

  /// The files below a directory: relative path and bytes.
  static func files(_ directory: URL) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    return try names.reduce(into: [:]) { files, name in
      let url = directory.appending(path: name)
      let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isFile == true { files[name] = try Data(contentsOf: url) }
    }
  }
}

extension Bench {
  /// Copies an export into the directory.
  func addExport(_ name: String, as path: String = "export") throws {
    try makeDirectory((path as NSString).deletingLastPathComponent)
    try FileManager.default.copyItem(at: ExportTree.url(name), to: url(path))
  }

  /// The files below a folder: relative path and bytes.
  func files(in folder: String) throws -> [String: Data] { try ExportTree.files(url(folder)) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }

  func cut(_ name: String, to byteCount: Int) throws {
    try write(try bytes(name).prefix(byteCount), to: name)
  }

  /// Flips one bit of a file.
  func flip(_ name: String, byte: Int) throws {
    var bytes = try bytes(name)
    bytes[byte] ^= 0x10
    try write(bytes, to: name)
  }
}
