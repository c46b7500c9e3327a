public import Jokes

/// The defaults of one device in a file, with the app's rules to read and change them.
///
/// Every change is on disk when it returns: written to a temporary beside the file, flushed, renamed
/// over it, and the directory flushed. The process may be killed, or the power fail, after the
/// hundredth asset: a hundred are marked. What the app does not know stays byte for byte.
///
///     var store = try DeviceStore(path: "device.plist")
///     for asset in assets where try !store.isProcessed(asset) {
///       process(asset)
///       try store.markProcessed(asset)
///     }
///
/// One process at a time owns a store, with one value of this type, for nobody waits for a lock: what
/// another wrote since the file was read is not overwritten, but found, and thrown as `changed`.
/// Only a write in the very moment of the rename could go unseen. Temporaries of a process that was
/// killed (`.laughtrack-….tmp`, beside the file) are in nobody's way, and go with the next change.
///
/// - Complexity: opening and each change are O(*n*) in the size of the dump, and a change costs one
///   rewrite of the file and two flushes. Memory is a small multiple of the dump's size.
public struct DeviceStore: ~Copyable, Sendable {
  private var file: DefaultsFile
  // What cannot be used is an error only for those who ask for it.
  private var assets: Result<ProcessedAssets, DefaultsDumpError>
  private var defaults: Result<FeedDefaults, DefaultsDumpError>

  /// Opens a dump, whatever its kind; where no file is, the first change makes one.
  ///
  /// - Parameter kind: what a new file is to be.
  /// - Throws: where the path names something that is no file, or no dump.
  public init(
    path: String, creating kind: DefaultsKind = .binaryPropertyList
  ) throws(DeviceStoreError) {
    file = try DefaultsFile(path: path, creating: kind)
    assets = Self.assets(of: file.dump)
    defaults = Self.defaults(of: file.dump)
  }

  /// Where the dump is.
  public var path: String { file.path }
  /// The dump as it is in the file.
  public var dump: DefaultsDump { file.dump }
}

// MARK: Processed assets

extension DeviceStore {
  /// Whether an asset was processed, and so is to be skipped.
  ///
  /// - Throws: where the dump's processed ids cannot be used.
  public func isProcessed(_ asset: String) throws(DeviceStoreError) -> Bool {
    try use(assets).contains(asset)
  }

  /// Marks an asset as processed, once.
  ///
  /// - Returns: true where it is marked now, durably; false where it was already, and nothing is
  ///   written.
  @discardableResult
  public mutating func markProcessed(_ asset: String) throws(DeviceStoreError) -> Bool {
    // The plan would tell, too, but has to read all ids for it.
    if try isProcessed(asset) { return false }
    let dump = dump
    let marking = try use(
      Result { () throws(DefaultsDumpError) in try ProcessedMarking(of: dump, marking: asset) })
    try file.apply(marking.edits)
    assets = .success(marking.processed)
    return true
  }

  private static func assets(
    of dump: DefaultsDump
  ) -> Result<ProcessedAssets, DefaultsDumpError> {
    Result { () throws(DefaultsDumpError) in
      ProcessedAssets(try dump.strings(of: DefaultsKey.processedAssets) ?? [])
    }
  }
}

// MARK: Jokes

extension DeviceStore {
  /// What was seen, rated and saved, all that the feed's order needs.
  ///
  /// - Throws: where the dump's ratings, impressions or saved jokes cannot be used.
  public func feed() throws(DeviceStoreError) -> FeedDefaults { try use(defaults) }

  /// Whether a joke is saved.
  public func isSaved(_ joke: JokeID) throws(DeviceStoreError) -> Bool {
    try feed().saved.contains(joke)
  }

  /// When a joke was saved, in seconds since 1970; nil where it is not, or nobody knows.
  public func savedTimestamp(of joke: JokeID) throws(DeviceStoreError) -> Double? {
    try feed().saved.timestamp(of: joke)
  }

  /// The saved jokes of a catalogue, newest saved first.
  public func savedList(of catalogue: [Joke]) throws(DeviceStoreError) -> [Joke] {
    try feed().saved.list(of: catalogue)
  }

  /// Saves a joke, durably; saving it again renews the time.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Returns: whether it was not saved before.
  /// - Precondition: the time is finite.
  @discardableResult
  public mutating func save(_ joke: JokeID, at now: Double) throws(DeviceStoreError) -> Bool {
    let dump = dump
    let plan = try use(
      Result { () throws(DefaultsDumpError) in
        try SavedJokesEdit(of: dump, saving: [joke], at: now)
      })
    try change(plan.edits)
    return !plan.before.contains(joke)
  }

  /// Takes a joke and its time off the saved ones, durably.
  ///
  /// - Returns: whether it was saved; where it was not, nothing is written.
  @discardableResult
  public mutating func unsave(_ joke: JokeID) throws(DeviceStoreError) -> Bool {
    let dump = dump
    let plan = try use(
      Result { () throws(DefaultsDumpError) in
        // Only saving needs a time.
        try SavedJokesEdit(of: dump, unsaving: [joke], at: 0)
      })
    try change(plan.edits)
    return plan.before.contains(joke)
  }

  /// Remembers a joke as seen; the oldest of 500 makes room.
  ///
  /// - Returns: true where it is remembered now, durably; false where it was already, and nothing is
  ///   written.
  @discardableResult
  public mutating func markImpression(_ joke: JokeID) throws(DeviceStoreError) -> Bool {
    let dump = dump
    let marking = try use(
      Result { () throws(DefaultsDumpError) in try ImpressionMarking(of: dump, marking: joke) })
    try change(marking.edits)
    return !marking.wasSeen
  }

  /// Makes edits that touch what the feed depends on, if there are any.
  private mutating func change(_ edits: [DefaultsEdit]) throws(DeviceStoreError) {
    guard !edits.isEmpty else { return }
    try file.apply(edits)
    defaults = Self.defaults(of: file.dump)
  }

  private static func defaults(of dump: DefaultsDump) -> Result<FeedDefaults, DefaultsDumpError> {
    Result { () throws(DefaultsDumpError) in try FeedDefaults(of: dump) }
  }

  /// A reading, its error told with the file.
  private func use<Reading>(
    _ reading: Result<Reading, DefaultsDumpError>
  ) throws(DeviceStoreError) -> Reading {
    do throws(DefaultsDumpError) {
      return try reading.get()
    } catch {
      throw .unusable(path: path, error)
    }
  }
}
