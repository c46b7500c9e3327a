/// What is done to the bytes of an ordinary event.
enum EventEdit: Sendable {
  /// It leaves as it came.
  case none
  /// It does not leave.
  case drop(Range<Int>)
  /// It leaves with another byte at an offset.
  case patch(offset: Int, byte: UInt8)
  /// Other bytes stand in a range of it.
  case replace(Range<Int>, [UInt8])
}
