import Formats
import Foundation
import Jokes
import Testing

@Suite struct BinaryDefaultsTests {
  /// A list of one dictionary of ratings, `a` and `b` being this very object.
  private func ratings(_ object: [UInt8]) -> ListBuilder {
    var list = ListBuilder()
    list.objects = [
      [0xD1, 1, 2], [0x5B] + Array("jokeRatings".utf8), [0xD2, 3, 4, 5, 5], [0x51, 0x61],
      [0x51, 0x62], object,
    ]
    return list
  }

  private func read(_ list: ListBuilder) throws -> DefaultsDump {
    try DefaultsDump(reading: list.bytes(), as: .binaryPropertyList)
  }

  private static let wideFours: [[UInt8]] = [
    [0x10, 4], [0x11, 0, 4], [0x12, 0, 0, 0, 4], [0x13, 0, 0, 0, 0, 0, 0, 0, 4],
    [0x14] + [UInt8](repeating: 0, count: 15) + [4], [0x22, 0x40, 0x80, 0, 0],
    [0x23, 0x40, 0x10, 0, 0, 0, 0, 0, 0],
  ]
  private static let wideFives: [[UInt8]] = wideFours.map { four in
    switch four[0] {
    case 0x22: [0x22, 0x40, 0xA0, 0, 0]
    case 0x23: [0x23, 0x40, 0x14, 0, 0, 0, 0, 0, 0]
    default: four.dropLast() + [5]
    }
  }

