/// A value that is to be written.
enum TextValue {
  case flag(Bool)
  case data([UInt8])
  case dictionary(TextAdditions)
  case array(TextAdditions)
}

/// Entries that are to be written into one container.
enum TextAdditions {
  /// Elements of an array.
  case strings([String])
  /// The times among changes of a dictionary's entries, but for those that it has already.
  case entries(DefaultsChanges.EntryChanges, present: [Bool])
  case members([(key: String, value: TextValue)])

  var isEmpty: Bool {
    switch self {
    case .strings(let strings): strings.isEmpty
    case .members(let members): members.isEmpty
    case .entries(let entries, let present):
      !entries.order.contains { place in
        if case .number? = entries[place] { !present[place] } else { false }
      }
    }
  }
}
