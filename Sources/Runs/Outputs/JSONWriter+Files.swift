package import Scan
package import SystemIO

// A summary names files in one way, whichever tool wrote them.
extension JSONWriter {
  /// Writes the member `outputs` of a run with one output, or with none.
  package mutating func writeOutputs(_ output: FinishedOutput?) {
    key("outputs")
    array { array in
      if let output { array.object { $0.writeMembers(of: output) } }
    }
  }

  /// Writes the members that say which file an output is.
  package mutating func writeMembers(of output: FinishedOutput) {
    member("path", output.path)
    member("bytes", output.byteCount)
    optionalMember("sha256", output.digest?.description)
  }
}