  @Test(arguments: zip(wideFours, wideFives))
  func `a four keeps its type and width, and is changed for one joke alone`(
    four: [UInt8], five: [UInt8]
  ) throws {
    let list = ratings(four)
    let dump = try read(list)
    #expect(
      try dump.entries(of: "jokeRatings")?.map(\.value.reading) == [.rating(.four), .rating(.four)])
    let result = try dump.applying([.setRating(in: "jokeRatings", JokeID("a"), .five)])
    var expected = list
    expected.objects[2] = [0xD2, 3, 4, 6, 5]
    expected.objects.append(five)
    #expect(result == expected.bytes())
  }

  @Test(
    arguments: [
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), "-1"),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "4294967295"),
      ([0x14] + [UInt8](repeating: 0xFF, count: 15) + [0xFC], "-4"),
      ([0x14, 0x80] + [UInt8](repeating: 0, count: 15), "-1.70141183460469231731…e38"),
      (
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        "18446744073709551615"
      ),
      ([0x22, 0x40, 0x83, 0x33, 0x33], "4.099999904632568"), ([0x22, 0x7F, 0xC0, 0, 0], "nan"),
      ([0x23, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0], "-inf"),
      ([0x23, 0x40, 0x12, 0, 0, 0, 0, 0, 0], "4.5"), ([0x09], "true"), ([0x08], "false"),
      ([0x00], "null"), ([0x51, 0x34], "\"4\""), ([0x61, 0, 0x34], "\"4\""),
      ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], "a date"), ([0x41, 4], "data"), ([0x80, 4], "a UID"),
      ([0xA0], "an array"), ([0xC0], "a set"), ([0xD0], "a dictionary"),
      ([0x62, 0xD8, 0x3D, 0xDE, 0], "\"😀\""), ([0x61, 0xD8, 0], "malformed text"),
    ] as [([UInt8], String)])
  func `anything else has a label`(object: [UInt8], label: String) throws {
    let readings = try read(ratings(object)).entries(of: "jokeRatings")?.map(\.value.reading)
    #expect(readings == [.unexpected(label), .unexpected(label)])
  }

  @Test(arguments: [0, 0.1, 4.1, 1_770_000_128, -2.5, .greatestFiniteMagnitude] as [Float])
  func `a real of four bytes is the same number in eight`(number: Float) throws {
    let list = ratings([0x22] + ListBuilder().bigEndian(Int(number.bitPattern), 4))
    let values = try read(list).entries(of: "jokeRatings")?.map(\.value)
    let expected = DefaultsValue.number(DefaultsNumber(seconds: Double(number)))
    #expect(values == [expected, expected])
  }

  @Test func `a key that is no string is unusable, one twice too`() throws {
    var list = ratings([0x10, 4])
    list.objects[3] = [0x10, 1]
    let dump = try read(list)
    #expect(
      throws: DefaultsDumpError(.unusable, "a key of a dictionary is not a string", at: 28)
    ) { try dump.entries(of: "jokeRatings") }
    list.objects[3] = [0x61, 0, 0x62]
    let twice = try read(list)
    #expect(throws: DefaultsDumpError.self) { try twice.entries(of: "jokeRatings") }
  }

  @Test(
    arguments: [
      [0x0D], [0x15] + [UInt8](repeating: 0, count: 32), [0x21, 0, 0], [0x32, 0, 0, 0, 0], [0x70],
      [0x5F, 0x51], [0x5F, 0x13, 0xFF, 0, 0, 0, 0, 0, 0, 0], [0x5F, 0x12, 0x7F, 0, 0, 0],
      [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xA1, 6], [0xD1, 0, 99],
      [0x5E],
    ] as [[UInt8]])
  func `an object that is none is damage`(object: [UInt8]) {
    let error = #expect(throws: DefaultsDumpError.self) { try read(ratings(object)) }
    #expect(error?.cause == .damaged)
  }

  @Test(arguments: [[0x51, 0xE9], [0x53, 0x61, 0x80, 0x61]] as [[UInt8]])
  func `a string that is not ASCII is damage at its place, even if nothing refers to it`(
    string: [UInt8]
  ) {
    var list = ratings(string)
    #expect(throws: DefaultsDumpError(.damaged, "invalid ASCII", at: 32)) { try read(list) }
    list.objects[5] = [0x10, 4]
    _ = list.add(string)
    #expect(throws: DefaultsDumpError(.damaged, "invalid ASCII", at: 34)) { try read(list) }
  }

  @Test func `a flipped bit in a key of the app hides nothing`() {
    var list = ratings([0x10, 4])
    list.objects[1][3] |= 0x80
    #expect(throws: DefaultsDumpError(.damaged, "invalid ASCII", at: 11)) { try read(list) }
  }

  @Test func `objects that overlap, or lie outside, are damage`() throws {
    let bytes = ratings([0x10, 4]).bytes()
    let table = bytes.count - 32 - 12
    for offset: UInt8 in [8, 9, 7, UInt8(table), 0xFF] {
      var changed = bytes
      changed[table + 11] = offset
      #expect(throws: DefaultsDumpError.self, "\(offset)") {
        try DefaultsDump(reading: changed, as: .binaryPropertyList)
      }
    }
  }

  @Test(
    arguments: [
      // An array that holds itself; a dictionary that holds the list; a circle that nothing refers to.
      (2, [0xA1, 2]), (2, [0xD2, 3, 4, 0, 5]), (5, [0xA2, 3, 2]), (6, [0xA1, 6]), (6, [0xC1, 6]),
    ] as [(Int, [UInt8])])
  func `a container that holds itself is damage`(place: Int, object: [UInt8]) throws {
    var list = ratings([0x10, 4])
    if place == list.objects.count { _ = list.add([]) }
    list.objects[place] = object
    let error = #expect(throws: DefaultsDumpError.self) { try read(list) }
    #expect(error?.cause == .damaged && error?.reason == "a container holds itself")
  }

  @Test func `containers may be shared`() throws {
    var list = ratings([0xA0])
    list.objects[2] = [0xD2, 3, 4, 5, 5]
    #expect(
      try read(list).entries(of: "jokeRatings")?.map(\.value.reading)
        == [.unexpected("an array"), .unexpected("an array")])
  }

  /// A list of one array, or dictionary, of many references to one string.
  private static func repeating(_ byteCount: Int, _ count: Int, asDictionary: Bool) -> [UInt8] {
    var list = ListBuilder()
    list.referenceSize = 4
    list.offsetSize = 4
    let text = list.add([0x5F, 0x12] + list.bigEndian(byteCount, 4))
    list.objects[text] += [UInt8](repeating: UInt8(ascii: "x"), count: byteCount)
    let key = list.add(asDictionary ? "jokeRatings" : "savedJokeIds")
    let value =
      asDictionary
      ? list.addDictionary((0..<count).map { (list.add("\($0)"), text) })
      : list.addArray([Int](repeating: text, count: count))
    list.top = list.addDictionary([(key, value)])
    return list.bytes()
  }

  @Test(arguments: [false, true])
  func `a long string that a container refers to many times is not read`(asDictionary: Bool) throws
  {
    let bytes = Self.repeating(60_000, 65_000, asDictionary: asDictionary)
    let dump = try DefaultsDump(reading: bytes, as: .binaryPropertyList)
    let error = #expect(throws: DefaultsDumpError.self) {
      if asDictionary { _ = try dump.entries(of: "jokeRatings") }
      _ = try dump.strings(of: "savedJokeIds")
    }
    #expect(error?.cause == .unusable && error?.reason.hasSuffix("they take 3.9 GB") == true)
    let few = Self.repeating(60_000, 60, asDictionary: asDictionary)
    let small = try DefaultsDump(reading: few, as: .binaryPropertyList)
    let key: DefaultsKey = asDictionary ? .ratings : .savedJokes
    let count = asDictionary ? try small.entries(of: key)?.count : try small.strings(of: key)?.count
    #expect(count == 60)
  }

  @Test(arguments: [(0x5F, 0x61), (0x6F, 0x61), (0x6F, 0xD8)] as [(UInt8, UInt8)])
  func `a long key that many entries share is read once`(marker: UInt8, last: UInt8) throws {
    var list = ListBuilder()
    (list.referenceSize, list.offsetSize) = (4, 4)
    let byteCount = marker == 0x5F ? 60_000 : 120_000
    let key = list.add([marker, 0x12] + list.bigEndian(60_000, 4))
    list.objects[key] += [UInt8](repeating: 0x61, count: byteCount - 2) + [last, last]
    let rating = list.add([0x10, 4])
    let entries = [(Int, Int)](repeating: (key, rating), count: 60_000)
    list.top = list.addDictionary(
      entries + [(list.add("jokeRatings"), list.addDictionary(entries))])
    let bytes = list.bytes()
    let start = ContinuousClock.now
    let dump = try DefaultsDump(reading: bytes, as: .binaryPropertyList)
    #expect(dump.looksLikeDump)
    #expect(throws: DefaultsDumpError.self) { try dump.entries(of: "jokeRatings") }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `detection reads only the beginning of a top-level key`() throws {
    var list = ratings([0x10, 4])
    list.objects[1] = list.header(0x50, 20_000) + Array("cachedJokes_".utf8)
    list.objects[1] += [UInt8](repeating: 0x61, count: 20_000 - 12)
    list.offsetSize = 4
    #expect(try read(list).looksLikeDump)
    list.objects[1] = [0x5C] + Array("jokeRatingsX".utf8)
    #expect(try !read(list).looksLikeDump)
    list.objects[1] = [0x6B] + "jokeRatings".utf16.flatMap { [0, UInt8($0)] }
    #expect(try read(list).looksLikeDump)
  }

  @Test func `a chain of arrays doubled at each step is not expanded`() throws {
    var list = ratings([0x10, 4])
    list.referenceSize = 2
    list.offsetSize = 3
    let depth = 1000
    list.objects = (1..<depth).map { list.header(0xA0, 2) + list.references([$0, $0]) }
    _ = list.addArray([])
    let key = list.add("x")
    list.top = list.addDictionary([(key, 0)])
    let dump = try read(list)
    let result = try dump.applying([.append(to: "x", ["y"]), .setBoolean("f", true)])
    let again = try DefaultsDump(reading: result, as: .binaryPropertyList)
    #expect(try again.value(of: "f")?.flag == true)
    #expect(result.count < list.bytes().count + 64)
  }

  @Test func `a container that others share is copied, not changed`() throws {
    var list = ratings([0x10, 4])
    list.objects[0] = [0xD2, 1, 6, 2, 2]
    _ = list.add("backup")
    let dump = try read(list)
    let result = try dump.applying([
      .setRating(in: "jokeRatings", JokeID("a"), .five),
      .removeEntry(in: "jokeRatings", JokeID("b")),
    ])
    var expected = list
    expected.objects[0] = [0xD2, 1, 6, 8, 2]
    expected.objects += [[0x10, 5], [0xD1, 3, 7]]
    #expect(result == expected.bytes())
    let again = try DefaultsDump(reading: result, as: .binaryPropertyList)
    #expect(try again.entries(of: "backup")?.count == 2)
  }

  @Test func `flags, times and strings are added behind the old objects`() throws {
    let list = ratings([0x10, 4])
    let result = try read(list).applying([
      .setBoolean("f", true), .append(to: "savedJokeIds", ["a", "é", "z"]),
      .setTimestamp(in: "savedJokeTimestamps", JokeID("a"), DefaultsNumber(seconds: 4)),
      .setTimestamp(in: "savedJokeTimestamps", JokeID("é"), DefaultsNumber(seconds: 4)),
    ])
    var expected = list
    expected.objects[0] = [0xD4, 1, 7, 11, 14, 2, 6, 10, 13]
    expected.objects += [
      [0x09], [0x51, 0x66], [0x61, 0, 0xE9], [0x51, 0x7A], [0xA3, 3, 8, 9],
      [0x5C] + Array("savedJokeIds".utf8), [0x23, 0x40, 0x10, 0, 0, 0, 0, 0, 0],
      [0xD2, 3, 8, 12, 12], [0x5F, 0x10, 19] + Array("savedJokeTimestamps".utf8),
    ]
    #expect(result == expected.bytes())
  }

  @Test func `objects out of order, bytes between them and odd trailers stay`() throws {
    var bytes = Array("bplist00".utf8)
    bytes += [0x10, 4, 0xEE, 0xEE, 0x51, 0x61]  // a four at 8, a gap, "a" at 12
    bytes += [0xD1, 1, 2, 0x5B] + Array("jokeRatings".utf8)  // the top at 14, its key at 17
    bytes += [0xD1, 3, 4, 0xEE]  // the ratings at 29, a gap
    let table = UInt8(bytes.count)
    bytes += [14, 17, 29, 12, 8]
    bytes += [1, 2, 3, 4, 5, 6, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table]
    let dump = try DefaultsDump(reading: bytes, as: .binaryPropertyList)
    let result = try dump.applying([.setRating(in: "jokeRatings", JokeID("a"), .one)])
    var expected = Array(bytes[..<Int(table)])
    expected[31] = 5
    expected += [0x10, 1, 14, 17, 29, 12, 8, table]
    expected += bytes[(bytes.count - 32)...]
    expected[expected.count - 17] = 6
    expected[expected.count - 1] = table + 2
    #expect(result == expected)
  }

  @Test(arguments: [(250, 1), (253, 1), (254, 2), (255, 2), (65_530, 2), (65_534, 4), (70_000, 4)])
  func `references widen when the objects get too many`(count: Int, size: Int) throws {
    var list = ListBuilder()
    list.offsetSize = 3
    list.referenceSize = count < 256 ? 1 : count < 65_536 ? 2 : 4
    // The top level, its one key and an array of all the others.
    list.objects = [list.header(0xD0, 1) + list.references([1, 2]), [0x51, 0x78], []]
    let numbers = (3..<count).map { number in
      list.add(list.header(0x10, 2) + list.bigEndian(number, 4))
    }
    list.objects[2] = list.header(0xA0, numbers.count) + list.references(numbers)
    // Two more objects: a key and a true.
    let result = try read(list).applying([.setBoolean("f", true)])
    #expect(result[result.count - 25] == UInt8(size))
    let reading = try PropertyListDecoder().decode(Wide.self, from: Data(result))
    #expect(reading.x == Array(3..<count))
    #expect(reading.f)
  }

  private struct Wide: Decodable {
    var x: [Int]
    var f: Bool
  }

  @Test func `the first elements leave an array, and their objects stay for others`() throws {
    var list = ListBuilder()
    list.objects = [[0xD1, 1, 2], [0x51, 0x73], [0xA3, 3, 3, 4], [0x51, 0x61], [0x51, 0x62]]
    var expected = list
    expected.objects[2] = [0xA1, 4]
    #expect(try read(list).applying([.removeFirst(2, from: "s")]) == expected.bytes())
    expected.objects[2] = [0xA0]
    #expect(try read(list).applying([.removeFirst(7, from: "s")]) == expected.bytes())
    expected.objects[2] = [0xA2, 4, 5]
    expected.objects.append([0x51, 0x63])
    #expect(
      try read(list).applying([.removeFirst(2, from: "s"), .append(to: "s", ["c"])])
        == expected.bytes())
    #expect(try read(list).applying([.removeFirst(1, from: "none")]) == list.bytes())
  }
}
