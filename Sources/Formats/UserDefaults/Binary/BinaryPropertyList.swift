import Scan
import SystemIO

/// A binary property list: its bytes, and where each of its objects begins.
///
/// Objects refer to each other by number and may be shared, so that a small list can stand for a huge
/// tree. They are only ever looked at one by one, and strings of one container are read only as long
/// as they take little more than the list itself. A list in which a container holds itself is damaged.
/// Layout after CoreFoundation's `CFBinaryPList.c`.
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
    // How many containers refer to each container.
    var holderCounts = [Int32](repeating: 0, count: offsets.count)
    for index in order {
      let object = try object(index)
      // Otherwise a small file could have a large object for each of its bytes.
      guard object.range.lowerBound >= end else {
        throw DefaultsDumpError(.damaged, "two objects overlap", at: object.range.lowerBound)
      }
      end = object.range.upperBound
      for place in 0..<object.referenceCount {
        let index = try reference(place, of: object)
        if isContainer(index) { holderCounts[index] += 1 }
      }
    }
    try checkNesting(holderCounts)
  }

  /// Checks that no container holds itself, directly or in another: takes away the containers that
  /// nothing holds, one after the other, until none is left.
  private func checkNesting(_ counts: consuming [Int32]) throws(DefaultsDumpError) {
    var counts = counts
    var free = offsets.indices.filter { isContainer($0) && counts[$0] == 0 }
    while let index = free.popLast() {
      let object = try object(index)
      for place in 0..<object.referenceCount {
        let inner = try reference(place, of: object)
        guard isContainer(inner) else { continue }
        counts[inner] -= 1
        if counts[inner] == 0 { free.append(inner) }
      }
    }
    if let index = counts.firstIndex(where: { $0 > 0 }) {
      throw DefaultsDumpError(.damaged, "a container holds itself", at: offsets[index])
    }
  }

  /// Whether an object holds others.
  private func isContainer(_ index: Int) -> Bool {
    switch BinaryObject.Kind(rawValue: bytes[offsets[index]] >> 4) {
    case .array, .set, .dictionary: true
    case .singleton, .integer, .real, .date, .data, .ascii, .utf16, .uid, nil: false
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

  /// How many bytes more than the list itself the strings of one container may take.
  private static let repetitionLimit = 4 << 20

  /// Checks that the strings that a container refers to take little more bytes than the list: written
  /// out, one long string could stand for gigabytes.
  func checkRepetition(
    in references: some Sequence<Int>, of container: BinaryObject
  ) throws(DefaultsDumpError) {
    var byteCount = 0
    for index in references {
      let object = try object(index)
      if object.kind == .ascii || object.kind == .utf16 { byteCount += object.body.count }
    }
    guard byteCount <= bytes.count + Self.repetitionLimit else {
      throw DefaultsDumpError(
        .unusable,
        "a container refers so often to the same strings that they take \(Amount.bytes(byteCount))",
        at: container.range.lowerBound)
    }
  }

  /// Whether all of a string object's bytes are ASCII.
  func isText(_ object: BinaryObject) -> Bool { bytes[object.body].allSatisfy { $0 < 0x80 } }

  /// A string object's text; nil where the object is no string, or its characters are none.
  func string(_ object: BinaryObject) -> String? {
    switch object.kind {
    case .ascii:
      return isText(object) ? bytes.span.extracting(object.body).text : nil
    case .utf16:
      let units = stride(from: object.body.lowerBound, to: object.body.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    case .singleton, .integer, .real, .date, .data, .uid, .array, .set, .dictionary: return nil
    }
  }
}
