import Scan
import SystemIO
import Testing

@testable import Formats

struct ExportManifestTests {
  @Test func `the manifest has the path of the metadata`() throws {
    #expect(
      try ExportManifest.metadataPath(in: ExportWriter.manifest("a/b"), file: "file") == "a/b")
  }

  @Test func `an export of other emulators has no data of Firestore`() {
    #expect(throws: ExportProblem.self) {
      try ExportManifest.metadataPath(
        in: Array(#"{"version": "1", "auth": {}}"#.utf8), file: "file")
    }
  }

  @Test(arguments: ["", "{", #"{"firestore": {}}"#, #"{"firestore": {"metadata_file": 1}}"#, "[1}"])
  func `a manifest that cannot be read is damaged`(text: String) {
    #expect(throws: DamagedInput.self) {
      try ExportManifest.metadataPath(in: Array(text.utf8), file: "file")
    }
  }
}
