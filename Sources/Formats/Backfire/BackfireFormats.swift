import Scan

extension InputFormat {
  /// Documents of firestore-backfire: one a line, one after the other, or in an array.
  package static let backfire = family(
    "backfire", of: "documents of firestore-backfire", BackfireShape(),
    because: "its first document has 'path' and 'data'"
  ) { sample in
    // A plain document may have fields of these names, but not these alone.
    return sample.kind(of: "path") == .string && sample.kind(of: "data") == .object
      && sample.keys.allSatisfy {
        $0.name == "path" || $0.name == "data" || BackfireShape.lists.contains($0.name)
      }
  }
}
