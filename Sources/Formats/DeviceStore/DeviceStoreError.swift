import Scan
import SystemIO

/// The error of a device store; the file is unchanged unless the reason says otherwise.
public enum DeviceStoreError: Error, Hashable, Sendable {
  /// The file cannot be read, or is not a regular file.
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// The file has the change, but its directory could not be flushed, so that a power failure may
  /// undo it.
  case undurable(path: String, reason: String)
  /// The file is not a dump, or a value in it has the wrong type.
  case unusable(path: String, DefaultsDumpError)
  /// Another process wrote the file since this store read it; open it again.
  case changed(path: String)

  /// Wraps an error of reading a file.
  init(reading path: String, _ error: any Error) {
    self = Self.known(error, path) ?? .unreadable(path: path, reason: Self.reason(of: error))
  }

  /// Wraps an error of replacing a file.
  init(writing path: String, _ error: any Error) {
    self = Self.known(error, path) ?? .unwritable(path: path, reason: Self.reason(of: error))
  }

  /// Wraps an error of flushing the directory of a replaced file.
  init(flushing path: String, _ error: any Error) {
    self = .undurable(path: path, reason: Self.reason(of: error))
  }

  private static func known(_ error: any Error, _ path: String) -> DeviceStoreError? {
    switch error {
    case let error as DeviceStoreError: error
    case let error as DefaultsDumpError: .unusable(path: path, error)
    default: nil
    }
  }

  private static func reason(of error: any Error) -> String {
    (error as? any ReportableError)?.message ?? "\(error)"
  }
}

extension DeviceStoreError: CustomStringConvertible {
  /// The file and the reason.
  public var description: String {
    switch self {
    case .unreadable(_, let reason), .unwritable(_, let reason), .undurable(_, let reason): reason
    case .unusable(let path, let error): "\(path): \(error)"
    case .changed(let path): "'\(path)' changed since it was read; open it again"
    }
  }
}
