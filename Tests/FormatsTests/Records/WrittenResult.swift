import Formats
import Scan
import SystemIO
import TestSupport
import Testing

/// The output of a reader, or the error that ended it.
struct WrittenResult {
  /// The output; nil if nothing is to be written.
  private(set) var text: String?
  private(set) var byteCount = 0
  private(set) var counts = RecordCounts()
  /// The error that ended it before the end, and its place.
  private(set) var failure: String?

  /// Checks that the edits that were told lead back from what was written to the input.
  ///
  /// - Parameters:
  ///   - input: the input's name in the directory.
  ///   - isDry: whether what it writes goes nowhere.
  ///   - read: reads the input.
  init(
    in directory: TemporaryDirectory, of input: String, isDry: Bool,
    _ read: (consuming ByteOutput) throws -> StreamResult
  ) throws {
    let target = try OutputTarget(directory.path(of: "output"))
    var output = isDry ? ByteOutput(discarding: target.path) : try ByteOutput(target)
    let edits = ToldEdits()
    if !isDry { output.follow(by: edits) }
    text = isDry ? nil : ""
    do {
      var result = try read(output)
      try result.output.tellEdits()
      let finished = try result.output.finish()
      try finished.publish()
      if !isDry {
        text = try directory.text(of: "output")
        let read = try directory.bytes(of: input)
        #expect(try edits.undone(directory.bytes(of: "output")) == read)
      }
      (byteCount, counts) = (finished.byteCount, result.counts)
    } catch let error as any ReportableError {
      failure = "\(error.place.map { $0.description } ?? ""): \(error.message)"
    }
  }
}
