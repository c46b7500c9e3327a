import Foundation
import Scan
import TestSupport
import Testing

struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("~~~???", "fn5+Pz8/"),
  ])
  func `the examples of RFC 4648 go both ways`(plain: String, spelled: String) {
    #expect(Base64.encoded(Array(plain.utf8)) == Array(spelled.utf8))
    #expect(Base64.decoded(Array(spelled.utf8)) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "=Zg=", "Z===", "====", "Zm9vZg=", "Zg==Zm9v", "Zm 9v", "Zm9v\n", "Zm9-",
    "Zm9_", "Zh==", "Zm9=", "Zm9é", "Z", "Zm9vZ", "W=Zg",
  ])
  func `malformed base64 is not decoded`(text: String) {
    #expect(Base64.decoded(Array(text.utf8)) == nil)
  }

  @Test(arguments: 0...67)
  func `bytes of every length are what Foundation makes of them`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let spelled = Array(Data(bytes).base64EncodedString().utf8)
    #expect(Base64.encoded(bytes) == spelled)
    #expect(Base64.decoded(spelled) == bytes)
  }
}
