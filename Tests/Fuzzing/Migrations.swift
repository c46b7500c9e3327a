import Runs

/// Migrated twice is migrated once, and the ranking is that of the five points before.
func migrate(_ bytes: [UInt8]) {
  FuzzFile.write(bytes, to: "input")
  defer { FuzzFile.remove("input", "once", "twice", "before", "after", "journal") }
  let once = FuzzTool.migrateRatings(["input", "-o", "once"] + FuzzTool.proof)
  guard FuzzTool.published.contains(once) else { return }
  hold(
    FuzzTool.published.contains(FuzzTool.migrateRatings("once", "-o", "twice", "--allow-empty")),
    "what was migrated cannot be migrated")
  hold(FuzzFile.read("once") == FuzzFile.read("twice"), "migrated twice, it is another")
  let before = FuzzTool.aggregateTop10(
    "input", "-o", "before", "--scale", "five-point", "--now", "0")
  guard FuzzTool.published.contains(before) else { return }
  // A neutral rating of no joke is a reject before, and gone after.
  let after = FuzzTool.aggregateTop10(
    "once", "-o", "after", "--now", "0", "--allow-empty")
  hold(FuzzTool.published.contains(after), "ranked after its migration, it ends with \(after)")
  hold(FuzzFile.read("before") == FuzzFile.read("after"), "the migrated ranking is another")
}

/// Whatever edits dumps does it once, and no result is what cannot be read.
func editDumps(_ bytes: [UInt8]) {
  FuzzFile.write(bytes, to: "input")
  FuzzFile.write(Array("a\n".utf8), to: "ids")
  defer { FuzzFile.remove("input", "once", "twice", "journal") }
  let edits: [@Sendable ([String]) -> ExitStatus] = [
    { FuzzTool.migrateRatings($0 + ["--allow-empty"]) },
    { FuzzTool.migrateSaved($0 + ["--now", "0"]) },
    { FuzzTool.editSaved($0 + ["--now", "0", "--save", "a", "--unsave", "b"]) },
    { FuzzTool.pruneProcessed($0 + ["--existing", "ids"]) },
  ]
  let published = FuzzTool.published
  for (number, edit) in edits.enumerated() {
    FuzzFile.remove("journal")
    guard published.contains(edit(["input", "-o", "once", "--force"] + FuzzTool.proof)) else {
      continue
    }
    let again = edit(["once", "-o", "twice", "--force"])
    hold(published.contains(again), "edit \(number) cannot be made again")
    hold(FuzzFile.read("once") == FuzzFile.read("twice"), "edit \(number) twice is another")
  }
}
