import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// What a run writes.
enum Emission: String, CaseIterable, Sendable, ArgumentValue {
  /// The ranking.
  case document
  /// The counts of a share of the events, to be merged.
  case partial
}

extension Arguments {
  /// Whether the run writes a partial result.
  var emitsPartial: Bool { self[.emit] == .partial }

  /// Refuses options that partial results cannot serve: those that need every event at once, and
  /// those about the ranking, which only the merge makes.
  func checkPartials() throws(UsageError) {
    if emitsPartial {
      if let option = given.first(where: { $0.declaration.need == .ranking }) {
        throw UsageError(
          "'\(option.spelling)' is about the ranking, which '--emit partial' does not make",
          hint: "give it to the run with --merge")
      }
      try refuseOptionsOfEveryEvent(beside: "--emit partial")
    }
    if self[.shard] != nil, !emitsPartial {
      throw UsageError(
        "'--shard' needs '--emit partial': a ranking is of all inputs",
        hint: "merge the partial results of all shares with --merge")
    }
    if self[.merge] { try refuseOptionsOfEveryEvent(beside: "--merge") }
    if self[.partials] != nil { try refuseOptionsOfEveryEvent(beside: "--partials") }
  }

  private func refuseOptionsOfEveryEvent(beside option: String) throws(UsageError) {
    let hint = "read all inputs in one run without \(option)"
    if let other = given.first(where: { $0.declaration.need == .everyEvent }) {
      throw UsageError(
        "'\(other.spelling)' needs every event, and '\(option)' has counts", hint: hint)
    }
    if self[.dedupe] != .everyVote || self[.duplicates] != .count {
      let name = self[.dedupe] != .everyVote ? "--dedupe" : "--duplicates"
      throw UsageError("'\(name)' needs every event, and '\(option)' has counts", hint: hint)
    }
  }
}

extension Arguments {
  /// Refuses settings that were given and differ from those of the partial results.
  func check(against merged: PartialSettings) throws(UsageError) {
    if gives(.scale), self[.scale] != merged.scale {
      throw UsageError(
        "'--scale \(self[.scale].rawValue)' was given, and the partial results were made with "
          + "'--scale \(merged.scale.rawValue)'")
    }
    let collection = self[.collection].description
    if gives(.collection), !collection.hasBytes(of: merged.collection) {
      throw UsageError(
        "'--collection \(collection)' was given, and the partial results were made with "
          + "'--collection \(merged.collection)'")
    }
    if self[.maxUnmigrated] != nil, merged.scale == .fivePoint {
      throw UsageError.unmigratedHasNoEffect
    }
  }
}

extension UsageError {
  /// The refusal of `--max-unmigrated` on the scale that counts such ratings.
  static var unmigratedHasNoEffect: UsageError {
    UsageError(
      "'--max-unmigrated' has no effect with '--scale five-point', which counts such ratings")
  }
}

extension PartialResult {
  /// Spells paths as the recorded run did, if one is replayed, and replaces what may identify a
  /// device, if `--redact` is given.
  mutating func respell(with rejectLog: RejectLog) {
    for index in pieces.indices {
      let place = Place(file: rejectLog.spelling(of: pieces[index].path))
      pieces[index].path = rejectLog.redactor.redact(place, of: nil).file
    }
    for index in exports.indices {
      let place = Place(file: rejectLog.spelling(of: exports[index].shownMetadata))
      exports[index].shownMetadata = rejectLog.redactor.redact(place, of: nil).file
    }
    var labels = LabelCounts()
    labels.add(others: counts.unexpected.otherCount)
    for (label, count) in counts.unexpected.labels {
      labels.add(rejectLog.redactor.redact(label: label), times: count)
    }
    counts.unexpected = labels
  }
}
