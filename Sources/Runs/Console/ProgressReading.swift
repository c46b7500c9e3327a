import Scan
import SystemIO

/// The state of a progress meter at one moment, and its text.
///
/// Any numbers give a text, also a total of zero, a stopped clock, or more bytes done than the
/// total.
struct ProgressReading: Sendable {
  var bytesDone = 0
  var bytesTotal: Int?
  var recordsDone = 0
  var seconds = 0.0
  /// The part of the run that is being done, in a run of several, as in `pass 1 of 2: ids`.
  var phase: String?

  /// The share done, 0 to 1; nil if the total is unknown or zero.
  var share: Double? {
    guard let bytesTotal, bytesTotal > 0 else { return nil }
    return min(1, max(0, Double(bytesDone) / Double(bytesTotal)))
  }

  /// `52% (1.2 GB of 2.3 GB), 12.3 MB/s, 45,000 records/s, 1 min 05 s left`.
  var logLine: String {
    var parts: [String] = []
    if let percent, let bytesTotal {
      parts.append("\(percent) (\(Amount.bytes(bytesDone)) of \(Amount.bytes(bytesTotal)))")
    } else {
      parts.append("\(Amount.bytes(bytesDone)) done")
    }
    return (parts + rates).joined(separator: ", ")
  }

  /// A bar, the phase and the same figures, as many as fit.
  ///
  /// It leaves the last column free, because a terminal may wrap after it.
  func terminalLine(columns: Int) -> String {
    let room = min(columns, 4096) - 4
    let first = percent ?? Amount.bytes(bytesDone)
    let leading = [[phase, first].compactMap { $0 }, [first]].first { width(of: $0) <= room }
    let least = leading ?? [first]
    var parts = least + rates
    while parts.count > least.count, width(of: parts) > room { parts.removeLast() }
    let figures = parts.joined(separator: "  ")
    guard let share else { return TextWidth.truncated(figures, to: room) }
    let barLength = min(30, room - figures.count - 3)
    guard barLength >= 5 else { return TextWidth.truncated(figures, to: room) }
    let filled = Int(share * Double(barLength))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: barLength - filled)
    return "[\(bar)] \(figures)"
  }

  private var percent: String? { share.map { "\(Int($0 * 100))%" } }

  private var rates: [String] {
    guard let bytesPerSecond = rate(bytesDone), let recordsPerSecond = rate(recordsDone) else {
      return []
    }
    var speeds = ["\(Amount.bytes(bytesPerSecond))/s"]
    if recordsDone > 0 {
      speeds.append("\(Amount.count(Int(min(recordsPerSecond, 1e15)))) records/s")
    }
    guard let share, share < 1, let bytesTotal, bytesPerSecond > 0 else { return speeds }
    let left = Double(bytesTotal - bytesDone) / bytesPerSecond
    // Whole seconds: tenths would flicker, and the estimate is not that precise.
    let text = left < 60 ? "\(Int(left.rounded(.up))) s" : Amount.duration(seconds: left)
    return speeds + ["\(text) left"]
  }

  /// The amount per second; nil before the clock advances.
  private func rate(_ amount: Int) -> Double? {
    guard seconds.isFinite, seconds > 0 else { return nil }
    return max(0, Double(amount)) / seconds
  }

  private func width(of parts: [String]) -> Int { parts.joined(separator: "  ").count }
}
