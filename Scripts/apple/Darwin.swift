// For Scripts/check-apple: what Apple's overlay adds to its C module, by name and type only. A name that
// the sources begin to use is added here.
@_exported import Darwin

public var errno: Int32 {
  get { 0 }
  set {}
}
public var MAP_FAILED: UnsafeMutableRawPointer! { nil }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }

public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func openat(
  _ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(
  _ descriptor: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer
) -> Int32 { 0 }
public func ioctl(_ descriptor: CInt, _ request: UInt) -> CInt { 0 }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: CInt) -> CInt { 0 }
public func ioctl(
  _ descriptor: CInt, _ request: UInt, _ pointer: UnsafeMutableRawPointer
) -> CInt { 0 }
