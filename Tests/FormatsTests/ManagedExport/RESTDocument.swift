import Scan

@testable import Formats

/// An entity as a document of the REST API, whose name says which fields are whose.
func restDocument(of entity: Entity) throws(MalformedMessage) -> [UInt8] {
  let name = try entity.readKey().name(in: entity.bytes)
  var json = ScratchBytes()
  json.append(#"{"name":"#)
  json.appendJSONString(name)
  json.append(#","fields":"#)
  json.append(try EntityTranscoder.fields(entity))
  json.append("}")
  return json.span.copied
}
