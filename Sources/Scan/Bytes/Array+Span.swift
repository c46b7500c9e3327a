extension Array where Element: BitwiseCopyable {
  /// A view of the elements.
  ///
  /// Replaces the standard library's `Array.span`, which needs macOS 26 or iOS 26.
  @inlinable package var span: Span<Element> {
    @_lifetime(borrow self) borrowing get {
      // SAFETY: an array whose elements are no objects stores them contiguously, and the span borrows the
      // array.
      let elements = unsafe UnsafeBufferPointer(start: _baseAddressIfContiguous, count: count)
      return unsafe _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
    }
  }
}
