// The C library under one name: what it is called differs from system to system. Imported by `SystemIO`
// alone.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
