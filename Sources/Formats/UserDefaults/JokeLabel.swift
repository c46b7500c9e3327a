package import Jokes

/// A joke of a dump, as messages name it.
package struct JokeLabel: Sendable {
  /// The key of the dump in an object of dumps, which is the device's.
  package let device: String?
  /// The joke's id.
  package let joke: JokeID

  /// The id, after the device and a colon if there is a device.
  package var text: String { device.map { "\($0): \(joke)" } ?? joke.text }
}
