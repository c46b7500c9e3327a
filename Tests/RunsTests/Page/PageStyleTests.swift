import Foundation
import Testing

@testable import Runs

/// The colours of pages, by the formulas of WCAG 2.
struct PageStyleTests {
  /// The colours of the light, the dark and the printed page, by name.
  private static let palettes = PageStyle.sheet.components(separatedBy: ":root {").dropFirst().map {
    let colors = $0.prefix { $0 != "}" }.matches(of: /--([a-z]+): #([0-9a-f]{6});/)
    return Dictionary(
      uniqueKeysWithValues: colors.map { (String($0.1), Int($0.2, radix: 16) ?? 0) })
  }

  private func luminance(_ color: Int) -> Double {
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double(color >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private func contrast(_ one: Int, _ other: Int) -> Double {
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test func `there is a palette for light, dark and paper, with the same names`() {
    #expect(Self.palettes.count == 3)
    #expect(Set(Self.palettes.map { Set($0.keys) }).count == 1)
  }

  @Test(arguments: Self.palettes.indices, ["text", "soft", "good", "bad", "warn"])
  func `a text is legible on each ground`(palette: Int, name: String) throws {
    let colors = Self.palettes[palette]
    for ground in ["ground", "panel"] {
      let ratio = contrast(try #require(colors[name]), try #require(colors[ground]))
      #expect(ratio >= 4.5, "\(name) on \(ground): \(ratio)")
    }
  }

  @Test(arguments: Self.palettes.indices, ["good", "bad", "gone", "same"])
  func `a bar is told from each ground`(palette: Int, name: String) throws {
    let colors = Self.palettes[palette]
    for ground in ["ground", "panel"] {
      let ratio = contrast(try #require(colors[name]), try #require(colors[ground]))
      #expect(ratio >= 3, "\(name) on \(ground): \(ratio)")
    }
  }

  @Test func `nothing is loaded from elsewhere`() {
    for word in ["url(", "@import", "http", "<"] { #expect(!PageStyle.sheet.contains(word)) }
  }
}
