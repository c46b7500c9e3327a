import Testing

@testable import Runs

/// Texts in pages, which never become markup.
struct HTMLWriterTests {
  private func written(
    _ redactor: Redactor = .init(isOn: false), _ body: (inout HTMLWriter) -> Void
  ) -> String {
    var writer = HTMLWriter(redactor)
    body(&writer)
    return writer.html
  }

  @Test(arguments: [
    ("<script>alert('1')</script>", "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"),
    ("\" onload=\"x", "&quot; onload=&quot;x"), ("&lt;", "&amp;lt;"), ("</bdi>", "&lt;/bdi&gt;"),
    ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#), ("\0\n\u{1B}", #"\0\n\e"#),
    ("שלום 👨‍👩‍👧", "שלום 👨‍👩‍👧"),
  ])
  func `texts are escaped in elements and in attributes`(text: String, shown: String) {
    #expect(written { $0.data(text) } == "<bdi>\(shown)</bdi>")
    #expect(written { $0.element(.span, words: text) } == "<span>\(shown)</span>")
    #expect(
      written { $0.element(.span, [.label(text)]) } == "<span aria-label=\"\(shown)\"></span>")
  }

  @Test func `a long text is cut, and opens in whole`() {
    let text = String(repeating: "<", count: 10_000)
    let html = written { $0.longData(text) }
    #expect(html.hasPrefix("<details><summary><bdi>"))
    #expect(html.contains("…</bdi> (10,000 characters)</summary>"))
    #expect(html.contains(String(repeating: "&lt;", count: 10_000) + "</bdi></p>"))
    #expect(written { $0.longData("short") } == "<bdi>short</bdi>")
  }

  @Test func `a device is redacted in elements and in attributes`() {
    let device = "5D3F1C52-9C8E-4F7B-8C56-1F0F5D9A2B22"
    let html = written(Redactor()) {
      $0.element(.div, [.label(device)]) { $0.longData("<\(device)>") }
    }
    #expect(!html.contains(device) && html.contains("&lt;device-"), "\(html)")
  }

  @Test func `a command wraps before its options, and stays as it is`() {
    let html = written { $0.command("tool 'a b' --one='x' --two") }
    #expect(
      html
        == "<code class=\"command\"><span>tool &#39;a b&#39;</span> <span>--one=&#39;x&#39;</span> "
        + "<span>--two</span></code>")
  }
}
