import Formats
import Scan
import SystemIO

// Mended records of a list of rejects, put back into their inputs.
extension InputList {
  /// The inputs, with the mended records of a list in their places.
  ///
  /// - Throws: `UnsuitableInput` if the file is not a list of rejects, has no mended record, or has
  ///   one of a file that is not an input; also any error of reading it.
  package func mended(by path: String?) throws -> InputList {
    guard let path else { return self }
    let list = try InputList([path])
    guard let input = list.inputs.first, list.directories.isEmpty else {
      throw UnsuitableInput(path, "it is not a list of rejects", hint: Self.listHint)
    }
    if inputs.contains(where: { !$0.isFound && $0.status.identity == input.status.identity }) {
      throw UsageError(
        "'\(path)' is an input and the list of '--mended': its records would be read twice",
        hint: "name it once")
    }
    let records = try Self.records(of: input)
    guard !records.entries.isEmpty else {
      if records.placedCount > 0 { throw Self.nothingMended(path) }
      if records.unplacedCount > 0 {
        throw UnsuitableInput(
          path, "its records have no place in a file, and cannot be put back",
          hint: "if a run with --mended wrote it, mend them in the list that this run read; else "
            + "name the list as an input, too: its records are read in the list")
      }
      throw UnsuitableInput(
        path, "it has no record that could be put back",
        hint: "'record_left_out' says why: if 'redacted', write the list again without --redact; "
          + "if 'not read', get the input again")
    }
    var mended = self
    mended.mendedList = input
    mended.unplacedCount = records.unplacedCount
    for (index, entries) in try places(of: records.entries, path) {
      mended.inputs[index].mending = Mending(try Self.mends(entries))
    }
    return mended
  }

  private static func records(of input: Input) throws -> MendedList {
    let source = try OpenInput(input, format: nil)
    if case .empty = source.finding { throw nothingMended(input.shownPath) }
    guard case .format(let format, _) = source.finding, format.isListOfRejects else {
      throw UnsuitableInput(input.shownPath, "it is not a list of rejects", hint: listHint)
    }
    return try MendedList(source.takeWindow(), as: format)
  }

  private static let listHint = "give the list that '--rejects' wrote, with its records mended"

  private static func nothingMended(_ list: String) -> UnsuitableInput {
    UnsuitableInput(
      list, "none of its records was mended", hint: "mend a 'record' or 'text' in it and save it")
  }

  /// The mended records by the number of their input.
  private func places(
    of entries: [MendedList.Entry], _ list: String
  ) throws -> [Int: [MendedList.Entry]] {
    var places: [Int: [MendedList.Entry]] = [:]
    let numbers = try InputNumbers(inputs)
    for (file, entries) in Dictionary(grouping: entries, by: { PathKey($0.file) }) {
      let found = try numbers.numbers(ofFile: file.path)
      guard let number = found.first, found.count == 1 else {
        throw UnsuitableInput(
          list,
          "it has a mended record of '\(file.path)', which is "
            + (found.isEmpty ? "none of the inputs" : "\(found.count) of the inputs"),
          hint: found.isEmpty
            ? "name that file, too, or take its records out of the list"
            : "name the inputs as they were named when the list was written")
      }
      places[number, default: []] += entries
    }
    return places
  }

  /// The records in order, each with those nested in it.
  private static func mends(_ entries: [MendedList.Entry]) throws -> [Mending.Mend] {
    let sorted = entries.sorted { one, other in
      let (range, otherRange) = (one.mend.range, other.mend.range)
      return (range.lowerBound, -range.upperBound) < (otherRange.lowerBound, -otherRange.upperBound)
    }
    var open: [Mending.Mend] = []
    var mends: [Mending.Mend] = []
    func close(before byte: Int) {
      while let last = open.last, last.range.upperBound <= byte {
        open.removeLast()
        if open.isEmpty { mends.append(last) } else { open[open.count - 1].inner.append(last) }
      }
    }
    for entry in sorted {
      let range = entry.mend.range
      close(before: range.lowerBound)
      if let last = open.last, last.range == range, last.checksum == entry.mend.checksum {
        open[open.count - 1].replacements += entry.mend.replacements
        continue
      }
      guard open.count < depthLimit,
        open.last.map({ $0.range.upperBound >= range.upperBound }) != false
      else {
        throw DamagedInput(
          format: "list of rejects", place: entry.place,
          reason: "its record overlaps that of another line", hint: "write the list again")
      }
      open.append(entry.mend)
    }
    close(before: .max)
    return mends
  }

  /// The maximal nesting of records; documents nest less deeply.
  private static let depthLimit = 300

  /// Notes how many records were put back, once all inputs are read.
  ///
  /// - Throws: `UnsuitableInput` if an input with mended records was not read, or no record differs
  ///   from the input's.
  func tellOfMending(_ diagnostics: Diagnostics) throws {
    guard let list = mendedList?.path else { return }
    var count = 0
    for input in inputs {
      guard let mending = input.mending else { continue }
      guard let changed = mending.changedCount else {
        throw UnsuitableInput(
          list, "it has mended records of '\(input.shownPath)', which was not read", hint: nil)
      }
      count += changed
    }
    guard count > 0 else { throw Self.nothingMended(list) }
    if unplacedCount > 0 {
      diagnostics.warning(
        "\(Amount.count(unplacedCount, of: "record")) in it \(unplacedCount == 1 ? "has" : "have") no "
          + "place in an input, and \(unplacedCount == 1 ? "is" : "are") not put back",
        kind: "unplaced record", at: Place(file: list))
    }
    diagnostics.note(
      "\(Amount.count(count, of: "mended record")) of '\(list)' \(count == 1 ? "replaces" : "replace") "
        + "the rejected \(count == 1 ? "one" : "ones")")
  }
}

/// The inputs by the names that a list of rejects may use.
private struct InputNumbers {
  private var byPath: [PathKey: Int] = [:]
  private var byIdentity: [FileStatus.Identity: Int] = [:]
  /// The absolute paths, by their last component.
  private var byName: [PathKey: [(path: String, number: Int)]] = [:]

  init(_ inputs: [InputList.Input]) throws {
    for (number, input) in inputs.enumerated() {
      byPath[PathKey(input.shownPath)] = number
      byIdentity[input.status.identity] = number
      let path = "/" + (try RecordedRun.absolute(input.path))
      byName[PathKey(lastComponent(of: path)), default: []].append((path, number))
    }
  }

  /// The inputs that a list's name may mean: by path, by the identity of the file, or by the end of
  /// the path, if the list was written in a directory below this one.
  func numbers(ofFile file: String) throws -> [Int] {
    if let number = byPath[PathKey(file)] { return [number] }
    if let status = try FileStatus(path: file), let number = byIdentity[status.identity] {
      return [number]
    }
    var end = file[...]
    while end.startsWithBytes(of: "./") { end = end.dropFirst(2) }
    let suffix = Array("/".utf8) + Array(end.utf8)
    return (byName[PathKey(lastComponent(of: file))] ?? []).filter {
      $0.path.utf8.suffix(suffix.count).elementsEqual(suffix)
    }.map(\.number)
  }
}
