import Scan

@testable import Formats

/// An entity as a document of the REST API, whose name says which fields are whose.
func restDocument(of entity: Entity) throws(MalformedMessage) -> [UInt8] {
  let name = try entity.readKey().name(in: entity.bytes)
  var json = Array(#"{"name":"#.utf8)
  json.appendJSONString(name)
  return try json + Array(#","fields":"#.utf8) + EntityTranscoder.fields(entity) + Array("}".utf8)
}
