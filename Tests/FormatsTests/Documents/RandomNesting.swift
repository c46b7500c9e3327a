import TestSupport

/// Random files of nested documents, in which none is large by itself.
struct RandomNesting {
  /// The member in which a document's subcollections stand, and whether their keys are paths.
  private let member: String
  private let hasPaths: Bool
  private var generator: SeededGenerator

  init(seed: UInt64, member: String, hasPaths: Bool) {
    generator = SeededGenerator(seed: seed)
    self.member = member
    self.hasPaths = hasPaths
  }

  /// An object of collections.
  mutating func collections(depth: Int = 0, below path: String = "") -> String {
    let names = ["rating_events", "jokes", "users"]
    let count = Int.random(in: depth == 0 ? 1...3 : 0...2, using: &generator)
    return object(
      names.prefix(count).map { name in
        let own = path + name
        let key = hasPaths && depth > 0 ? own : name
        return (key, collection(depth: depth, below: own + "/"))
      })
  }

  /// An object of documents.
  mutating func collection(depth: Int, below path: String) -> String {
    let count = Int.random(in: 0...(depth == 0 ? 5 : 3), using: &generator)
    return object(
      (0..<count).map { index in
        ("d\(index)", document(depth: depth, below: path + "d\(index)/"))
      })
  }

  private mutating func document(depth: Int, below path: String) -> String {
    var members = [
      ("rating", String(Int.random(in: 0...6, using: &generator))), ("joke_id", "\"j\""),
    ]
    if generator.happens(onceIn: 6) { members.append(("rating", "4")) }
    if generator.happens(onceIn: 5) { members = [] }
    let isEmpty = members.isEmpty
    for index in 0..<Int.random(in: 0...(isEmpty ? 0 : 3), using: &generator) {
      members.append(
        (
          "f\(index)",
          generator.pick([
            #""a } \" ] {""#, #"[1,{"y":[]},-2.5e3]"#, #""é\u00e9\n""#, "{}",
            "\"" + String(repeating: "x", count: 90) + "\"",
          ])
        ))
    }
    members.shuffle(using: &generator)
    if depth < 3, !generator.happens(onceIn: 5) {
      let place = Int.random(in: 0...members.count, using: &generator)
      members.insert((member, collections(depth: depth + 1, below: path)), at: place)
    }
    return object(members)
  }

  private mutating func object(_ members: [(key: String, value: String)]) -> String {
    let inner = members.map { key, value in
      space() + "\"\(key)\"" + space() + ":" + space() + value + space()
    }
    return "{" + inner.joined(separator: ",") + (members.isEmpty ? space() : "") + "}"
  }

  private mutating func space() -> String {
    generator.pick(["", "", "", "", " ", "\n", "\r\n  ", "\t"])
  }
}
