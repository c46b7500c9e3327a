import Console

private let event = "{\"id\":\"d\",\"joke_id\":\"j\",\"rating\":4}\n"

/// Any bytes as a journal: a dry run, because a journal may name any file.
func takeBack(_ bytes: [UInt8]) {
  FuzzFile.write(bytes, to: "journal")
  _ = FuzzTool.migrateRatings(toldBy: "--undo", "journal", "--dry-run")
}

/// Any bytes as a plan: a dry run, because a plan may name any file.
func carryOut(_ bytes: [UInt8]) {
  FuzzFile.write(bytes, to: "plan")
  _ = FuzzTool.migrateRatings(toldBy: "--plan", "plan", "--dry-run")
}

/// Any bytes as a checkpoint, beside a part of an output: what is gone on with ends in the right bytes.
func resume(_ bytes: [UInt8]) {
  let input = String(repeating: event, count: 9)
  let migrated = input.replacing("4", with: "5")
  FuzzFile.write(Array(input.utf8), to: "events")
  FuzzFile.write(Array(migrated.utf8.prefix(200)), to: ".laughtrack-out.part")
  FuzzFile.write(bytes, to: ".laughtrack-out.checkpoint")
  defer { FuzzFile.remove("out", ".laughtrack-out.part", ".laughtrack-out.checkpoint") }
  let status = FuzzTool.migrateRatings(toldBy: "events", "-o", "out", "--resume")
  hold(
    status != .done || FuzzFile.read("out") == Array(migrated.utf8),
    "resumed, the output is another")
}
