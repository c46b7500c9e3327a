package import Formats
import Jokes
import Scan

/// The names of a dump's device: its key in an object of dumps, and its `anonymousDeviceId`.
package struct DeviceNames: Sendable {
  fileprivate let all: [String]

  /// - Throws: an error of cause `unusable` if the dump has two ids.
  package init(
    of dump: DefaultsDump, _ record: borrowing Record
  ) throws(DefaultsDumpError) {
    var names: [String] = []
    if let name = record.name { names.append(name) }
    if case .string(let id)? = try dump.value(of: .deviceID) { names.append(id) }
    all = names
  }

  /// Whether one of them is the device's.
  package func contain(_ device: String) -> Bool {
    all.contains { $0.hasBytes(of: device) }
  }
}

/// The device that `--device` names, and the dumps met while searching for it.
///
/// A class, because the reader's visitor and the run share it.
package final class DeviceChoice {
  /// The device's id.
  package let device: String
  private var isFound = false
  /// Whether there are dumps of other devices than `first` lists, or of none.
  private var hasMore = false
  /// The device ids nearest to it, and the first ids met, each once.
  private var (nearest, first): ([String], [String]) = ([], [])

  /// The number of other devices listed in the error.
  private static let shownCount = 5

  /// Nil without `--device`.
  package init?(_ device: String?) {
    guard let device else { return nil }
    self.device = device
  }

  /// Notes a dump of these names.
  package func note(_ names: DeviceNames) {
    if names.contain(device) {
      isFound = true
      return
    }
    guard let name = names.all.first else {
      hasMore = true
      return
    }
    if !first.contains(where: { $0.hasBytes(of: name) }) {
      if first.count < Self.shownCount { first.append(name) } else { hasMore = true }
    }
    for near in NearestIDs.of(device, among: names.all)
    where nearest.count < Self.shownCount && !nearest.contains(where: { $0.hasBytes(of: near) }) {
      nearest.append(near)
    }
  }

  /// Throws if no dump was the device's.
  ///
  /// - Parameter shown: how to print a device's id.
  package func checkFound(
    in inputs: InputList, shown: (String) -> String = { $0 }
  ) throws(UnsuitableInput) {
    if isFound { return }
    let operands = inputs.operands.joined(separator: ", ")
    let path = inputs.inputs.count == 1 ? inputs.inputs[0].shownPath : operands
    throw UnsuitableInput(
      path, "no dump of the device '\(shown(device))' is there", hint: hint(shown))
  }

  private func hint(_ shown: (String) -> String) -> String? {
    func list(_ names: [String]) -> String {
      names.map { "'\(shown($0))'" }.joined(separator: ", ")
    }
    if !nearest.isEmpty { return "did you mean \(list(nearest))?" }
    if first.isEmpty { return nil }
    let more = hasMore ? " and others" : ""
    return "there are dumps of \(list(first))\(more)"
  }
}
