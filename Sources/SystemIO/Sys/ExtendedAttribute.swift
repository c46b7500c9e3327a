#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if !canImport(Darwin)
  /// The name of an extended attribute: xattr(7).
  struct ExtendedAttribute: Equatable {
    /// An error number of the system.
    struct Failure: Error {
      let code: CInt
    }

    static let accessList = ExtendedAttribute(Array("system.posix_acl_access\0".utf8))
    /// The largest value or list of names on Linux.
    private static let largestByteCount = 64 << 10

    /// The name's bytes with a NUL.
    private let bytes: [UInt8]

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ name: String) { bytes = Array(name.utf8) + [0] }

    var name: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

    var isAccessList: Bool { self == Self.accessList }

    /// Whether it describes or authenticates the file's bytes, and must not be copied to others.
    var isOfBytes: Bool {
      ["security.capability", "security.ima", "security.evm"].contains(name)
    }

    /// The names of a file's attributes.
    static func all(of path: String) throws(Failure) -> [ExtendedAttribute] {
      let names = try unsafe filled { list, size in
        // SAFETY: the path is NUL-terminated, and the call fills at most the buffer.
        unsafe listxattr(path, list, size)
      }
      return names.split(separator: 0).map { ExtendedAttribute(Array($0) + [0]) }
    }

    /// The attribute's value of a file.
    func value(of path: String) throws(Failure) -> [UInt8] {
      try unsafe Self.filled { value, size in
        // SAFETY: path and name are NUL-terminated, and the call fills at most the buffer.
        unsafe bytes.withUnsafeBufferPointer { name in
          unsafe getxattr(path, name.baseAddress, value, size)
        }
      }
    }

    /// The attribute's value of an open file; nil if it has none.
    func value(of descriptor: CInt) throws(Failure) -> [UInt8]? {
      do throws(Failure) {
        return try unsafe Self.filled { value, size in
          // SAFETY: as above.
          unsafe bytes.withUnsafeBufferPointer { name in
            unsafe fgetxattr(descriptor, name.baseAddress, value, size)
          }
        }
      } catch {
        if error.code == ENODATA { return nil }
        throw error
      }
    }

    /// Sets the attribute of an open file.
    func set(_ value: [UInt8], of descriptor: CInt) throws(Failure) {
      // SAFETY: the name is NUL-terminated, and the call reads no more than the value.
      let result = unsafe bytes.withUnsafeBufferPointer { name in
        unsafe value.withUnsafeBufferPointer { value in
          unsafe fsetxattr(descriptor, name.baseAddress, value.baseAddress, value.count, 0)
        }
      }
      if result != 0 { throw Failure(code: errno) }
    }

    /// Removes the attribute from an open file, if it is there.
    func remove(from descriptor: CInt) {
      // SAFETY: the name is NUL-terminated.
      _ = unsafe bytes.withUnsafeBufferPointer { unsafe fremovexattr(descriptor, $0.baseAddress) }
    }

    /// The bytes that a call writes into a buffer.
    private static func filled(
      _ call: (UnsafeMutablePointer<UInt8>?, Int) -> Int
    ) throws(Failure) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: largestByteCount)
      // SAFETY: the call is given the buffer and its size.
      let count = unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe call($0.baseAddress, $0.count)
      }
      if count < 0 { throw Failure(code: errno) }
      return Array(buffer.prefix(count))
    }
  }

  // SAFETY: these are declared as `sys/xattr.h` declares them, which Swift's Glibc and Musl leave out.
  @_extern(c) private func listxattr(
    _ path: UnsafePointer<CChar>, _ list: UnsafeMutablePointer<UInt8>?, _ size: Int
  ) -> Int
  @_extern(c) private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<UInt8>?,
    _ value: UnsafeMutablePointer<UInt8>?, _ size: Int
  ) -> Int
  @_extern(c) private func fgetxattr(
    _ descriptor: CInt, _ name: UnsafePointer<UInt8>?, _ value: UnsafeMutablePointer<UInt8>?,
    _ size: Int
  ) -> Int
  @_extern(c) private func fsetxattr(
    _ descriptor: CInt, _ name: UnsafePointer<UInt8>?, _ value: UnsafePointer<UInt8>?, _ size: Int,
    _ flags: CInt
  ) -> CInt
  @_extern(c) private func fremovexattr(
    _ descriptor: CInt, _ name: UnsafePointer<UInt8>?
  ) -> CInt
#endif
