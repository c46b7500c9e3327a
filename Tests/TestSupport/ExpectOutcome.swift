package import Testing

extension ToolOutcome {
  /// Expects an exit status, and each of these texts on standard error.
  @discardableResult
  package func expect(
    _ status: Int32, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolOutcome {
    if self.status != status {
      Issue.record("expected exit \(status): \(self)", sourceLocation: sourceLocation)
    }
    for text in texts where !errors.contains(text) {
      Issue.record("expected '\(text)': \(self)", sourceLocation: sourceLocation)
    }
    return self
  }
}
