import Scan
import SystemIO
@testable import Runs

/// What stands for the target's directory, which is another each time.
private let directoryMark = "@/"

/// Any bytes as a plan, beside an input; its last line, and what it knows of the input, are made right
/// where that is wished. What is done is what the plan says.
func carryOut(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let parts = FuzzParts.split(bytes.dropFirst())
  guard parts.count > 1, isHarmless(parts[1]) else { return }
  defer { FuzzFile.removeAll() }
  FuzzFile.write(parts[0], to: "input")
  var lines = parts.dropFirst().map { replaced(directoryMark, FuzzFile.directory + "/", in: $0) }
  if choice & 1 != 0 { lines = lines.map(knowingInput) }
  if choice & 2 != 0 { lines.append(seal(of: lines).dropLast()) }
  FuzzFile.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [0x0A], to: "plan")
  _ = carryOut()
}

/// Gives whether the plan was carried out.
private func carryOut() -> Bool {
  let status = FuzzTool.migrateRatings(toldBy: "--plan", "plan")
  guard FuzzTool.published.contains(status) else { return false }
  do {
    let plan = try Plan(reading: "plan")
    let (run, results) = (plan.recorded, plan.results)
    // What the plan wanted of this call, such as to write nothing, nobody plans.
    if !Set(run.arguments).isDisjoint(with: ["--dry-run", "-n", "--check"]) { return true }
    for output in results.outputs {
      var hashes = false
      if case .sha256 = output.checksum { hashes = true }
      let made = try FileIdentity(reading: output.path, as: output.path, hashes: hashes)
      hold(made == output, "'\(output.path)' is not what was planned")
    }
    for path in results.removals { hold(FuzzFile.read(path) == nil, "'\(path)' is there still") }
    return true
  } catch {
    fatalError("carried out, the plan says: \(error)")
  }
}

/// Whether all that the command line of a plan names is in the target's directory.
private func isHarmless(_ header: [UInt8]) -> Bool {
  let line = Array(header.prefix { $0 != UInt8(ascii: "\n") })
  let words = JSONValue(ifIn: line.span)?["arguments"]?.elements?.compactMap(\.string) ?? []
  return words.allSatisfy { word in
    let rest = word.replacing("=" + directoryMark, with: "=")
    let path = rest.hasPrefix(directoryMark) ? rest.dropFirst(directoryMark.utf8.count) : rest[...]
    return !path.contains("/") && !path.contains("..") && !path.contains("\0")
  }
}

private func replaced(_ text: String, _ other: String, in bytes: [UInt8]) -> [UInt8] {
  bytes.replacing(Array(text.utf8), with: Array(other.utf8))
}

/// A line of a plan that tells of an input, telling what is so.
private func knowingInput(_ line: [UInt8]) -> [UInt8] {
  guard let object = JSONValue(ifIn: line.span),
    let input = FileIdentity(object, path: object["input"]),
    let found = try? FileIdentity(reading: "input", as: input.path, hashes: true)
  else { return line }
  var writer = JSONWriter()
  writer.object { object in
    object.member("input", input.path)
    object.writeMembers(of: found)
  }
  return writer.bytes
}

/// What the last line has to say of the others.
private func seal(of lines: [[UInt8]]) -> [UInt8] {
  var seal = LineSeal()
  var (changes, inputs, outputs, removals) = (0, 0, 0, 0)
  for (number, line) in lines.enumerated() {
    seal.enter((line + [UInt8(ascii: "\n")]).span)
    guard number > 0 else { continue }
    let object = JSONValue(ifIn: line.span)
    if line.starts(with: Array("{\"change\":".utf8)) {
      changes += 1
    } else if object?["input"] != nil {
      inputs += 1
    } else if object?["output"] != nil {
      outputs += 1
    } else if object?["removal"] != nil {
      removals += 1
    }
  }
  return seal.line(
    PlanFile.sealedCounts(changes: changes, inputs: inputs, outputs: outputs, removals: removals))
}

/// The plans of a fixture's migration, into another file and in its place.
func plans(of fixture: [UInt8]) -> [[UInt8]] {
  [["-o", "out"], ["--in-place"]].compactMap { words in
    defer { FuzzFile.removeAll() }
    FuzzFile.write(fixture, to: "input")
    _ = FuzzTool.migrateRatings(["input", "--dry-run", "--plan-out", "plan"] + words)
    guard let plan = FuzzFile.read("plan") else { return nil }
    let isDone = carryOut()
    FuzzFile.removeAll()
    FuzzFile.write(fixture, to: "input")
    let status = FuzzTool.migrateRatings(["input"] + words)
    hold(
      isDone == FuzzTool.published.contains(status),
      "planned, it is done: \(isDone); and at once, it ends with \(status)")
    let lines = replaced(FuzzFile.directory + "/", directoryMark, in: plan)
      .split(separator: UInt8(ascii: "\n")).dropLast().map { Array($0) }
    return FuzzParts.joined([fixture] + lines).map { [3] + $0 }
  }
}
