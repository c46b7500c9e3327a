@testable import Formats
import Testing

struct InputSampleDumpsTests {
  @Test(arguments: [
    ("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">", XMLRoot.named("plist")),
    ("<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"x\">", .named("plist")),
    ("<!-- <html> --> <!-- -->\n<plist>", .named("plist")), ("<Error/>", .named("Error")),
    ("<?xml?><!DOCTYPE note[<!ENTITY e \"\">]>", .named("note")),
    ("<?xml?><!DOCTYPE\n plist PUBLIC \"x\">", .named("plist")),
    ("<!DOCTYPE\tplist>", .named("plist")), ("<!DOCTYPE\r\nhtml>", .named("html")),
    ("<?xml?><!DOCTYPE", .unseen), ("<?xml?><!DOCTYPE\n", .unseen),
    ("<?xml?><ns:a b=\"c\">", .named("ns:a")),
    ("<?xml version=", .unseen), ("<!-- x", .unseen), ("<?xml?>\n", .unseen), ("<pli", .unseen),
    ("<?xml?>\n", .unseen), ("", .unseen), ("<?xml?> text", .missing), ("{}", .missing),
    ("<>", .missing),
  ])
  func `the first element names what the document is`(text: String, root: XMLRoot) {
    #expect(XMLRoot(of: Array(text.utf8).span) == root)
  }
}
