import Scan
import Synchronization
import SystemIO
@testable import Runs

/// Whatever edits a file is made of, its journal gives back what they were made in, and knows it where it
/// is there.
///
/// Each two parts are a text and what stands in its place, which may be the same.
func keepChanges(_ bytes: [UInt8]) {
  let parts = FuzzParts.split(bytes)
  guard parts.count.isMultiple(of: 2) else { return }
  let places = stride(from: 0, to: parts.count, by: 2)
  let original = places.flatMap { parts[$0] }
  let result = places.flatMap { parts[$0 + 1] }
  defer { FuzzFile.removeAll() }
  FuzzFile.write(original, to: "original")
  do {
    try keepChanges(parts)
    hold(FuzzFile.read("result") == result, "the result is another")
    let file = try JournalReader(InputFile(path: "journal")).files()[0]
    var restored: [UInt8] = []
    var reader = try JournalReader(InputFile(path: "journal"))
    let isBack = try reader.restore(file, from: "result") { restored += $0.copied }
    hold(isBack && restored == original, "what comes back is another")
    let isSame = original == result
    for (name, isOriginal, isResult) in [("original", true, isSame), ("result", isSame, true)] {
      var reader = try JournalReader(InputFile(path: "journal"))
      let told = (try file.isOriginal(at: name), try reader.isResult(at: name, of: file))
      hold(told == (isOriginal, isResult), "the \(name) is told to be another: \(told)")
    }
  } catch {
    fatalError("a journal of its own making: \(error)")
  }
}

private func keepChanges(_ parts: [[UInt8]]) throws {
  let steps = WaitingSteps()
  var output = try ByteOutput(OutputTarget("result"))
  output.follow(by: steps)
  for place in stride(from: 0, to: parts.count, by: 2) {
    let (text, replacement) = (parts[place], parts[place + 1])
    try output.replace(text.span, with: replacement.span)
  }
  try output.tellEdits()
  let byteCount = output.byteCount
  try output.finish().publish()
  var writer = try JournalWriter(
    ByteOutput(OutputTarget("journal"), permissions: .ownerOnly), tool: "tool", version: "1",
    time: Timestamp(seconds: 0), outputs: ["result"])
  for steps in steps.told.withLock({ $0 }) { try writer.add(steps) }
  try writer.end(
    JournalFile(
      originalPath: "original", resultPath: "result", mode: 0o600,
      original: JournalFile.Identity(of: InputFile(path: "original")),
      result: .steps(byteCount: byteCount)))
  try writer.finish().publish()
}

private final class WaitingSteps: EditFollower {
  let told = Mutex<[DeltaSteps.Finished]>([])
  func follow(_ steps: DeltaSteps.Finished) { told.withLock { $0.append(steps) } }
}

/// Any bytes as a journal, in a dry run, because a journal may name any file; or frames whose checksums
/// are made right.
func takeBack(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  defer { FuzzFile.removeAll() }
  let rest = bytes.dropFirst()
  guard choice & 1 != 0 else {
    FuzzFile.write(Array(rest), to: "journal")
    _ = FuzzTool.migrateRatings(toldBy: "--undo", "journal", "--dry-run")
    return
  }
  let parts = FuzzParts.split(rest)
  guard let result = parts.first else { return }
  var journal = MendedJournal(of: result, mendsCounts: choice & 2 != 0)
  for frame in parts.dropFirst() { journal.append(frame) }
  _ = takeBack(journal, result)
}

/// An undo that is done gave back what the steps say, and one that is refused changed nothing; gives
/// whether it is done.
private func takeBack(_ journal: MendedJournal, _ result: [UInt8]) -> Bool {
  FuzzFile.write(journal.bytes, to: "journal")
  for file in journal.files where !file.went { FuzzFile.write(result, to: file.name) }
  guard FuzzTool.migrateRatings(toldBy: "--undo", "journal") == .done else {
    for file in journal.files {
      hold(FuzzFile.read(file.name) == (file.went ? nil : result), "refused, it changed a file")
    }
    return false
  }
  for file in journal.files {
    hold(
      file.original.map { FuzzFile.read(file.name) == $0 } == true,
      "what came back is not what the journal says")
  }
  let again = FuzzTool.migrateRatings(toldBy: "--undo", "journal")
  hold(again == .done, "taken back again, it ends with \(again)")
  for file in journal.files {
    hold(FuzzFile.read(file.name) == file.original, "taken back again, it is another")
  }
  return true
}

// MARK: What to begin with

/// A fixture beside what the migration makes of it.
func pairs(of fixture: [UInt8]) -> [[UInt8]] {
  guard let (result, _) = migrated(fixture) else { return [] }
  return [[fixture, result], [result, fixture]].compactMap { FuzzParts.joined($0) }
}

/// The journal of a fixture's migration: its frames beside what it left, and as it is.
func journals(of fixture: [UInt8]) -> [[UInt8]] {
  guard let (result, journal) = migrated(fixture), let journal else { return [] }
  var rest = journal.dropFirst(JournalFormat.beginning.utf8.count)
  var parts = [result]
  while let kind = rest.popFirst() {
    let count = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + $1]) << (8 * $1) }
    rest = rest.dropFirst(JournalFormat.headerByteCount - 1)
    parts.append([kind] + rest.prefix(count))
    rest = rest.dropFirst(count)
  }
  var mended = MendedJournal(of: result, mendsCounts: true)
  for frame in parts.dropFirst() { mended.append(frame) }
  hold(takeBack(mended, result), "a run's own journal does not take it back")
  FuzzFile.removeAll()
  return [FuzzParts.joined(parts).map { [3] + $0 }, [0] + journal].compactMap(\.self)
}

/// What the migration makes of a fixture, with its journal where it changes something.
private func migrated(_ fixture: [UInt8]) -> (result: [UInt8], journal: [UInt8]?)? {
  defer { FuzzFile.removeAll() }
  FuzzFile.write(fixture, to: "input")
  _ = FuzzTool.migrateRatings("input", "-o", "result", "--journal", "journal")
  return FuzzFile.read("result").map { ($0, FuzzFile.read("journal")) }
}
