import ByteIO
import JSONText

/// How members are learned from events that the strict reader found ordinary.
extension EventMembers {
  /// How a member was spelled, and in which object.
  struct Lesson: Sendable, Hashable {
    var object: Int
    var opening: [UInt8]
    var closing: [UInt8]
    var isToken: Bool
  }

  /// A key of an object.
  struct Key: Sendable, Hashable {
    var object: Int
    var name: [UInt8]
  }

  /// What members are learned from.
  private struct Teacher {
    let event: OrdinaryEvent
    /// Whether nobody looks at what is in a field that means nothing.
    let ignoresFields: Bool

    /// Whether something that the rules need is in a range.
    func needs(_ range: Range<Int>) -> Bool {
      hasFields(range) || range.contains(event.ratingOffset)
        || range.contains(event.jokeID.lowerBound)
        || hasName(range)
    }

    func hasName(_ range: Range<Int>) -> Bool {
      event.name.map { range.contains($0.lowerBound) } == true
    }

    /// Whether both fields that count are in a range.
    func hasFields(_ range: Range<Int>) -> Bool {
      range.contains(event.ratingOffset) && range.contains(event.jokeID.lowerBound)
    }
  }

  private static var objectLimit: Int { 8 }
  /// How many spellings of a key are told apart before what is in it is no longer looked at.
  private static var spellingLimit: Int { 4 }

  /// Whether it pays to learn from one more event: where nothing is recognised, to learn from each
  /// would cost more than to read it.
  var isLearning: Bool { lessonCount <= 64 + recognisedCount / 32 }

