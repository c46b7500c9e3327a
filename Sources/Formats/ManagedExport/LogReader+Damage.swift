import Scan
import SystemIO

/// Skips damage in a log, if the run allows it.
extension LogReader {
  /// Rejects and skips a damaged stretch while salvaging.
  ///
  /// - Throws: `DamagedInput` if the run does not salvage.
  mutating func pass(_ damage: LogScan.Damage) throws {
    recordNumber += 1
    let byte = window.offset + position + damage.place
    let block = LogFrames.byteCountLeft(inBlockAt: byte)
    var error = DamagedInput(
      format: formatName, place: place(of: byte),
      reason: "record \(recordNumber): \(damage.reason)",
      hint: damage.isCut
        ? "the file may be cut short; \(Self.advice)" : Self.advice)
    guard isSalvaging else { throw error }
    var end = damage.resumption ?? damage.place + block
    var passed: Int?
    if scan.isTooLarge {
      end -= scan.byteCount
      passed = try abandonLargeRecord()
    }
    while window.count - position < end, try refill() == .more {}
    let lost = min(end, window.count - position)
    error.reason += fate(ofLost: lost, passed: passed)
    try visitor.reject(.damaged(error))
    totals.damageCount += 1
    scan.isResuming = true
    try leaveOut(lost)
  }

  /// Describes the fate of the damaged bytes.
  ///
  /// - Parameter passed: the number of bytes already written of the same record, if it is too large
  ///   to hold.
  private func fate(ofLost lost: Int, passed: Int?) -> String {
    guard output.isFraming else {
      let count = Amount.count(lost + (passed ?? 0), of: "byte")
      return "; \(count) up to where reading goes on "
        + (isRewritten ? "stay as they came, unread" : "are not read")
    }
    let count = Amount.count(lost, of: "byte")
    return (passed == nil ? "" : "; what comes before that stays, a record without an end")
      + "; \(count) up to where reading goes on are left out, and so is any rest of the record"
  }

  private static var advice: String {
    "get it again, or pass --salvage to skip this record"
  }

  /// Skips unreadable bytes; they are written unless records are reframed.
  mutating func leaveOut(_ byteCount: Int) throws {
    try write(upTo: position + byteCount)
    advance(byteCount)
  }
}
