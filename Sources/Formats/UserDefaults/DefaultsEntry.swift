public import Jokes

/// An entry of a dictionary whose keys are joke ids.
public struct DefaultsEntry: Hashable, Sendable {
  /// The joke's id.
  public var key: JokeID
  /// The entry's value.
  public var value: DefaultsValue
  /// The offset of the value in the dump.
  public var byteOffset: Int
}
