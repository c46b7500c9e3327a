public import Jokes

/// One of the few changes that are made to a dump.
///
/// Edits name places by key. All edits of one call look at the dump as it was read; of two that set
/// one thing the later counts.
public enum DefaultsEdit: Hashable, Sendable {
  /// Makes the rating of a joke another, in the type and spelling that it has.
  case setRating(in: String, JokeID, Rating)
  /// Takes an entry out of a dictionary; nothing where there is none.
  case removeEntry(in: String, JokeID)
  /// Sets a flag of the top level, and makes it, last of all, where there is none.
  case setBoolean(String, Bool)
  /// Sets an entry to a time, and makes it, and the dictionary, where there is none.
  case setTimestamp(in: String, JokeID, DefaultsNumber)
  /// Puts strings behind those of an array, and makes the array where there is none.
  case append(to: String, [String])
  /// Takes strings out of an array, wherever they stand in it; nothing where there is none.
  ///
  /// It comes before what the same call appends to that array.
  case removeStrings(from: String, Set<JokeID>)
  /// Takes so many elements off the front of an array, or all where it has fewer; nothing where there
  /// is none.
  ///
  /// It comes before what the same call appends to that array.
  case removeFirst(Int, from: String)
  /// Puts other bytes in the place of those that a value holds, in the form and layout that it has,
  /// and makes it where there is none. In a JSON dump bytes that are JSON themselves stay that.
  case setData(String, [UInt8])
}
