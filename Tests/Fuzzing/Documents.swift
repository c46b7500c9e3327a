import Runs

/// Every document that can be read is printed, and what was printed is printed the same again.
func printDocuments(_ bytes: [UInt8]) {
  FuzzFile.write(bytes, to: "input")
  defer { FuzzFile.remove("input", "once", "twice") }
  guard [.done, .doneWithRejects].contains(FuzzTool.readExport("input", "-o", "once")) else {
    return
  }
  hold(FuzzTool.readExport("once", "-o", "twice") == .done, "what was printed cannot be read")
  hold(FuzzFile.read("once") == FuzzFile.read("twice"), "printed again, it is another text")
}
