import Foundation
import Scan
import Testing

/// Nicolas Seriot's JSONTestSuite, whose files are found where `LAUGHTRACK_SAMPLES` says.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"] != nil,
    "LAUGHTRACK_SAMPLES names no folder of samples"))
struct JSONTestSuiteTests {
  /// Of the files that a parser may take or leave, those taken: numbers of any size, because their
  /// digits are kept, and nesting of any depth.
  private static let accepted: Set<String> = [
    "i_number_double_huge_neg_exp", "i_number_huge_exp", "i_number_neg_int_huge_exp",
    "i_number_pos_double_huge_exp", "i_number_real_neg_overflow", "i_number_real_pos_overflow",
    "i_number_real_underflow", "i_number_too_big_neg_int", "i_number_too_big_pos_int",
    "i_number_very_big_negative_int", "i_structure_500_nested_arrays",
    "i_structure_UTF-8_BOM_empty_object",
  ]

  private static func files(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
    let root = try #require(ProcessInfo.processInfo.environment["LAUGHTRACK_SAMPLES"])
    let folder = root + "/json-test-suite/test_parsing"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasPrefix(prefix) }
      .map { name in
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
        // The mark is the file's, not the text's: who reads the file skips it.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        return (String(name.dropLast(".json".count)), bytes)
      }
  }

  @Test func `all 95 texts that are JSON are accepted`() throws {
    let files = try Self.files("y_")
    #expect(files.count == 95)
    for file in files { #expect(syntaxError(file.bytes) == nil, "\(file.name)") }
  }

  @Test func `all 188 texts that are not JSON are refused`() throws {
    let files = try Self.files("n_")
    #expect(files.count == 188)
    for file in files { #expect(syntaxError(file.bytes) != nil, "\(file.name)") }
  }

  @Test func `of the 35 doubtful texts the same 12 are accepted for ever`() throws {
    let files = try Self.files("i_")
    #expect(files.count == 35)
    let accepted = files.filter { syntaxError($0.bytes) == nil }.map(\.name)
    #expect(Set(accepted) == Self.accepted)
  }

  @Test func `numbers beyond every double stay numbers, and make none`() throws {
    let names: Set<String> = [
      "i_number_huge_exp", "i_number_neg_int_huge_exp", "i_number_pos_double_huge_exp",
      "i_number_real_neg_overflow", "i_number_real_pos_overflow",
    ]
    for file in try Self.files("i_number_") where names.contains(file.name) {
      guard case .array(let elements) = try JSONValue(file.bytes.span),
        case .number(let number)? = elements.first
      else {
        Issue.record("\(file.name) holds no number")
        continue
      }
      #expect(number.double == nil, "\(file.name)")
      #expect(number.integer == nil, "\(file.name)")
    }
  }
}
