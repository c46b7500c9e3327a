import Scan
import SystemIO

/// Why a store cannot do what it was asked to; the file is then as it was, unless the reason says so.
public enum DeviceStoreError: Error, Hashable, Sendable {
  /// The file cannot be read, or is nothing that a dump could be kept in.
  case unreadable(path: String, reason: String)
  /// The file cannot be replaced.
  case unwritable(path: String, reason: String)
  /// The file is read, but is no dump, or holds something else than was asked about.
  case unusable(path: String, DefaultsDumpError)
  /// Something else wrote the file since this store read it: open it again, and go on from there.
  case changed(path: String)

  /// Any error of reading a file.
  init(reading path: String, _ error: any Error) {
    self = Self.known(error, path) ?? .unreadable(path: path, reason: Self.reason(of: error))
  }

  /// Any error of replacing a file.
  init(writing path: String, _ error: any Error) {
    self = Self.known(error, path) ?? .unwritable(path: path, reason: Self.reason(of: error))
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
    case .unreadable(_, let reason), .unwritable(_, let reason): reason
    case .unusable(let path, let error): "\(path): \(error)"
    case .changed(let path): "'\(path)' changed since it was read; open it again"
    }
  }
}
