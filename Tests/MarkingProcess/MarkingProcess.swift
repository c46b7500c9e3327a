import Formats
import Scan
import SystemIO

/// Marks the assets 1 to N of a dump as processed, and prints each one that it has marked.
///
/// The test of durability kills it: what it has printed must be in the file. It is no product.
@main enum MarkingProcess {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]) else {
      try StandardStream.errors.write("usage: MarkingProcess DUMP COUNT\n")
      return
    }
    var store = try DeviceStore(path: arguments[1])
    for number in 1...count {
      // One `write` a line, nothing buffered.
      if try store.markProcessed("asset-\(number)") {
        try StandardStream.output.write("asset-\(number)\n")
      }
    }
  }
}
