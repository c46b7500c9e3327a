import Scan
import SystemIO

/// Encoding of the changed and new objects.
extension BinaryRewrite {
  /// The edits that apply the changes, in order of place.
  ///
  /// References and offsets get wider if there are too many objects or bytes, never narrower.
  func edits() throws(DefaultsDumpError) -> [Edit] {
    if changed.isEmpty { return [] }
    let count = list.offsets.count + added.count
    let referenceSize = max(list.referenceSize, Self.size(of: count))
    var (edits, offsets, shift) = ([Edit](), list.offsets, 0)
    for index in list.order {
      offsets[index] += shift
      let object = try list.object(index)
      let edit: Edit
      if let content = changed[index] {
        edit = Edit(
          object.range, Self.encoded(content, in: list.bytes, like: object, referenceSize))
      } else if object.referenceCount > 0, referenceSize > list.referenceSize {
        edit = Edit(object.body, Self.encoded(try list.references(of: object), referenceSize))
      } else {
        continue
      }
      shift += edit.growth
      edits.append(edit)
    }
    var end: [UInt8] = []
    for content in added {
      offsets.append(list.tableStart + shift + end.count)
      end += Self.encoded(content, in: list.bytes, like: nil, referenceSize)
    }
    appendTable(offsets, referenceSize, at: list.tableStart + shift + end.count, to: &end)
    edits.append(Edit(list.tableStart..<list.bytes.count, end))
    return edits
  }

  private func appendTable(
    _ offsets: [Int], _ referenceSize: Int, at table: Int, to end: inout [UInt8]
  ) {
    let offsetSize = max(list.offsetSize, Self.size(of: table))
    end += Self.encoded(offsets, offsetSize)
    // The trailer's first six bytes are unused and stay.
    let trailer = list.bytes.count - BinaryPropertyList.trailerSize
    end += list.bytes[trailer..<(trailer + 6)]
    end += [UInt8(offsetSize), UInt8(referenceSize)]
    end += Self.encoded([offsets.count, list.topIndex, table], 8)
  }

  /// The integer size for a count; CoreFoundation rejects a list with smaller integers.
  private static func size(of count: Int) -> Int {
    switch count {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }

  private static func encoded(
    _ content: Content, in bytes: [UInt8], like old: BinaryObject?, _ referenceSize: Int
  ) -> [UInt8] {
    let container: Container
    switch content {
    case .scalar(let bytes): return bytes
    case .container(let new): container = new
    }
    let references = encoded(container.keys + container.values, referenceSize)
    let count = container.values.count
    if let old, old.count == count {
      return Array(bytes[old.range.lowerBound..<old.body.lowerBound]) + references
    }
    let kind = container.isDictionary ? BinaryObject.Kind.dictionary : .array
    return header(kind, count: count) + references
  }

  private static func encoded(_ numbers: [Int], _ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * size)
    for number in numbers { BinaryNumber.append(UInt64(number), size: size, to: &bytes) }
    return bytes
  }

  /// Encodes a string object, in ASCII if possible, otherwise UTF-16.
  static func encoded(_ string: String) -> [UInt8] {
    if string.utf8.allSatisfy({ $0 < 0x80 }) {
      return header(.ascii, count: string.utf8.count) + Array(string.utf8)
    }
    let units = Array(string.utf16)
    return header(.utf16, count: units.count)
      + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  /// Encodes a data object.
  static func encoded(_ data: [UInt8]) -> [UInt8] { header(.data, count: data.count) + data }

  /// The marker and count of an object.
  private static func header(_ kind: BinaryObject.Kind, count: Int) -> [UInt8] {
    let marker = kind.rawValue << 4
    if count < 0xF { return [marker | UInt8(count)] }
    let size = size(of: count)
    return [marker | 0xF, 0x10 | UInt8(size.trailingZeroBitCount)] + encoded([count], size)
  }
}
