/// The version of the tools, which are released together.
package enum Version {
  package static let text = "0.1.0"
}
