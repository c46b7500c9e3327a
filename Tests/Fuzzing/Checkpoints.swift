import Foundation
import Runs
@testable import Scan
@testable import SystemIO

private let checkpointPath = ".laughtrack-out.checkpoint"
private let partPath = ".laughtrack-out.part"

/// Any bytes as a checkpoint, an input, and a part of an output: what is gone on with ends in the bytes
/// of a run that was left alone. The checkpoint's checksums are made right where that is wished.
func resume(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let parts = FuzzParts.split(bytes.dropFirst())
  guard parts.count == 3 else { return }
  defer { FuzzFile.removeAll() }
  let (text, input) = (parts[0], parts[1])
  _ = resume(
    choice & 2 != 0 ? sealed(choice & 1 != 0 ? knowing(input, text) : text) : text, input, parts[2])
}

/// Gives whether the run went on.
private func resume(_ checkpoint: [UInt8], _ input: [UInt8], _ part: [UInt8]) -> Bool {
  // A run is a process of its own: what the one before had on its list goes with it.
  TemporaryFiles.removeAll()
  FuzzFile.write(input, to: "input")
  let plain = FuzzTool.migrateRatings("input", "-o", "whole")
  FuzzFile.write(part, to: partPath)
  FuzzFile.write(checkpoint, to: checkpointPath)
  let status = FuzzTool.migrateRatings("input", "-o", "out", "--resume")
  if status == plain {
    hold(FuzzFile.read("out") == FuzzFile.read("whole"), "resumed, the output is another")
    return true
  }
  // What does not begin as a checkpoint may be somebody's own file.
  let isOthers = !checkpoint.starts(with: "LaughTrack checkpoint 1\n".utf8)
  hold(
    status == .badData || isOthers && status == .cannotCreate,
    "resumed, it ends with \(status); left alone, with \(plain)")
  hold(FuzzFile.read("out") == nil, "refused, there is an output")
  return false
}

/// A checkpoint's text, saying of the input what is so.
private func knowing(_ input: [UInt8], _ text: [UInt8]) -> [UInt8] {
  var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  guard lines.count > 5 else { return text }
  let digits = String(decoding: lines[4].drop { !(0x30...0x39).contains($0) }, as: UTF8.self)
  let sum = CRC32C.checksum(Array(input.prefix(Int(digits) ?? 0)).span)
  lines[3] = Array("input: \(input.count)".utf8)[...]
  lines[5] = Array("input-crc32c: \(sum)".utf8)[...]
  return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
}

/// A checkpoint's text with the checksum that its last line must hold.
private func sealed(_ text: [UInt8]) -> [UInt8] {
  let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let body = lines.prefix(6).flatMap { $0 + [UInt8(ascii: "\n")] }
  return body + Array("crc32c: \(CRC32C.checksum(body.span))\n".utf8)
}

/// What a run leaves that is ended at a third and at the end of a fixture's migration.
func checkpoints(of fixture: [UInt8]) -> [[UInt8]] {
  defer { FuzzFile.removeAll() }
  FuzzFile.write(fixture, to: "input")
  _ = FuzzTool.migrateRatings("input", "-o", "whole")
  guard let whole = FuzzFile.read("whole"), whole.count > 2 else { return [] }
  return [whole.count / 3, whole.count].compactMap { byteCount in
    let (checkpoint, part) = left(of: fixture, Array(whole.prefix(byteCount)))
    FuzzFile.removeAll()
    hold(resume(checkpoint, fixture, part), "a run does not go on with its own checkpoint")
    FuzzFile.removeAll()
    return FuzzParts.joined([checkpoint, fixture, part]).map { [3] + $0 }
  }
}

/// The checkpoint and the part of a run that had written so much.
private func left(of input: [UInt8], _ written: [UInt8]) -> ([UInt8], [UInt8]) {
  FuzzFile.write(input, to: "input")
  do {
    var output = try ByteOutput(
      OutputTarget("out"),
      resuming: Resumption(
        of: "out", run: "migrate-ratings \(Version.text)", input: "input", byteCount: input.count,
        interval: written.count, resumes: false))
    try output.write(written)
    _ = try output.finish()
    return (FuzzFile.read(checkpointPath) ?? [], FuzzFile.read(partPath) ?? [])
  } catch {
    fatalError("no checkpoint can be made: \(error)")
  }
}
