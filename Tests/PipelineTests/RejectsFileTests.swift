import ByteIO
import Pipeline
import TestSupport
import Testing

struct RejectsFileTests {
  @Test func `each reject is a line with its reason and place`() throws {
    try TemporaryDirectory.with { directory in
      let target = try OutputTarget(directory.path(of: "rejects"))
      var rejects = RejectsFile(try ByteOutput(target, isPrivate: true))
      try rejects.add(
        .init(
          kind: "unusable", reason: "'rating' occurs \"twice\"", documentID: "d_é_w",
          place: Place(file: "f\n", line: 2, column: 3, byte: 17)))
      try rejects.add(
        .init(kind: "damaged", reason: "gone", documentID: nil, place: Place(file: "f", byte: 0)))
      try rejects.add(.init(kind: "damaged", reason: "gone", documentID: nil, place: nil))
      try rejects.finish().publish()
      #expect(
        try directory.text(of: "rejects") == #"""
          {"schema_version":1,"kind":"unusable","reason":"'rating' occurs \"twice\"","document":"d_é_w","file":"f\n","line":2,"column":3,"byte":17}
          {"schema_version":1,"kind":"damaged","reason":"gone","file":"f","byte":0}
          {"schema_version":1,"kind":"damaged","reason":"gone"}

          """#)
      #expect(try directory.mode(of: "rejects") == 0o600)
    }
  }

  @Test func `no rejects are an empty file`() throws {
    try TemporaryDirectory.with { directory in
      let target = try OutputTarget(directory.path(of: "rejects"))
      var rejects = RejectsFile(try ByteOutput(target))
      try rejects.finish().publish()
      #expect(try directory.bytes(of: "rejects") == [])
    }
  }
}
