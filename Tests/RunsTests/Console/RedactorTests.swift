@testable import Runs
import Scan
import SystemIO
import Testing

struct RedactorTests {
  private let redactor = Redactor()
  private let device = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"

  @Test func `a device id becomes the same pseudonym in any case and place`() {
    let pseudonym = redactor.redact(device: device)
    #expect(pseudonym.count == "device-1a2b3c4d".count)
    #expect(redactor.redact(device) == pseudonym)
    #expect(redactor.redact(device.lowercased()) == pseudonym)
    #expect(redactor.redact("'\(device)_joke_2026-W07'") == "'\(pseudonym)_joke_2026-W07'")
    #expect(redactor.redact(device + device) == pseudonym + pseudonym)
    #expect(redactor.redact("é\(device)ü") == "é\(pseudonym)ü")
  }

  @Test func `pseudonyms stay what they are from run to run`() {
    #expect(redactor.redact(device: device) == "device-9cd3012b")
  }

  @Test func `another device has another pseudonym`() {
    #expect(
      redactor.redact(device: device)
        != redactor.redact(device: "6F9619FF-8B86-D011-B42D-00CF4FC964FE"))
  }

  @Test(arguments: [
    "", "joke-17", "6F9619FF-8B86-D011-B42D-00CF4FC964F", "6F9619FF8B86D011B42D00CF4FC964FF0000",
    "6F9619FG-8B86-D011-B42D-00CF4FC964FF", "日本語の長い文章、長さは三十六バイトより長い",
  ])
  func `other text stays`(text: String) {
    #expect(redactor.redact(text) == text)
  }

  @Test(arguments: [
    "anna_lettuce-in_2026-W07", "x", "8B1F0C52_j_W07",
    "anna_6F9619FF-8B86-D011-B42D-00CF4FC964FF_W07",
    "6F9619FF-8B86-D011-B42D-00CF4FC964FF2_j_W07",
  ])
  func `a document whose device cannot be told has a pseudonym as a whole`(id: String) {
    let redacted = redactor.redact(documentID: id)
    #expect(redacted.wholeMatch(of: /document-[0-9a-f]{8}/) != nil, "\(redacted)")
    #expect(redacted == redactor.redact(documentID: id))
    #expect(redactor.redact("the id '\(id)' is odd", naming: id) == "the id '\(redacted)' is odd")
    let place = Place(file: "out/\(id)/\(id).json.gz", line: 1)
    #expect(redactor.redact(place, of: id).file == "out/\(redacted)/\(redacted).json.gz")
  }

  @Test func `of a document that begins with a UUID, all but the UUIDs can be read`() {
    let pseudonym = redactor.redact(device: device)
    #expect(redactor.redact(documentID: device) == pseudonym)
    #expect(redactor.redact(documentID: device + "_j_2026-W07") == pseudonym + "_j_2026-W07")
    #expect(redactor.redact(documentID: "\(device)_\(device)") == "\(pseudonym)_\(pseudonym)")
  }

  @Test func `a word that a short id occurs in stays as it is`() {
    #expect(redactor.redact("a bad 'a'", naming: "a").hasPrefix("a bad 'document-"))
    #expect(redactor.redact("odd", naming: "") == "odd")
    #expect(redactor.redact(Place(file: "data/a-b/ab"), of: "a").file == "data/a-b/ab")
  }

  @Test func `redacting twice changes nothing more`() {
    let once = redactor.redact("a \(device) b")
    #expect(redactor.redact(once) == once)
  }
}
