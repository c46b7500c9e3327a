public import Jokes

extension SavedJokes {
  /// Reads the saved jokes of a dump: whether a joke is saved, since when, and which are.
  ///
  /// A key that is missing is empty; a saved timestamp that is no number counts as missing.
  ///
  /// - Throws: an error of cause `unusable` where the saved jokes are no array of strings, their
  ///   timestamps no dictionary, or a key comes twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let ids = try dump.strings(of: DefaultsKey.savedJokes) ?? []
    var timestamps: [JokeID: Double] = [:]
    for entry in try dump.entries(of: DefaultsKey.savedTimestamps) ?? [] {
      if case .number(let number) = entry.value { timestamps[entry.key] = number.double }
    }
    self.init(ids: ids.map { JokeID($0) }, timestamps: timestamps)
  }
}
