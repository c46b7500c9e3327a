import ByteIO
package import Console
import Formats

// Mended records of a list of rejects, put back where they stood.
extension InputList {
  /// The inputs with the mended records of a list in their places.
  ///
  /// - Throws: `UnsuitableInput` where it is no list, has no mended record, or one of a file that is no
  ///   input; and what keeps it from being read.
  package func mended(by path: String?) throws -> InputList {
    guard let path else { return self }
    let list = try InputList([path])
    guard let input = list.inputs.first, list.directories.isEmpty else {
      throw UnsuitableInput(path, "it is no list of rejects", hint: Self.listHint)
    }
    let source = try OpenInput(input, format: nil)
    guard case .format(let format, _) = source.finding, format.isListOfRejects else {
      throw UnsuitableInput(path, "it is no list of rejects", hint: Self.listHint)
    }
    let records = try MendedList(source.takeWindow(), as: format)
    guard !records.entries.isEmpty else {
      throw UnsuitableInput(
        path,
        records.unplacedCount == 0
          ? "none of its records was mended"
          : "its records do not say where they stood, and cannot be put back there",
        hint: records.unplacedCount == 0
          ? "mend a 'record' or 'text' in it and save it"
          : "name the list as an input: its records are read in the list")
    }
    var mended = self
    mended.unplacedCount = records.unplacedCount
    for (index, mends) in try places(of: records.entries, path) {
      mended.inputs[index].mending = try Self.mending(mends)
    }
    return mended
  }

  private static let listHint = "give the list that '--rejects' wrote, with its records mended"

  /// The mended records of each input, by its number.
  private func places(
    of entries: [MendedList.Entry], _ list: String
  ) throws -> [Int: [MendedList.Entry]] {
    var places: [Int: [MendedList.Entry]] = [:]
    var numbers: [String: Int?] = [:]
    for entry in entries {
      let number: Int?
      if let known = numbers[entry.file] {
        number = known
      } else {
        number = try self.number(ofFile: entry.file)
        numbers[entry.file] = number
      }
      guard let number else {
        throw UnsuitableInput(
          list, "it has a mended record of '\(entry.file)', which is none of the inputs",
          hint: "name that file, too, or take its records out of the list")
      }
      places[number, default: []].append(entry)
    }
    return places
  }

  /// The number of the input that a list calls so: by its path, by the end of it, where it was named
  /// from another directory, or by its name, if only one input has that.
  private func number(ofFile file: String) throws -> Int? {
    if let index = inputs.firstIndex(where: { $0.shownPath.hasBytes(of: file) }) { return index }
    for end in [file, Self.lastComponent(file)] {
      let suffix = ("/" + end).utf8
      let found = inputs.indices.filter {
        ("/" + inputs[$0].path).utf8.suffix(suffix.count).elementsEqual(suffix)
      }
      if found.count == 1 { return found.first }
    }
    return nil
  }

  private static func mending(_ entries: [MendedList.Entry]) throws -> Mending {
    var mends: [Mending.Mend] = []
    for entry in entries.sorted(by: { $0.mend.range.lowerBound < $1.mend.range.lowerBound }) {
      if mends.last == entry.mend { continue }
      if let last = mends.last, entry.mend.range.lowerBound < last.range.upperBound {
        throw DamagedInput(
          format: "list of rejects", place: entry.place,
          reason: "it mends a record that another line mends otherwise",
          hint: "leave one of the two lines in the list")
      }
      mends.append(entry.mend)
    }
    return Mending(mends)
  }

  /// Says how many records were put back, when all inputs are read.
  ///
  /// - Throws: `UnsuitableInput` where none was, because each is as it stands there, or where an input
  ///   was not read.
  package func tellOfMending(by list: String?, _ diagnostics: Diagnostics) throws {
    guard let list else { return }
    var count = 0
    for input in inputs {
      guard let mending = input.mending else { continue }
      guard let changed = mending.changedCount else {
        throw UnsuitableInput(
          list, "it has mended records of '\(input.shownPath)', which was not read", hint: nil)
      }
      count += changed
    }
    guard count > 0 else {
      throw UnsuitableInput(
        list, "none of its records was mended", hint: "mend a 'record' or 'text' in it and save it")
    }
    if unplacedCount > 0 {
      diagnostics.warning(
        "\(Amount.count(unplacedCount, of: "record")) in it \(unplacedCount == 1 ? "does" : "do") not "
          + "say where \(unplacedCount == 1 ? "it" : "they") stood, and \(unplacedCount == 1 ? "is" : "are") not put back",
        kind: "unplaced record", at: Place(file: list))
    }
    diagnostics.note(
      "\(Amount.count(count, of: "mended record")) of '\(list)' \(count == 1 ? "stands" : "stand") "
        + "where the rejected \(count == 1 ? "one" : "ones") stood")
  }
}
