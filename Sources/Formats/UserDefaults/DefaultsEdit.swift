public import Jokes

/// An edit of a dump, which names its place by key.
///
/// All edits of one call refer to the dump as it was read. Of two edits of the same value the later
/// wins.
public enum DefaultsEdit: Hashable, Sendable {
  /// Sets the rating of a joke: an existing one keeps its type and spelling, a missing entry or
  /// dictionary is added, with an integer.
  case setRating(in: DefaultsKey, JokeID, Rating)
  /// Removes an entry of a dictionary, if it exists.
  case removeEntry(in: DefaultsKey, JokeID)
  /// Sets a top-level flag; a missing flag is added at the end.
  case setBoolean(DefaultsKey, Bool)
  /// Sets an entry to a time; a missing entry or dictionary is added.
  case setTimestamp(in: DefaultsKey, JokeID, DefaultsNumber)
  /// Appends strings to an array; a missing array is added.
  case append(to: DefaultsKey, [String])
  /// Removes all occurrences of strings from an array, if it exists.
  ///
  /// Takes effect before strings that the same call appends.
  case removeStrings(from: DefaultsKey, Set<JokeID>)
  /// Removes up to this number of elements from the front of an array, if it exists.
  ///
  /// Takes effect before strings that the same call appends.
  case removeFirst(Int, from: DefaultsKey)
  /// Replaces the bytes of a value, in its form and layout; a missing value is added. In a JSON
  /// dump bytes that are nested JSON must stay JSON.
  case setData(DefaultsKey, [UInt8])
}
