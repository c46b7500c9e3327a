/// A path as a dictionary key, compared by its bytes.
///
/// Swift compares strings by canonical equivalence, and would merge two files of one directory
/// whose names differ only in how an accent is composed.
package struct PathKey: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ path: String) { bytes = Array(path.utf8) }

  /// The path as a string.
  package var path: String { String(decoding: bytes, as: UTF8.self) }
}

extension Dictionary where Key == PathKey {
  /// The value of the path with exactly these bytes.
  package subscript(_ path: String) -> Value? {
    get { self[PathKey(path)] }
    set { self[PathKey(path)] = newValue }
  }

  /// The nearest of the paths that is this one or above it, and its value; nil without one.
  ///
  /// - Complexity: O(*n*) in the depth of the path, independent of the number of paths.
  package func nearest(to path: String) -> (path: String, value: Value)? {
    var path = path
    while path != "/", path != "." {
      if let value = self[path] { return (path, value) }
      path = parentDirectory(of: path)
    }
    return nil
  }

  /// Pairs of paths and values; the first of equal paths counts.
  package init(paths: some Sequence<(String, Value)>) {
    self.init(paths.map { (PathKey($0), $1) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Set where Element == PathKey {
  package init(paths: some Sequence<String>) { self.init(paths.map { PathKey($0) }) }

  /// Whether the set has a path with exactly these bytes.
  package func contains(_ path: String) -> Bool { contains(PathKey(path)) }

  /// Adds the path.
  package mutating func insert(_ path: String) { insert(PathKey(path)) }

  /// Removes the path with exactly these bytes.
  package mutating func remove(_ path: String) { remove(PathKey(path)) }
}
