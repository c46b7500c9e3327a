import Foundation
import Jokes
import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

/// Inputs read by `--format` in every format, right or wrong.
struct ForcedFormatTests {
  private static let formats = InputFormat.allCases.filter { $0.contents == .documents }

  /// Every file among the inputs of all tools.
  private static let files: [String] = {
    let inputs = Fixtures.data.appending(path: "input")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: inputs.path)) ?? []
    return names.filter { !$0.hasSuffix(".args") }.map { inputs.appending(path: $0) }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .map(\.path)
  }()

  private func window(_ path: String) throws -> ByteWindow {
    ByteWindow(try InputFile(path: path), byteCount: 4 << 10)
  }

  /// The number of findings in a file; nil if it is refused.
  private func count(_ path: String, as format: InputFormat) throws -> Int? {
    var window = try window(path)
    if let finding = try FormatDetector.detect(&window, as: format) {
      if case .empty = finding { return 1 }
      return nil
    }
    var context = InputContext()
    if format.isHistory {
      var rows = LatestRows()
      do {
        try rows.look(
          through: try self.window(path), as: format, file: 0, isSalvaging: false
        ) { _ in }
      } catch {
        return nil
      }
      context.latestRows = (rows, 0)
    }
    var documentCount = 0
    let visitor = AskingVisitor { _ in
      documentCount += 1
      return .keep
    }
    do {
      _ = try ExportReader.read(
        window, as: format, collection: nil, isSalvaging: false, knowing: context,
        visitor: visitor)
    } catch {
      return nil
    }
    return documentCount + visitor.problems.count + visitor.passedOver
  }

  @Test(arguments: formats)
  func `a file with content yields a record or an error in every format`(format: InputFormat) throws
  {
    #expect(Self.files.count > 200)
    for path in Self.files {
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      let isHollow = text.allSatisfy { "{}[],".contains($0) || $0.isWhitespace }
      if isHollow { continue }
      #expect(try count(path, as: format) != 0, "\(path) as \(format)")
    }
  }

  @Test(arguments: InputFormat.allCases.filter { $0.contents == .dumps && !$0.isListOfRejects })
  func `a format of dumps refuses a file of documents`(format: InputFormat) throws {
    for path in Self.files {
      var window = try window(path)
      guard case .format(let found, _) = try FormatDetector.detect(&window),
        found.contents == .documents, !InputFormat.plainest.contains(found)
      else { continue }
      guard case .unknown(let reason, _)? = try FormatDetector.detect(&window, as: format) else {
        Issue.record("\(path) as \(format)")
        continue
      }
      #expect(reason.hasPrefix("it holds documents") || reason.hasPrefix("it is an error"))
    }
  }

  private func refusal(_ text: String, as format: InputFormat) throws -> String? {
    try TemporaryDirectory.with { directory in
      var window = try window(directory.write(text, to: "input"))
      return switch try FormatDetector.detect(&window, as: format) {
      case nil: nil
      case .empty: "empty"
      case .format(let found, _): found.rawValue
      case .unknown(let reason, _), .serverError(let reason, _): reason
      }
    }
  }

  @Test(arguments: InputFormat.allCases)
  func `a server's error is refused in every format`(format: InputFormat) throws {
    let error = #"{"error":{"code":403,"message":"not yours","status":"PERMISSION_DENIED"}}"#
    for text in [error, "[\(error)]", error + "\n{\"rating\":4}\n"] {
      #expect(
        try refusal(text, as: format)
          == "it is an error that a server answered with: 'PERMISSION_DENIED', 'not yours'")
    }
    #expect(try refusal(" \n", as: format) == "empty")
  }

  @Test(arguments: InputFormat.allCases)
  func `a lone OAuth error is refused in every format`(
    format: InputFormat
  ) throws {
    let refused = #"{"error":"invalid_grant","error_description":"too old","error_uri":"u"}"#
    #expect(
      try refusal(refused + "\n", as: format)
        == "it is an error that a server answered with: 'invalid_grant', 'too old'")
  }

  @Test(arguments: [
    #"{"error":"a","error_description":"b"}"# + "\n{}", #"{"error":"a"}"#,
    #"[{"error":"a","error_description":"b"}]"#, #"{"error":1,"error_description":"b"}"#,
    #"{"error":"a","error_description":"b","id":"c"}"#,
    #"{"error_description":"b","error_uri":"u"}"#,
  ])
  func `a document with fields of an OAuth error is not an error`(text: String) throws {
    #expect(try refusal(text, as: .ndjson) == nil)
  }

  @Test func `a document may have a field 'error', and a dump any key`() throws {
    #expect(try refusal(#"{"error":{"code":403}}"#, as: .ndjson) == nil)
    #expect(try refusal(#"{"error":"none","id":"a"}"#, as: .ndjson) == nil)
    #expect(try refusal(#"{"AppleLanguages":["en"]}"#, as: .jsonDump) == nil)
    #expect(try refusal(#"{"settings":{"a":1}}"#, as: .jsonDump) == nil)
    let found = try refusal(#"{"rating":4,"joke_id":"a"}"#, as: .ndjsonDumps)
    #expect(found?.hasPrefix("it holds documents (NDJSON)") == true)
  }
}
