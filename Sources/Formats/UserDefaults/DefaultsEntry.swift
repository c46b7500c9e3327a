public import Jokes

/// One entry of a dictionary whose keys are joke keys.
public struct DefaultsEntry: Hashable, Sendable {
  /// The joke.
  public var key: JokeID
  /// What the dictionary says about it.
  public var value: DefaultsValue
  /// Where the value begins in the dump.
  public var byteOffset: Int
}
