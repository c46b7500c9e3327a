import Jokes
import Scan
import SystemIO

extension DefaultsChanges {
  /// The change of one value, for a plan file.
  package struct ValueChange {
    /// The top-level key of the dump.
    package let key: String
    /// The joke, if the change is to an entry of the key's dictionary.
    package let entry: String?
    /// The value before the change; nil if it is missing. `after` is nil for a removal.
    package let before: Value?
    /// The value after the change; nil if it is removed.
    package let after: Value?
    /// The offset of the value in the dump; a new value has none, so it is the dump's, 0.
    package let byteOffset: Int
  }

  /// A value in a plan.
  package enum Value {
    case value(DefaultsValue)
    case bytes([UInt8])
  }

  /// The changes for a plan file, in order.
  package func valueChanges(in dump: DefaultsDump) throws(DefaultsDumpError) -> [ValueChange] {
    var listed: [ValueChange] = []
    for change in changes { listed.append(try valueChange(change, dump.form)) }
    return listed
  }

  private func valueChange(
    _ change: Change, _ form: any DumpForm
  ) throws(DefaultsDumpError) -> ValueChange {
    let target = targets[change.target]
    let entry = name(of: change)
    let member = member(of: change, in: form.top)
    let before: Value? =
      if let member {
        if case .data = change.action {
          Self.value(try form.data(of: member))
        } else {
          .value(try form.value(of: member))
        }
      } else {
        nil
      }
    let after: Value? =
      switch change.action {
      case .rating(let rating): .value(.number(DefaultsNumber(spelling: "\(rating.rawValue)")))
      case .number: .value(.number(number(of: change)))
      case .string: .value(.string(content(of: change)))
      case .removal: nil
      case .flag(let flag): .value(.boolean(flag))
      case .data: .bytes(bytes(change.content).copied)
      }
    return ValueChange(
      key: target.key.name, entry: entry, before: before, after: after,
      byteOffset: member?.value.lowerBound ?? 0)
  }

  private static func value(_ data: DefaultsData) -> Value {
    switch data.content {
    case .bytes(let bytes): .bytes(bytes)
    case .unreadable(let reason): .value(.string(reason))
    }
  }
}
