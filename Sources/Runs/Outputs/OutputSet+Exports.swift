import Formats
import Scan
import SystemIO

// A folder holds one export: nothing would tell the files of two apart.
extension OutputSet {
  /// Refuses operands whose exports would go to the same folder.
  static func refuseMixedExports(_ root: String, _ inputs: InputList) throws {
    var taken: [PathKey: (export: Int, path: String)] = [:]
    for (folder, export, path) in described(by: inputs) {
      guard let other = taken.updateValue((export, path), forKey: PathKey(folder)),
        other.export != export
      else { continue }
      throw UsageError(
        "'\(other.path)' and '\(path)' would both describe the export in '\(root)/\(folder)'",
        hint: "give them to two runs, or put them in folders of one directory")
    }
  }

  /// Refuses folders that hold another export, and files where directories are needed.
  static func refuseOccupied(_ root: String, _ inputs: InputList, isForced: Bool) throws {
    for folder in inputs.emptyFolders {
      let path = root + "/" + folder.dropLast()
      if let status = try FileStatus(path: path), status.kind != .directory {
        throw OutputRefusal(.cannotCreate, "'\(path)' is a file, and must be a directory")
      }
    }
    if isForced { return }
    let written = Set(paths: inputs.files.map(\.relativePath))
    for folder in Set(described(by: inputs).map(\.folder)).sorted() {
      let path = root + "/" + folder
      guard try FileStatus(path: path)?.kind == .directory else { continue }
      let other = try directoryEntries(path).first {
        ExportLayout.describesWholeExport($0) && !written.contains(folder + $0)
      }
      guard let other else { continue }
      throw OutputRefusal(
        .cannotCreate, "another export is in the folder already: '\(path)\(other)' describes it",
        hint: "name another directory, or use --force to write into this one")
    }
  }

  /// The folder of each export, with the file that describes it.
  private static func described(
    by inputs: InputList
  ) -> [(folder: String, export: Int, path: String)] {
    inputs.companions.compactMap { input in
      let export: Int
      switch input.role {
      case .metadata(let number): export = number
      case .companion(let number): export = number
      case .shard, .beside, .unlisted, nil: return nil
      }
      guard ExportLayout.describesWholeExport(input.relativePath) else { return nil }
      let name = input.relativePath
      let folder = name.hasSlash ? parentDirectory(of: name) + "/" : ""
      return (folder, export, input.path)
    }
  }
}
