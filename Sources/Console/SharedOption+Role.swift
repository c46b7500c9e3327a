extension SharedOption {
  /// What the option has a say in.
  package var role: OptionRole {
    switch self {
    case .output, .inPlace, .force, .format, .salvage, .rejects, .mended, .now, .journal: .result
    case .proveUndo, .maxRejects, .expectCount, .expectDigest: .guarding
    case .dryRun, .planOut, .plan, .verify, .check, .undo, .resume, .checkpointBytes, .lockWait,
      .summary, .metrics, .hash, .redact, .onSuccess, .onFailure, .hookTimeout, .jobs, .quiet,
      .verbose, .logFormat, .color, .noProgress:
      .call
    }
  }
}
