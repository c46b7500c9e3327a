extension [ExitStatus] {
  /// The exit statuses of every tool that reads inputs and writes outputs, besides those of all
  /// tools.
  package static let ofWorkOnFiles: [ExitStatus] = [
    .changesPending, .doneWithRejects, .guardTripped, .badData, .noInput, .missingProgram,
    .cannotCreate, .locked, .permission,
  ]
}
