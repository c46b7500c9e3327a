import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output or standard error.
package enum StandardStream: CInt, Sendable {
  case output = 1
  case errors = 2

  /// Its name in messages.
  package var name: String {
    switch self {
    case .output: "<stdout>"
    case .errors: "<stderr>"
    }
  }

  /// Writes all the bytes.
  ///
  /// - Throws: `SystemError`, with the code `EPIPE` if the reader has closed.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: rawValue, path: name)
  }

  /// Writes a text.
  package func write(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    try write(bytes.span)
  }

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The terminal's width in columns, or nil if it is unknown or not a terminal.
  package var columnCount: Int? {
    var size = winsize()
    // SAFETY: TIOCGWINSZ fills the one winsize it is given.
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// Writes all the bytes to a descriptor, continuing after short writes and interruptions.
func writeAll(_ bytes: Span<UInt8>, to descriptor: CInt, path: String) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let rest = bytes.extracting(written..<bytes.count)
    // SAFETY: the pointer and count are those of the span, which outlives the call.
    let count = unsafe rest.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, min($0.count, largestTransfer))
    }
    if count >= 0 {
      written += count
    } else if errno != EINTR {
      throw SystemError(call: "write", path: path, code: errno)
    }
  }
}
