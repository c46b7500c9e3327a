import Jokes
import Testing

struct JokePlacesTests {
  @Test(arguments: [0, 1, 7, 8, 9, 5000]) func `every id is found where it was put`(count: Int) {
    let ids = (0..<count).map { JokeID("joke \($0)") }
    var places = JokePlaces()
    for (place, id) in ids.enumerated() { places.insert(id, at: place) }
    #expect(places.count == count)
    for (place, id) in ids.enumerated() {
      #expect(places.place(of: id) { ids[$0] == id } == place)
    }
    #expect(places.place(of: JokeID("another")) { _ in true } == nil)
  }

  @Test func `an id with an equal hash but another text is not found`() {
    var places = JokePlaces(minimumCapacity: 1)
    places.insert(JokeID("a"), at: 0)
    #expect(places.place(of: JokeID("a")) { _ in false } == nil)
  }
}
