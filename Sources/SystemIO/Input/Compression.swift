package import Scan

/// A compression of inputs, handled by a program of the system.
package enum Compression: String, Sendable, CaseIterable {
  case gzip
  case zstd

  /// The compression of a file with this beginning; nil if there is none.
  package init?(firstBytes bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0x1F, bytes[1] == 0x8B {
      self = .gzip
      return
    }
    guard bytes.count >= Self.magicByteCount else { return nil }
    let isFrame = bytes[0] == 0x28 && bytes[1] == 0xB5 && bytes[2] == 0x2F && bytes[3] == 0xFD
    // A skippable frame may come first (RFC 8878, 3.1.2).
    let isSkippable =
      bytes[0] & 0xF0 == 0x50 && bytes[1] == 0x2A && bytes[2] == 0x4D && bytes[3] == 0x18
    guard isFrame || isSkippable else { return nil }
    self = .zstd
  }

  /// The number of bytes needed for detection.
  package static let magicByteCount = 4

  /// The program, and the name in messages.
  package var program: String { rawValue }

  /// The program's arguments for either direction, and its status for success with a warning.
  ///
  /// Compressed without name and time, so that equal bytes give equal bytes. By itself, zstd refuses
  /// files that need more than 128 MiB of its memory.
  var call: (decompressing: [String], compressing: [String], warningStatus: CInt?) {
    switch self {
    case .gzip: (["-dc"], ["-nc"], 2)
    case .zstd: (["-dcq", "--long=31"], ["-qc"], nil)
    }
  }
}

/// A compressed input that cannot be decompressed completely.
package struct DamagedCompression: ReportableError {
  /// The format of the file.
  package let compression: Compression
  /// The compressed file.
  package let path: String
  /// The program's message.
  package let reason: String

  package var kind: FailureKind { .badData }
  package var place: Place? { Place(file: path) }
  package var message: String { "not valid \(compression.program): \(reason)" }
  package var hint: String? { "the input may be cut short or changed; get it again" }
}

/// A needed program that is not installed.
package struct MissingProgram: ReportableError {
  /// The name of the program.
  package let program: String
  /// The file it is needed for.
  package let path: String

  package var kind: FailureKind { .missingProgram }
  package var message: String { "\(program) is needed to read '\(path)' and was not found" }
  package var hint: String? { "install \(program)" }
}
