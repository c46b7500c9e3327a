import Formats
import Jokes
import TestSupport
import Testing

struct SavedJokesEditTests {
  private static let text = #"""
    {"jokeRatings": {"a": 4, "b": 1}, "savedJokeIds": ["z", "a", "z", "x"],
     "savedJokeTimestamps": {"z": 1.50, "a": 9, "x": "soon", "stray": 1e1}, "other" : [ ]}
    """#

  private func plan(
    _ text: String = text, save: [String] = [], unsave: [String] = [], at now: Double = 15
  ) throws -> SavedJokesEdit {
    try SavedJokesEdit(
      of: try dump(text), saving: save.map { JokeID($0) }, unsaving: unsave.map { JokeID($0) },
      at: now)
  }

  private func edited(
    _ text: String = text, save: [String] = [], unsave: [String] = [], at now: Double = 15
  ) throws -> String {
    let edit = try plan(text, save: save, unsave: unsave, at: now)
    let bytes = try dump(text).applying(edit.edits)
    #expect(try SavedJokes(of: DefaultsDump(reading: bytes, as: .json)) == edit.after)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a joke that is saved comes last, at the time given`() throws {
    #expect(
      try edited(save: ["b", "c"])
        == Self.text.replacing(#""x"],"#, with: #""x", "b", "c"],"#)
        .replacing("1e1}", with: #"1e1, "b": 15.0, "c": 15.0}"#))
    #expect(
      try edited("{}", save: ["b"])
        == #"{"savedJokeIds":["b"],"savedJokeTimestamps":{"b":15.0}}"#)
  }

  @Test func `saved again it stays where it is, and its time is renewed`() throws {
    #expect(
      try edited(save: ["a", "x"])
        == Self.text.replacing(#""a": 9, "x": "soon""#, with: #""a": 15.0, "x": 15.0"#))
    #expect(try edited(save: ["z", "a"], at: 9).contains(#""z": 9.0, "a": 9, "#))
  }

  @Test func `at the very time it has, nothing changes, its spelling neither`() throws {
    let edit = try plan(save: ["z"], at: 1.5)
    #expect(edit.edits.isEmpty)
    #expect(edit.steps.map(\.outcome) == [.alreadySaved])
    #expect(edit.before == edit.after)
  }

  @Test func `unsaved, a joke goes wherever it is, and its time with it`() throws {
    #expect(
      try edited(unsave: ["z", "x"])
        == Self.text.replacing(#"["z", "a", "z", "x"]"#, with: #"["a"]"#)
        .replacing(#""z": 1.50, "#, with: "").replacing(#""x": "soon", "#, with: ""))
  }

  @Test func `what is not saved is not unsaved, and a time that is left of it stays`() throws {
    let edit = try plan(unsave: ["stray", "none", "A"])
    #expect(edit.edits.isEmpty)
    #expect(edit.count(of: .notSaved) == 3)
    #expect(try edited(unsave: ["stray"]) == Self.text)
  }

  @Test func `a time that was left is renewed when its joke is saved`() throws {
    #expect(
      try edited(save: ["stray"])
        == Self.text.replacing(#""x"],"#, with: #""x", "stray"],"#).replacing("1e1}", with: "15.0}")
    )
    #expect(
      try edited(save: ["stray"], at: 10)
        == Self.text.replacing(#""x"],"#, with: #""x", "stray"],"#))
  }

  @Test func `what becomes of each joke is told, each once`() throws {
    let edit = try plan(save: ["b", "a", "b"], unsave: ["z", "none", "z"])
    #expect(
      edit.steps.map { "\($0.id) \($0.outcome)" }
        == ["z unsaved", "none notSaved", "b saved", "a renewed"])
    #expect(edit.count(of: .saved) == 1 && edit.count(of: .renewed) == 1)
    #expect(edit.before.newestFirst.map(\.text) == ["a", "z", "x"])
    #expect(edit.after.newestFirst.map(\.text) == ["a", "b", "x"])
  }

  @Test(arguments: DefaultsKind.allCases)
  func `saving and unsaving twice changes no more than once, in every kind of dump`(
    kind: DefaultsKind
  ) throws {
    func apply(_ bytes: [UInt8]) throws -> [UInt8] {
      let dump = try DefaultsDump(reading: bytes, as: kind)
      let edit = try SavedJokesEdit(
        of: dump, saving: [JokeID("new"), JokeID("b")], unsaving: [JokeID("é")], at: 1.25)
      return try dump.applying(edit.edits)
    }
    let once = try apply(try kind.small())
    #expect(try apply(once) == once)
    let dump = try DefaultsDump(reading: once, as: kind)
    let saved = try SavedJokes(of: dump)
    #expect(saved.ids.map(\.text) == ["b", "new"])
    #expect(saved.timestamps == [JokeID("b"): 1.25, JokeID("new"): 1.25])
    #expect(try dump.entries(of: "jokeRatings")?.count == 3)
    #expect(try dump.value(of: "hasX")?.flag == true)
  }

  @Test func `a joke in both lists is unsaved, then saved`() throws {
    #expect(
      try edited(save: ["z"], unsave: ["z"], at: 1.5)
        == Self.text.replacing(#"["z", "a", "z", "x"]"#, with: #"["a", "x", "z"]"#)
        .replacing("1.50", with: "1.5"))
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `a dump edited step by step holds what the rule holds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let kind = DefaultsKind.allCases[Int(seed % 3)]
    var bytes = try kind.small()
    var model = try SavedJokes(of: DefaultsDump(reading: bytes, as: kind))
    let ids = ["é", "e\u{301}", "b", "a&<", "😀", "\"\\", ""].map { JokeID($0) }
    for turn in 1...12 {
      var (save, unsave): ([JokeID], [JokeID]) = ([], [])
      for id in ids.shuffled(using: &generator) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: save.append(id)
        case 1: unsave.append(id)
        default: break
        }
      }
      let now = Double(turn / 2) + 0.25
      let dump = try DefaultsDump(reading: bytes, as: kind)
      bytes = try dump.applying(
        try SavedJokesEdit(of: dump, saving: save, unsaving: unsave, at: now).edits)
      for id in unsave { model.unsave(id) }
      for id in save { model.save(id, at: now) }
      let result = try DefaultsDump(reading: bytes, as: kind)
      #expect(try SavedJokes(of: result) == model, "seed \(seed), turn \(turn)")
      #expect(try result.entries(of: "jokeRatings")?.count == 3)
    }
  }

  @Test(arguments: [
    #""savedJokeIds":[5]"#, #""savedJokeIds":{}"#, #""savedJokeTimestamps":[]"#,
    #""savedJokeIds":[],"savedJokeIds":[]"#, #""savedJokeTimestamps":{"a":1,"a":2}"#,
  ])
  func `a dump that leaves room for a guess is unusable`(members: String) throws {
    let error = #expect(throws: DefaultsDumpError.self) {
      try plan("{\(members)}", save: ["b"])
    }
    #expect(error?.cause == .unusable)
  }
}
