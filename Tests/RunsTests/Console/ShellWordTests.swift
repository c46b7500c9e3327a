import Foundation
@testable import Runs
import Testing

struct ShellWordTests {
  @Test func `a plain path is put in quotes`() {
    #expect(ShellWord.quoted(path: "in.journal") == "'in.journal'")
    #expect(ShellWord.quoted(path: "it's") == #"'it'\''s'"#)
  }

  @Test func `a path that begins as an option does is given by its folder`() {
    #expect(ShellWord.quoted(path: "-n") == "'./-n'")
    #expect(ShellWord.quoted(path: "-\n") == #"$'./-\012'"#)
  }

  @Test func `a path that begins as a file of arguments does is given by its folder`() {
    #expect(ShellWord.quoted(path: "@list") == "'./@list'")
  }

  @Test(arguments: ["line\nbreak", "a\u{202E}b", "\u{1B}[2J", "\u{85}"])
  func `what steers a terminal is not in the word`(path: String) {
    #expect(ShellWord.quoted(path: path).utf8.allSatisfy { 0x20..<0x7F ~= $0 })
  }

  @Test(arguments: [
    "plain", "two words", "it's", "''", #"a"b\c$HOME`x`"#, "*?[a]~", "a;b|c&d>e", "é\u{301}", "",
    "line\nbreak7", #"it's\n \#n"#, "!x", "a\u{202E}é\t\u{7}1", "\u{1B}[31mred", "\u{85}end\n",
  ])
  func `a shell reads back what was quoted`(path: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", "printf %s \(ShellWord.quoted(path: path))"]
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    shell.waitUntilExit()
    let read = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(String(bytes: read, encoding: .utf8) == path)
  }
}
