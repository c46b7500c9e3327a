import Scan
import SystemIO

/// A binary property list: its bytes and the offsets of its objects.
///
/// Objects refer to each other by number and may be shared, so that a small list can represent a
/// huge tree. Therefore objects are visited one by one, and the strings of one container are read
/// only if they take little more space than the list. A list in which a container contains itself
/// is damaged. The layout follows CoreFoundation's `CFBinaryPList.c`.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)
  static let trailerSize = 32

  let bytes: [UInt8]
  /// The offset of each object.
  let offsets: [Int]
  /// The index of the top object.
  let topIndex: Int
  /// The start of the offset table.
  let tableStart: Int
  /// The size of an offset in bytes.
  let offsetSize: Int
  /// The size of an object reference in bytes.
  let referenceSize: Int

  /// Reads the trailer and the offset table, and checks that all objects are valid and complete.
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
    // The number of references to each container from other containers.
    var holderCounts = [Int32](repeating: 0, count: offsets.count)
    for index in order {
      let object = try object(index)
      // Overlaps would let a small file have a large object at each byte.
      guard object.range.lowerBound >= end else {
        throw DefaultsDumpError(.damaged, "two objects overlap", at: object.range.lowerBound)
      }
      end = object.range.upperBound
      // UTF-16 is not checked: an app may cut a text within a surrogate pair.
      if object.kind == .ascii, !bytes[object.body].allSatisfy({ $0 < 0x80 }) {
        throw DefaultsDumpError(.damaged, "invalid ASCII", at: object.range.lowerBound)
      }
      for place in 0..<object.referenceCount {
        let index = try reference(place, of: object)
        if isContainer(index) { holderCounts[index] += 1 }
      }
    }
    try checkNesting(holderCounts)
  }

  /// Checks that no container contains itself, directly or indirectly: removes unreferenced
  /// containers one by one, until none is left.
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

  /// Whether an object is a container.
  private func isContainer(_ index: Int) -> Bool {
    switch BinaryObject.Kind(rawValue: bytes[offsets[index]] >> 4) {
    case .array, .set, .dictionary: true
    case .singleton, .integer, .real, .date, .data, .ascii, .utf16, .uid, nil: false
    }
  }

  /// The object indices in the order of the file.
  var order: [Int] {
    let numbers = Array(offsets.indices)
    let isSorted = zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
    return isSorted ? numbers : numbers.sorted { offsets[$0] < offsets[$1] }
  }

  func object(_ index: Int) throws(DefaultsDumpError) -> BinaryObject {
    try BinaryObject(
      in: bytes, at: offsets[index], before: tableStart, referenceSize: referenceSize)
  }

  /// The index of the object at a place in a container; in a dictionary the keys come before the
  /// values.
  func reference(_ place: Int, of object: BinaryObject) throws(DefaultsDumpError) -> Int {
    let start = object.body.lowerBound + place * referenceSize
    guard let index = BinaryObject.bigEndian(bytes[start..<(start + referenceSize)]),
      index < offsets.count
    else { throw DefaultsDumpError(.damaged, "a reference to no object", at: start) }
    return index
  }

  /// The indices of all objects in a container.
  func references(of object: BinaryObject) throws(DefaultsDumpError) -> [Int] {
    var references: [Int] = []
    references.reserveCapacity(object.referenceCount)
    for place in 0..<object.referenceCount {
      references.append(try reference(place, of: object))
    }
    return references
  }

  /// The number of bytes by which the strings of one container may exceed the list.
  private static let repetitionLimit = 4 << 20

  /// Checks the total size of the strings in a container, because repeated references to one long
  /// string could take gigabytes.
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

  /// The text of a string object; nil for half a surrogate pair, or another type.
  func string(_ object: BinaryObject) -> String? {
    switch object.kind {
    case .ascii: return bytes.span.extracting(object.body).text
    case .utf16:
      let units = stride(from: object.body.lowerBound, to: object.body.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    case .singleton, .integer, .real, .date, .data, .uid, .array, .set, .dictionary: return nil
    }
  }
}