  /// Learns the members of an event.
  ///
  /// - Parameters:
  ///   - range: the event with what separates it from its neighbour; JSON that was checked.
  ///   - isFlat: whether its fields are the members of its own object, and all of these are.
  mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>, isFlat: Bool
  ) {
    lessonCount += 1
    let record = text.extracting(0..<range.upperBound)
    guard let start = record.firstOffset(of: UInt8(ascii: "{"), from: range.lowerBound) else {
      return
    }
    let separator = record.extracting(range.lowerBound..<start)
    followsComma = separator.firstOffset(of: UInt8(ascii: ",")) != nil
    if let name = event.name {
      // It has a slash, or it would not be a name in the collection.
      let slash = record.lastOffset(of: UInt8(ascii: "/"), before: name.upperBound) ?? 0
      namePrefix = record.extracting(name.lowerBound..<max(name.lowerBound, slash + 1)).copied
    }
    var cursor = JSONCursor(record, at: start)
    // The event was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      try learnObject(0, &cursor, Teacher(event: event, ignoresFields: isFlat))
    } catch {
      return
    }
  }

  /// Forgets all members, because events now stand in another container.
  mutating func forget() { self = EventMembers(isLines: isLines) }

  private mutating func learnObject(
    _ object: Int, _ cursor: inout JSONCursor, _ teacher: Teacher
  ) throws(JSONSyntaxError) {
    var (isFirst, isFirstOfEvent) = (true, object == 0)
    try cursor.beginObject()
    while let key = try cursor.nextMember(&isFirst) {
      let value = cursor
      let range = try cursor.skipValue()
      if !key.isEscaped {
        try learnMember(object, key, value, range, teacher, isFirst: isFirstOfEvent)
      }
      isFirstOfEvent = false
    }
  }

  private mutating func learnMember(
    _ object: Int, _ key: JSONString, _ value: JSONCursor, _ range: Range<Int>,
    _ teacher: Teacher, isFirst: Bool
  ) throws(JSONSyntaxError) {
    let text = value.text
    guard let bit = bit(of: Key(object: object, name: text.extracting(key.range).copied)) else {
      return
    }
    let start = key.quotedRange.lowerBound
    let isIgnored = teacher.ignoresFields && !teacher.needs(range)
    let isVaried = isIgnored && spellingCount(bit) >= Self.spellingLimit
    if !isVaried, let leaf = try Self.leaf(value) {
      // What stands in a list beside the fields may say what these are.
      if !teacher.ignoresFields, try leaf.kind() == .array { return }
      let (inner, role, kind) = try Self.learn(leaf, teacher)
      // The quote after a string is none of what follows it, but that after a rating is.
      let end = kind == .string ? inner.upperBound + 1 : inner.upperBound
      add(
        Lesson(
          object: object, opening: text.extracting(start..<inner.lowerBound).copied,
          closing: text.extracting(end..<range.upperBound).copied, isToken: kind == .token),
        kind, role, bit, firstByte: text[inner.lowerBound], isFirst: isFirst,
        text.extracting(start..<range.upperBound))
    } else if isIgnored {
      add(
        Lesson(
          object: object, opening: text.extracting(start..<range.lowerBound).copied, closing: [],
          isToken: true),
        .token, .none, bit, firstByte: text[range.lowerBound], isFirst: isFirst)
    } else if try value.kind() == .object {
      try learnInner(object, start, value, range, teacher, bit, isFirst: isFirst)
    }
  }

  /// What is to be known of a value that is no object.
  private static func learn(
    _ leaf: JSONCursor, _ teacher: Teacher
  ) throws(JSONSyntaxError) -> (inner: Range<Int>, Role, ByteMembers.Value) {
    let isString = try leaf.kind() == .string
    var after = leaf
    let range = try after.skipValue()
    let inner = isString ? range.lowerBound + 1..<range.upperBound - 1 : range
    if inner.contains(teacher.event.ratingOffset) { return (inner, .rating, .byte) }
    guard isString else { return (inner, .none, .token) }
    let role: Role =
      inner == teacher.event.name ? .name : inner == teacher.event.jokeID ? .jokeID : .none
    return (inner, role, .string)
  }

  /// Learns the members of a member.
  private mutating func learnInner(
    _ object: Int, _ start: Int, _ value: JSONCursor, _ range: Range<Int>, _ teacher: Teacher,
    _ bit: UInt64, isFirst: Bool
  ) throws(JSONSyntaxError) {
    let opening = value.text.extracting(start..<range.lowerBound + 1).copied
    let lesson = Lesson(object: object, opening: opening, closing: [], isToken: false)
    if !lessons.contains(lesson) {
      guard objectCount < Self.objectLimit else { return }
      add(lesson, .object, .none, bit, firstByte: UInt8(ascii: "{"), isFirst: isFirst)
    }
    guard let known = lessons.firstIndex(of: lesson) else { return }
    if isFirst { members.allowFirst(known) }
    // In a document with an envelope the fields stand apart from all that says what it is.
    let isFields = teacher.hasFields(range) && !teacher.hasName(range)
    var cursor = value
    try learnObject(
      members[known].object, &cursor, Teacher(event: teacher.event, ignoresFields: isFields))
  }

  /// The value that is no object, in objects of one member each; nil where there is none.
  @_lifetime(copy value)
  private static func leaf(_ value: JSONCursor) throws(JSONSyntaxError) -> JSONCursor? {
    var leaf = value
    while try leaf.kind() == .object {
      var isFirst = true
      try leaf.beginObject()
      guard let key = try leaf.nextMember(&isFirst), !key.isEscaped else { return nil }
      var after = leaf
      try after.skipValue()
      guard try after.nextMember(&isFirst) == nil else { return nil }
    }
    return leaf
  }

  private func spellingCount(_ bit: UInt64) -> Int {
    (0..<members.count).count { members[$0].bit == bit }
  }

  private mutating func add(
    _ lesson: Lesson, _ value: ByteMembers.Value, _ role: Role, _ bit: UInt64, firstByte: UInt8,
    isFirst: Bool, _ whole: Span<UInt8> = Span()
  ) {
    if let known = lessons.firstIndex(of: lesson) {
      if isFirst { members.allowFirst(known) }
      if value == .token { members.allow(firstBytes(like: firstByte), at: known) }
      return
    }
    guard members.count < ByteMembers.limit,
      ByteMembers.openingLimits.contains(lesson.opening.count),
      lesson.closing.count <= ByteMembers.closingLimit
    else { return }
    var spelling = ByteMembers.Spelling(value, role: role.rawValue, bit: bit, mayComeFirst: isFirst)
    switch value {
    case .string: break
    case .token: spelling.firstBytes = firstBytes(like: firstByte)
    case .byte: spelling.firstBytes = ByteMembers.ByteSet("12345".utf8)
    case .object:
      spelling.object = members.addObject(in: lesson.object)
      objectCount += 1
    }
    lessons.append(lesson)
    var places = RecordPattern.Place.all(ofJSON: whole) ?? []
    if places.count > ByteMembers.wholeLimit { places = [] }
    let after = places.count - lesson.closing.count - (value == .string ? 1 : 0)
    let inner = places.isEmpty ? 0..<0 : lesson.opening.count..<after
    if value == .byte, !places.isEmpty {
      places[lesson.opening.count] = .range(UInt8(ascii: "1")...UInt8(ascii: "5"))
    }
    members.add(
      spelling, opening: lesson.opening, closing: lesson.closing, whole: places, value: inner,
      to: lesson.object)
  }

  /// The bytes that values of a kind begin with.
  private func firstBytes(like byte: UInt8) -> ByteMembers.ByteSet {
    JSONKind(firstByte: byte) == .number
      ? ByteMembers.ByteSet("-0123456789".utf8) : ByteMembers.ByteSet(CollectionOfOne(byte))
  }

  /// The bit of a key in its object; nil where there are too many keys.
  private mutating func bit(of key: Key) -> UInt64? {
    if let number = keys.firstIndex(of: key) { return 1 << UInt64(number) }
    guard keys.count < UInt64.bitWidth else { return nil }
    keys.append(key)
    return 1 << UInt64(keys.count - 1)
  }
}
