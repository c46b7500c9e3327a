/// The kinds of JSON values, by their first byte.
@usableFromInline @frozen
package enum JSONKind: Sendable {
  case object
  case array
  case string
  case number
  case `true`
  case `false`
  case null

  @inlinable package init?(firstByte: UInt8) {
    switch firstByte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "t"): self = .true
    case UInt8(ascii: "f"): self = .false
    case UInt8(ascii: "n"): self = .null
    default: return nil
    }
  }
}
