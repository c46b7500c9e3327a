package import Formats
import Scan
import SystemIO

// The share of the inputs that a run with `--shard` reads.
extension InputList {
  /// A share of the inputs.
  package struct Share: Sendable {
    /// Which share it is, and of how many.
    package let shard: RunShard
    /// The inputs of all shares.
    let inputs: [Input]
    /// The files of all shares that are copied with exports.
    let companions: [Input]
    /// The exports of which all files are in the share; the counts of others cannot be checked.
    let wholeExports: Set<Int>
    /// Whether the files of an export may be in several shares.
    let dividesExports: Bool
  }

  /// The inputs, also those of other shares.
  var allInputs: [Input] { share?.inputs ?? inputs }
  /// The files copied with exports, also those of other shares.
  var allCompanions: [Input] { share?.companions ?? companions }

  /// How a run shares its inputs.
  package enum Dealing: Sendable {
    /// By bytes; the files of an export need not stay together.
    case bytes
    /// By bytes; an export stays together, because its metadata count all that is written.
    case bytesOrExports
    /// By the files' names, because their sizes change: every file and every export stays whole.
    case names

    /// The dealing of a run that rewrites its inputs, or only reads them.
    package init(_ arguments: Arguments) {
      self =
        arguments[.inPlace] ? .names : arguments[.output] != nil ? .bytesOrExports : .bytes
    }
  }

  /// The inputs in one share.
  ///
  /// The bytes of all inputs, laid end to end, are cut into equal ranges. A record belongs to the
  /// range in which its first byte lies. Only a file of lines is divided; another one belongs to
  /// the range in which its own first byte lies.
  ///
  /// - Parameters:
  ///   - shard: the share; nil is all inputs.
  ///   - format: the format that `--format` names.
  /// - Throws: `UnsuitableInput` if an input has no size, `UsageError` if the inputs cannot be
  ///   shared so, and errors of reading the inputs.
  package func shared(
    _ shard: RunShard?, _ dealing: Dealing, format: InputFormat?
  ) throws -> InputList {
    guard let shard else { return self }
    for input in inputs where !input.canBeReadTwice {
      throw UnsuitableInput(
        input.shownPath, "'--shard' needs files, and this is a stream, which has no size",
        hint: "save it to a file, and name that")
    }
    if dealing == .names, !shard.isWhole { try refuseSubcollections() }
    var dealer = Dealer(shard, dealing, self, format: format)
    var shared = self
    shared.inputs = try inputs.compactMap { try dealer.part(of: $0) }
    shared.companions = companions.filter {
      $0.export.map(dealer.wholeExports.contains) == true
    }
    // They are created once.
    if shard.index > 1 { shared.emptyFolders = [] }
    try refuseTakenNames(of: shared.inputs)
    shared.share = Share(
      shard: shard, inputs: inputs, companions: companions, wholeExports: dealer.wholeExports,
      dividesExports: dealing == .bytes && !shard.isWhole)
    return shared
  }

  /// Throws if a file is a document of a subcollection.
  ///
  /// The files of the documents above it may tell which one it is, and a share in place may remove
  /// them before another one looks.
  private func refuseSubcollections() throws(UsageError) {
    guard let input = inputs.first(where: { $0.documentPath.count > 2 }) else { return }
    throw UsageError(
      "'--in-place' with '--shard' cannot migrate '\(input.shownPath)': it is in a subcollection, and "
        + "another share may remove the document above, which its name depends on",
      hint: "write the shares with '-o DIR/', or migrate in place without '--shard'")
  }

  /// Throws if an input has the name that a part of another one gets in an output directory.
  private func refuseTakenNames(of parts: [Input]) throws(UsageError) {
    let names = Set(paths: inputs.map(\.relativePath))
    for part in parts where part.isPartOfFile {
      guard names.contains(PathKey(part.relativePath)) else { continue }
      throw UsageError(
        "'\(part.relativePath)' is an input, and the name of a part of '\(part.shownPath)'",
        hint: "rename it, or leave it out")
    }
  }
}

extension InputList.Input {
  /// Whether a range of the file is read, not all of it.
  var isPartOfFile: Bool { range != nil }
  /// The number of the bytes that are read.
  package var byteCount: Int { range?.count ?? status.byteCount }

  /// Its export, if it is a file of one.
  var export: Int? {
    switch role {
    case .shard(let export, _, _)?, .metadata(let export)?, .companion(let export)?,
      .beside(let export)?:
      export
    case .unlisted?, nil: nil
    }
  }
}

