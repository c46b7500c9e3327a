public import Jokes

extension SavedJokes {
  /// Reads the saved jokes of a dump and their timestamps.
  ///
  /// A missing key counts as empty; a saved timestamp that is not a number counts as missing.
  ///
  /// - Throws: an error of cause `unusable` if the saved jokes are not an array of strings, if
  ///   their timestamps are not a dictionary, or if a key occurs twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let ids = try dump.strings(of: .savedJokes) ?? []
    self.init(
      ids: ids.map { JokeID($0) }, timestamps: try dump.timestamps(of: .savedTimestamps))
  }
}
