import Jokes
import Testing

struct ProcessedResultTests {
  @Test(arguments: ProcessedResult.Status.allCases)
  func `a result goes with its asset, however the processing ended`(
    status: ProcessedResult.Status
  ) {
    let result = ProcessedResult(
      id: "D5A0C3F2-0C1C-4C60-9A38-1B4D2B4A5F10", assetID: "a", status: status,
      contentType: "song", message: "")
    #expect(!result.isStale(existing: ExistingAssets(["a"])))
    #expect(result.isStale(existing: ExistingAssets(["b"])))
  }
}
