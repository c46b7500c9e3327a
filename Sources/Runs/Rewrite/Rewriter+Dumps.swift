package import Formats

// Shared by the tools that rewrite dumps only.
extension Rewriter {
  /// Rewrites every dump.
  ///
  /// - Parameter visitor: decides about each dump.
  /// - Throws: as `rewrite`, and what the visitor throws.
  package mutating func rewriteDumps(_ visitor: any DumpVisitor) throws {
    let (isSalvaging, takesAny) = (pass.isSalvaging, format != nil)
    let sharing = WorkSharing(threadCount: run.arguments.workerCount)
    try rewrite(
      only: .dumps,
      refusal: (
        "it is an export of documents, and \(run.tool.name) reads UserDefaults dumps",
        UnsuitableInput.exportHint
      )
    ) { window, format, output, _ in
      try DefaultsDumpReader.read(
        window, as: format, into: output, isSalvaging: isSalvaging, takesAny: takesAny,
        sharing: sharing, visitor: visitor)
    }
  }
}

extension InputList {
  /// The operands of a tool for dumps, in the help.
  package static let dumpsHelp =
    "UserDefaults dumps (JSON, XML or binary property lists, or NDJSON with a dump a line): files, "
    + "directories, or '-' for standard input"
}
