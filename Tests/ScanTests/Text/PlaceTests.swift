import Scan
import Testing

struct PlaceTests {
  @Test func `a place says as much as is known`() {
    #expect(Place(file: "f").description == "f")
    #expect(Place(file: "f", line: 2).description == "f:2")
    #expect(Place(file: "f", line: 2, column: 3, byte: 17).description == "f:2:3 (byte 17)")
    let inside = Place(file: "f.gz", line: 2, column: 3, byte: 17, isDecompressed: true)
    #expect(inside.description == "f.gz:2:3 (byte 17 after decompression)")
    #expect(Place(file: "<stdin>", byte: 0).description == "<stdin> (byte 0)")
  }
}
