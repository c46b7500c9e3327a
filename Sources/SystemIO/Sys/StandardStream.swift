import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One of the two streams that a process writes to from its birth.
package enum StandardStream: CInt, Sendable {
  case output = 1
  case errors = 2

  /// What messages call it.
  package var name: String {
    switch self {
    case .output: "<stdout>"
    case .errors: "<stderr>"
    }
  }

  /// Writes all the bytes.
  ///
  /// - Throws: `SystemError`; its code is `EPIPE` where the reader has gone away.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: rawValue, path: name)
  }

  /// Writes the text whole.
  package func write(_ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    try write(bytes.span)
  }

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of its terminal in columns, or nil where it is none or does not tell.
  package var columnCount: Int? {
    var size = winsize()
    // SAFETY: TIOCGWINSZ fills the one winsize it is given.
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// Writes all the bytes to a descriptor, through short writes and interruptions.
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