/// Deals the inputs, in their order.
private struct Dealer {
  private let shard: RunShard
  private let dealing: InputList.Dealing
  private let format: InputFormat?
  /// Whether it is the only input, which even an empty share reads.
  private let isAlone: Bool
  private let range: Range<Int>
  /// Where each export begins, if it stays together.
  private var exportStarts: [Int: Int] = [:]
  private(set) var wholeExports: Set<Int> = []
  /// The bytes of the inputs before the next one.
  private var start = 0

  init(
    _ shard: RunShard, _ dealing: InputList.Dealing, _ list: InputList, format: InputFormat?
  ) {
    (self.shard, self.dealing, self.format) = (shard, dealing, format)
    isAlone = list.inputs.count == 1 && !list.hasDirectory
    range = shard.range(of: list.inputs.reduce(0) { $0 + $1.status.byteCount })
    if shard.isWhole {
      wholeExports = Set(list.exports.indices)
      return
    }
    switch dealing {
    case .bytes: break
    case .bytesOrExports:
      var start = 0
      for input in list.inputs {
        if let export = input.export { exportStarts[export] = exportStarts[export] ?? start }
        start += input.status.byteCount
      }
      wholeExports = Set(
        list.exports.indices.filter { range.contains(exportStarts[$0] ?? 0) })
    case .names:
      var names: [Int: String] = [:]
      for input in list.inputs {
        if let export = input.export { names[export] = names[export] ?? input.relativePath }
      }
      wholeExports = Set(list.exports.indices.filter { owns(name: names[$0] ?? "") })
    }
  }

  /// The part of the next input that is in the share; nil if it has none.
  mutating func part(of input: InputList.Input) throws -> InputList.Input? {
    let here = start..<start + input.status.byteCount
    start = here.upperBound
    guard let range = try rangeOfPart(of: input, here) ?? (isAlone ? 0..<0 : nil) else {
      return nil
    }
    if range.count == here.count { return input }
    if range.isEmpty, !isAlone { return nil }
    var part = input
    part.range = range
    part.relativePath += name(ofPart: shard)
    return part
  }

  /// The bytes of an input that are in the share; nil if it belongs to another share.
  private func rangeOfPart(
    of input: InputList.Input, _ here: Range<Int>
  ) throws -> Range<Int>? {
    let whole = 0..<here.count
    if shard.isWhole { return whole }
    if dealing != .bytes, let export = input.export {
      return wholeExports.contains(export) ? whole : nil
    }
    if dealing == .names { return owns(name: input.relativePath) ? whole : nil }
    if here.isEmpty { return range.contains(here.lowerBound) ? whole : nil }
    let part = range.clamped(to: here)
    if part.isEmpty { return nil }
    if part == here { return whole }
    guard try input.isDivisible(format) else {
      return range.contains(here.lowerBound) ? whole : nil
    }
    return try input.lineStart(
      from: part.lowerBound - here.lowerBound)..<input.lineStart(
        from: part.upperBound - here.lowerBound)
  }

  /// Whether the share has the files of a name.
  private func owns(name: String) -> Bool {
    let digest = SHA256.digest(Array(name.utf8)).bytes
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(shard.count)) == shard.index - 1
  }

  /// What is added to a file's name for its part: equally long for every part, so that the names
  /// sort as the parts follow each other.
  private func name(ofPart shard: RunShard) -> String {
    let count = String(shard.count)
    return ".part-" + String(shard.index, digits: count.utf8.count) + "-of-" + count
  }
}

extension InputList.Input {
  /// Whether the file can be divided between any two lines.
  ///
  /// Not so without a line end after the last line: if that line is deleted, it takes along the
  /// line end before it, which may be in another share.
  fileprivate func isDivisible(_ format: InputFormat?) throws -> Bool {
    let source = try OpenInput(self, format: format)
    guard source.compression == nil, case .format(let found, _) = source.finding,
      found.isDivisible
    else { return false }
    var window = source.takeWindow()
    try window.narrow(to: status.byteCount - 1..<status.byteCount)
    try window.fill()
    return window.bytes[0] == UInt8(ascii: "\n")
  }

  /// The start of the first line at or after a byte.
  fileprivate func lineStart(from byte: Int) throws -> Int {
    guard byte > 0, byte < status.byteCount else { return byte }
    var window = ByteWindow(try InputFile(path: path), byteCount: 64 << 10)
    try window.narrow(to: byte - 1..<status.byteCount)
    while try window.refill() == .more {
      if let end = window.bytes.firstOffset(of: UInt8(ascii: "\n"), from: 0) {
        return window.offset + end + 1
      }
      window.drop(window.count)
    }
    return status.byteCount
  }
}
