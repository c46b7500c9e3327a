import Formats
import Foundation
import Jokes
import TestSupport
import Testing

struct DeviceStoreTests {
  let a = JokeID("a")

  @Test(arguments: DefaultsKind.allCases)
  func `marks are in the file, and all other values are unchanged`(kind: DefaultsKind) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(kind.small(), to: "dump")
      var store = try DeviceStore(path: path)
      let isNew = try store.markProcessed("x/y")
      let isNewAgain = try store.markProcessed("x/y")
      let isFirst = try store.markImpression(a)
      let isFirstAgain = try store.markImpression(a)
      #expect((isNew, isNewAgain, isFirst, isFirstAgain) == (true, false, true, false))
      let found = try #require(try foundationReading(try directory.bytes(of: "dump"), kind))
      let expected = try #require(try foundationReading(kind.small(), kind)?.mutableCopy())
      let dictionary = try #require(expected as? NSMutableDictionary)
      dictionary["ScreenSort.ProcessedIDs"] = ["x/y"]
      dictionary["jokeImpressions"] = ["a"]
      #expect(found == dictionary)
      let read = try directory.bytes(of: "dump")
      #expect(try store.dump.applying([]) == read)
      #expect(store.dump.kind == kind)
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `a file that is not there is made by the first change`(kind: DefaultsKind) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "dump")
      var store = try DeviceStore(path: path, creating: kind)
      let isProcessed = try store.isProcessed("a")
      #expect(!isProcessed)
      #expect(try directory.names() == [])
      for id in ["a", "b"] { try store.markProcessed(id) }
      let again = try DeviceStore(path: path)
      #expect(again.dump.kind == kind)
      #expect(try again.dump.strings(of: "ScreenSort.ProcessedIDs") == ["a", "b"])
      let found = try foundationReading(try directory.bytes(of: "dump"), kind)
      #expect(found == ["ScreenSort.ProcessedIDs": ["a", "b"]] as NSDictionary)
      #expect(try directory.names() == ["dump"])
    }
  }

  @Test func `a new text file has a line for each id`() throws {
    try TemporaryDirectory.with { directory in
      var json = try DeviceStore(path: directory.path(of: "json"), creating: .json)
      try json.markProcessed("a")
      #expect(
        try directory.text(of: "json")
          == "{\n  \"ScreenSort.ProcessedIDs\":[\n    \"a\"\n  ]\n}\n")
      var xml = try DeviceStore(path: directory.path(of: "xml"), creating: .xmlPropertyList)
      try xml.markProcessed("a")
      #expect(
        try directory.text(of: "xml")
          == propertyList(
            "<dict>\n\t<key>ScreenSort.ProcessedIDs</key>\n\t<array>\n"
              + "\t\t<string>a</string>\n\t</array>\n</dict>"))
    }
  }

  @Test func `the store reads seen and saved jokes`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(
        #"""
        {"savedJokeIds": ["a", "b", "c"], "savedJokeTimestamps": {"a": 5, "b": 7.5},
         "jokeImpressions": ["d"], "jokeRatings": {"e": 5}, "ScreenSort.ProcessedIDs": ["f"]}
        """#, to: "dump")
      let store = try DeviceStore(path: path)
      let catalogue = ["z", "c", "a", "b"].map {
        Joke(id: JokeID($0), text: $0, category: .dadJoke)
      }
      let list = try store.savedList(of: catalogue).map(\.id.text)
      #expect(list == ["b", "a", "c"])
      let (isSaved, isOtherSaved) = (try store.isSaved(a), try store.isSaved(JokeID("d")))
      #expect(isSaved && !isOtherSaved)
      let time = try store.savedTimestamp(of: JokeID("b"))
      #expect(time == 7.5)
      let feed = try store.feed()
      #expect(feed.impressions.contains(JokeID("d")))
      #expect(feed.rated == [JokeID("e")])
      let isProcessed = try store.isProcessed("f")
      #expect(isProcessed)
    }
  }

  @Test(arguments: DefaultsKind.allCases)
  func `saving and unsaving are in the file`(kind: DefaultsKind) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(kind.small(), to: "dump")
      var store = try DeviceStore(path: path)
      let (isNew, isNewAgain) = (try store.save(a, at: 5), try store.save(a, at: 6.5))
      let (wasSaved, wasOtherSaved) = (try store.unsave(JokeID("b")), try store.unsave(JokeID("x")))
      #expect((isNew, isNewAgain, wasSaved, wasOtherSaved) == (true, false, true, false))
      for store in [store.dump, try DeviceStore(path: path).dump] {
        let saved = try SavedJokes(of: store)
        #expect(saved.ids.map(\.text) == ["é", "a"])
        #expect(saved.timestamps == [a: 6.5])
      }
      let isSaved = try store.isSaved(a)
      #expect(isSaved)
    }
  }

  @Test func `saving at the very time, and unsaving what is not saved, write nothing`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path(of: "dump")
      var store = try DeviceStore(path: path)
      try store.unsave(a)
      #expect(try directory.names() == [])
      try store.save(a, at: 5)
      let before = try FileManager.default.attributesOfItem(atPath: path) as NSDictionary
      try store.save(a, at: 5)
      try store.unsave(JokeID("b"))
      #expect(try FileManager.default.attributesOfItem(atPath: path) as NSDictionary == before)
    }
  }

  @Test func `an empty object and one without the app's keys are dumps, too`() throws {
    for text in ["{}", #"{"AppleLanguages": ["en"]}"#, "{\n}\n"] {
      try TemporaryDirectory.with { directory in
        var store = try DeviceStore(path: try directory.write(text, to: "dump"))
        try store.markProcessed("a")
        #expect(try directory.text(of: "dump").contains("ScreenSort.ProcessedIDs"))
      }
    }
  }

  @Test(arguments: ["", " \n", "[]", "{} {}", "bplist00", "<plist>", "text", "{\"a\":1}\n{}\n"])
  func `a file that is not a dump is refused and not changed`(text: String) throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(text, to: "dump")
      let error = #expect(throws: DeviceStoreError.self) { _ = try DeviceStore(path: path) }
      guard case .unusable(path, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.cause == .damaged)
      #expect(try directory.text(of: "dump") == text)
    }
  }

  @Test(arguments: ["", "-", ".", "/dev/null", "/dev/null/x"])
  func `a path that cannot be read as a file is refused`(path: String) {
    let error = #expect(throws: DeviceStoreError.self) { _ = try DeviceStore(path: path) }
    guard case .unreadable(path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `ids that differ in how an accent is composed are two`() throws {
    try TemporaryDirectory.with { directory in
      let text = "{\"ScreenSort.ProcessedIDs\": [\"caf\u{E9}\"]}"
      var store = try DeviceStore(path: try directory.write(text, to: "dump"))
      let isNew = try store.markProcessed("cafe\u{301}")
      #expect(isNew)
    }
  }

  @Test(arguments: ["{}", "5", "[1]"])
  func `ids that are no array of strings are unusable`(value: String) throws {
    try TemporaryDirectory.with { directory in
      let text = #"{"ScreenSort.ProcessedIDs": \#(value)}"#
      var store = try DeviceStore(path: try directory.write(text, to: "dump"))
      let error = #expect(throws: DeviceStoreError.self) { try store.markProcessed("a") }
      guard case .unusable(_, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.cause == .unusable)
    }
  }

  @Test func `an unusable key leaves the others usable`() throws {
    try TemporaryDirectory.with { directory in
      let path = try directory.write(#"{"savedJokeIds": 5, "jokeImpressions": []}"#, to: "dump")
      var store = try DeviceStore(path: path)
      try store.markProcessed("a")
      try store.markImpression(a)
      #expect(throws: DeviceStoreError.self) { try store.isSaved(JokeID("a")) }
      let other = try directory.write(#"{"ScreenSort.ProcessedIDs": {}}"#, to: "other")
      var second = try DeviceStore(path: other)
      try second.markImpression(a)
      let error = #expect(throws: DeviceStoreError.self) { try second.markProcessed("a") }
      #expect(
        error?.description == "\(other): byte 28: 'ScreenSort.ProcessedIDs' is not an array")
    }
  }
}
