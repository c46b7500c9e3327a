import ByteIO
import Formats
import TestSupport

/// What a reader made of its input, or why it ended.
struct WrittenResult {
  /// What it wrote; nil where nothing is to be written.
  private(set) var text: String?
  private(set) var byteCount = 0
  private(set) var counts = RecordCounts()
  /// Where and why it ended, if it did before the end.
  private(set) var failure: String?

  /// - Parameters:
  ///   - isDry: whether what it writes goes nowhere.
  ///   - read: reads the input.
  init(
    in directory: TemporaryDirectory, isDry: Bool,
    _ read: (consuming ByteOutput) throws -> StreamResult
  ) throws {
    let target = try OutputTarget(directory.path(of: "output"))
    let output = isDry ? ByteOutput(discarding: target.path) : try ByteOutput(target)
    text = isDry ? nil : ""
    do {
      var result = try read(output)
      let finished = try result.output.finish()
      try finished.publish()
      if !isDry { text = try directory.text(of: "output") }
      (byteCount, counts) = (finished.byteCount, result.counts)
    } catch let error as any ReportableError {
      failure = "\(error.place.map { $0.description } ?? ""): \(error.message)"
    }
  }
}
