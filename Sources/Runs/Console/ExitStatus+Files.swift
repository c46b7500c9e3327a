extension [ExitStatus] {
  /// How every tool that reads inputs and writes outputs can end, beside the ways of all tools.
  package static let ofWorkOnFiles: [ExitStatus] = [
    .changesPending, .doneWithRejects, .guardTripped, .badData, .noInput, .missingProgram,
    .cannotCreate, .locked, .permission,
  ]
}
