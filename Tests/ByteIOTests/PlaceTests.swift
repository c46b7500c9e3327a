import ByteIO
import Testing

struct PlaceTests {
  @Test func `a place says as much as is known`() {
    #expect(Place(file: "f").description == "f")
    #expect(Place(file: "f", line: 2).description == "f:2")
    #expect(Place(file: "f", line: 2, column: 3, byte: 17).description == "f:2:3 (byte 17)")
    #expect(Place(file: "<stdin>", byte: 0).description == "<stdin> (byte 0)")
  }
}
