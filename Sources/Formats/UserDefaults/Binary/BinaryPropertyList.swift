/// A binary property list: its bytes, and where each of its objects begins.
///
/// Objects refer to each other by number and may be shared, even in circles; here they are only ever
/// looked at one by one, so that no such graph is expanded. Layout after CoreFoundation's
/// `CFBinaryPList.c`.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)
  static let trailerSize = 32

  let bytes: [UInt8]
  /// Where each object begins.
  let offsets: [Int]
  /// The number of the object that all the others hang on.
  let topIndex: Int
  /// Where the offsets begin.
  let tableStart: Int
  /// How many bytes an offset has.
  let offsetSize: Int
  /// How many bytes a reference to an object has.
  let referenceSize: Int

  /// Reads the trailer and the offsets, and checks that each object is one, and whole.
  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    guard bytes.starts(with: Self.magic) else {
      throw DefaultsDumpError(.damaged, "not a binary property list of version 00", at: 0)
    }
    guard bytes.count > Self.magic.count + Self.trailerSize else {
      throw DefaultsDumpError(.damaged, "the list is cut off", at: bytes.count)
    }
    let trailer = bytes.count - Self.trailerSize
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = BinaryObject.bigEndian(bytes[(trailer + 8)..<(trailer + 16)]),
      let top = BinaryObject.bigEndian(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = BinaryObject.bigEndian(bytes[(trailer + 24)..<(trailer + 32)]),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count,
      table > Self.magic.count, table < trailer, count <= (trailer - table) / offsetSize,
      table + count * offsetSize == trailer
    else {
      throw DefaultsDumpError(.damaged, "the trailer does not fit the list", at: trailer)
    }
    topIndex = top
    tableStart = table
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for start in stride(from: table, to: trailer, by: offsetSize) {
      guard let offset = BinaryObject.bigEndian(bytes[start..<(start + offsetSize)]),
        offset >= Self.magic.count, offset < table
      else { throw DefaultsDumpError(.damaged, "an offset points outside the objects", at: start) }
      offsets.append(offset)
    }
    self.offsets = offsets
    try checkObjects()
  }

  private func checkObjects() throws(DefaultsDumpError) {
    var end = 0
    for index in order {
      let object = try object(index)
      // Otherwise a small file could have a large object for each of its bytes.
      guard object.range.lowerBound >= end else {
        throw DefaultsDumpError(.damaged, "two objects overlap", at: object.range.lowerBound)
      }
      end = object.range.upperBound
      for place in 0..<object.referenceCount {
        _ = try reference(place, of: object)
      }
    }
  }

  /// The numbers of the objects, in the order in which they lie in the file.
  var order: [Int] {
    let numbers = Array(offsets.indices)
    let isSorted = zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
    return isSorted ? numbers : numbers.sorted { offsets[$0] < offsets[$1] }
  }

  func object(_ index: Int) throws(DefaultsDumpError) -> BinaryObject {
    try BinaryObject(
      in: bytes, at: offsets[index], before: tableStart, referenceSize: referenceSize)
  }

  /// The number of the object that a container refers to at a place; in a dictionary the keys come
  /// first, then the values.
  func reference(_ place: Int, of object: BinaryObject) throws(DefaultsDumpError) -> Int {
    let start = object.body.lowerBound + place * referenceSize
    guard let index = BinaryObject.bigEndian(bytes[start..<(start + referenceSize)]),
      index < offsets.count
    else { throw DefaultsDumpError(.damaged, "a reference to no object", at: start) }
    return index
  }

  /// The numbers of all objects that a container refers to.
  func references(of object: BinaryObject) throws(DefaultsDumpError) -> [Int] {
    var references: [Int] = []
    references.reserveCapacity(object.referenceCount)
    for place in 0..<object.referenceCount {
      references.append(try reference(place, of: object))
    }
    return references
  }

  /// A string object's text; nil where the object is no string, or its characters are none.
  func string(_ object: BinaryObject) -> String? {
    switch object.kind {
    case .ascii:
      let text = bytes[object.body]
      return text.allSatisfy { $0 < 0x80 } ? String(decoding: text, as: UTF8.self) : nil
    case .utf16:
      let units = stride(from: object.body.lowerBound, to: object.body.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    case .singleton, .integer, .real, .date, .data, .uid, .array, .set, .dictionary: return nil
    }
  }
}
