public import Jokes

/// The UserDefaults of one device in a file, read and changed by the app's rules.
///
/// Every change is durable on return: it is written to a temporary next to the file, flushed and
/// renamed, and the directory is flushed. If the process is killed or the power fails after the
/// hundredth asset, a hundred are marked. Unknown keys keep their bytes.
///
///     var store = try DeviceStore(path: "device.plist")
///     for asset in assets where try !store.isProcessed(asset) {
///       process(asset)
///       try store.markProcessed(asset)
///     }
///
/// One process at a time, with one value of this type, owns a store. A file that another process
/// wrote since it was read is not overwritten; the change throws `changed`. Only a write at the
/// very moment of the rename could be missed. Temporaries of a killed process (`.laughtrack-….tmp`,
/// next to the file) are harmless, and the next change removes them.
///
/// - Complexity: opening and each change are O(*n*) in the size of the dump; a change costs one
///   rewrite of the file and two flushes. Memory is a small multiple of the dump's size.
public struct DeviceStore: ~Copyable, Sendable {
  private var file: DefaultsFile
  // An unusable part is an error only for requests that need it.
  private var assets: Result<ProcessedAssets, DefaultsDumpError>
  private var defaults: Result<FeedDefaults, DefaultsDumpError>

  /// Opens a dump in any format; the first change creates a missing file.
  ///
  /// - Parameter kind: the format of a new file.
  /// - Throws: if the path does not name a file or the file is not a dump.
  public init(
    path: String, creating kind: DefaultsKind = .binaryPropertyList
  ) throws(DeviceStoreError) {
    file = try DefaultsFile(path: path, creating: kind)
    assets = Self.assets(of: file.dump)
    defaults = Self.defaults(of: file.dump)
  }

  /// The path of the file.
  public var path: String { file.path }
  /// The dump in the file.
  public var dump: DefaultsDump { file.dump }
  /// Keeps further changes in memory, as a dry run does; the file stays as it is.
  package mutating func discardChanges() { file.isDiscarding = true }
  /// The attributes of the file that a change could not keep, such as its owner, in words.
  package var losses: [String] { file.losses }
}

// MARK: Processed assets

extension DeviceStore {
  /// Whether an asset is processed and to be skipped.
  ///
  /// - Throws: if the dump's processed ids are unusable.
  public func isProcessed(_ asset: String) throws(DeviceStoreError) -> Bool {
    try use { _ throws(DefaultsDumpError) in try assets.get() }.contains(asset)
  }

  /// Marks an asset as processed, once.
  ///
  /// - Returns: whether it was newly marked; false if it was already, and nothing is written.
  @discardableResult
  public mutating func markProcessed(_ asset: String) throws(DeviceStoreError) -> Bool {
    var processed = try use { _ throws(DefaultsDumpError) in try assets.get() }
    if processed.contains(asset) { return false }
    try file.apply([.append(to: .processedAssets, [asset])])
    // Held once, the set is not copied.
    assets = .success(ProcessedAssets())
    processed.mark(asset)
    assets = .success(processed)
    return true
  }

  private static func assets(
    of dump: DefaultsDump
  ) -> Result<ProcessedAssets, DefaultsDumpError> {
    Result { () throws(DefaultsDumpError) in
      ProcessedAssets(try dump.strings(of: .processedAssets) ?? [])
    }
  }
}

// MARK: Jokes

extension DeviceStore {
  /// The seen, rated and saved jokes, which determine the feed's order.
  ///
  /// - Throws: if the dump's ratings, impressions or saved jokes are unusable.
  public func feed() throws(DeviceStoreError) -> FeedDefaults {
    try use { _ throws(DefaultsDumpError) in try defaults.get() }
  }

  /// Whether a joke is saved.
  public func isSaved(_ joke: JokeID) throws(DeviceStoreError) -> Bool {
    try feed().saved.contains(joke)
  }

  /// The time at which a joke was saved, in seconds since 1970; nil if it is not saved or has no
  /// time.
  public func savedTimestamp(of joke: JokeID) throws(DeviceStoreError) -> Double? {
    try feed().saved.timestamp(of: joke)
  }

  /// The saved jokes of a catalogue, newest saved first.
  public func savedList(of catalogue: [Joke]) throws(DeviceStoreError) -> [Joke] {
    try feed().saved.list(of: catalogue)
  }

  /// Saves a joke, durably; saving it again renews the time.
  ///
  /// - Parameter now: the time in seconds since 1970.
  /// - Returns: whether it was not saved before.
  /// - Precondition: the time is finite.
  @discardableResult
  public mutating func save(_ joke: JokeID, at now: Double) throws(DeviceStoreError) -> Bool {
    let plan = try use { dump throws(DefaultsDumpError) in
      try SavedJokesEdit(of: dump, saving: [joke], at: now)
    }
    try change(plan.edits)
    return !plan.before.contains(joke)
  }

  /// Unsaves a joke and removes its time, durably.
  ///
  /// - Returns: whether it was saved before; otherwise nothing is written.
  @discardableResult
  public mutating func unsave(_ joke: JokeID) throws(DeviceStoreError) -> Bool {
    let plan = try use { dump throws(DefaultsDumpError) in
      // The time matters only for saving.
      try SavedJokesEdit(of: dump, unsaving: [joke], at: 0)
    }
    try change(plan.edits)
    return plan.before.contains(joke)
  }

  /// Marks a joke as seen, durably; of more than 500 the oldest are removed.
  ///
  /// - Returns: whether it was newly marked; false if it was already, and nothing is written.
  @discardableResult
  public mutating func markImpression(_ joke: JokeID) throws(DeviceStoreError) -> Bool {
    let stored = try use { dump throws(DefaultsDumpError) in
      try dump.strings(of: .impressions) ?? []
    }
    var impressions = Impressions(stored.map { JokeID($0) })
    if impressions.contains(joke) { return false }
    impressions.mark(joke)
    try change([
      .removeFirst(stored.count + 1 - impressions.jokes.count, from: .impressions),
      .append(to: .impressions, [joke.text]),
    ])
    return true
  }

  /// Applies edits that affect the feed, if there are any.
  private mutating func change(_ edits: [DefaultsEdit]) throws(DeviceStoreError) {
    guard !edits.isEmpty else { return }
    try file.apply(edits)
    defaults = Self.defaults(of: file.dump)
  }

  private static func defaults(of dump: DefaultsDump) -> Result<FeedDefaults, DefaultsDumpError> {
    Result { () throws(DefaultsDumpError) in try FeedDefaults(of: dump) }
  }

  /// Reads the dump; an error gets the file's path.
  private func use<Reading>(
    _ read: (DefaultsDump) throws(DefaultsDumpError) -> Reading
  ) throws(DeviceStoreError) -> Reading {
    do throws(DefaultsDumpError) {
      return try read(dump)
    } catch {
      throw .unusable(path: path, error)
    }
  }
}
