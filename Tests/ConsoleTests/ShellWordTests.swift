import Console
import Foundation
import Testing

struct ShellWordTests {
  @Test func `a plain word is put in quotes`() {
    #expect(ShellWord.quoted("in.journal") == "'in.journal'")
    #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
  }

  @Test(arguments: [
    "plain", "two words", "it's", "''", #"a"b\c$HOME`x`"#, "*?[a]~", "a;b|c&d>e", "é\u{301}", "",
    "line\nbreak", "!x", "-n",
  ])
  func `a shell reads back what was quoted`(word: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf %s \(ShellWord.quoted(word))"]
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    shell.waitUntilExit()
    let read = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(String(bytes: read, encoding: .utf8) == word)
  }
}
