import Scan

/// The stylesheet of pages, light and dark, for screens, phones and paper.
///
/// Each colour of a text has a contrast of 4.5 or more with its ground, as WCAG's level AA requires.
enum PageStyle {
  /// The classes that it styles.
  enum Name: String {
    /// The state of the run, beside the headline.
    case state, warned, failed
    /// A number that matters, and the list of them.
    case tiles
    case number
    case bar
    /// A bar, or a flow, of hilarious and of horrible ratings, of deletions, and of what stays.
    case good, bad, gone, same
    case soft
    case command
    case scale
    /// A text that stays on one line.
    case short
  }

  /// Its SHA-256 in base64, by which a page allows this stylesheet and no other.
  static let digest = Base64.text(of: SHA256.digest(Array(sheet.utf8)).bytes)

  static let sheet = """

    :root {
      color-scheme: light dark;
      --ground: #ffffff; --text: #1f2328; --soft: #57606a; --line: #d0d7de; --panel: #f3f5f7;
      --good: #1a7f37; --bad: #b42318; --gone: #6e7781; --same: #0b5cad; --warn: #7d4e00;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0d1117; --text: #e6edf3; --soft: #a3adb8; --line: #3d444d; --panel: #171d25;
        --good: #3fb950; --bad: #ff8a80; --gone: #8b949e; --same: #79b8ff; --warn: #e3b341;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 58rem;
      background: var(--ground); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
      overflow-wrap: break-word;
    }
    bdi, code { overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; text-wrap: balance; }
    h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
    h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
    p { margin: .5rem 0; }
    .soft, caption { color: var(--soft); font-weight: 400; }
    .state {
      display: inline-block; padding: .1rem .6rem; border: 1px solid currentColor; border-radius: 1rem;
      color: var(--good); font-weight: 600;
    }
    .state.warned, .warned { color: var(--warn); }
    .state.failed, .failed { color: var(--bad); }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0; }
    .tiles div { padding: .6rem .8rem; background: var(--panel); border-radius: .5rem; }
    .tiles dt { color: var(--soft); font-size: .875rem; }
    .tiles dd { margin: 0; font-size: 1.4rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem; }
    caption { text-align: start; padding-bottom: .25rem; }
    th, td { text-align: start; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid var(--line); }
    th { font-weight: 600; }
    .number { text-align: end; font-variant-numeric: tabular-nums; }
    td.number, .short { white-space: nowrap; }
    .scale { width: 32%; font-variant-numeric: tabular-nums; }
    code { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; }
    .command span { display: inline-block; max-width: 100%; }
    .command { display: block; padding: .5rem .7rem; background: var(--panel); border-radius: .4rem; white-space: pre-wrap; }
    ul { margin: .25rem 0; padding-inline-start: 1.25rem; }
    dd { margin: 0 0 .5rem; }
    summary { cursor: pointer; }
    figure { margin: 1rem 0; }
    svg { display: block; width: 100%; max-width: 34rem; height: auto; }
    .bar { max-width: none; height: .55rem; margin-top: .2rem; border-radius: .2rem; background: var(--panel); }
    svg text { fill: var(--text); font-size: 13px; font-variant-numeric: tabular-nums; }
    svg path { fill: var(--same); opacity: .35; }
    svg rect { fill: var(--same); }
    svg .good { fill: var(--good); }
    svg .bad { fill: var(--bad); }
    svg .gone { fill: var(--gone); }
    @media (max-width: 34rem) {
      body { padding: 1rem .75rem 2rem; }
      h1 { font-size: 1.3rem; }
      th, td { padding: .3rem .3rem; }
    }
    @media print {
      :root {
        color-scheme: light;
        --ground: #ffffff; --text: #000000; --soft: #444444; --line: #999999; --panel: #eeeeee;
        --good: #116329; --bad: #b42318; --gone: #6e7781; --same: #0b5cad; --warn: #7d4e00;
      }
      body { max-width: none; padding: 0; font-size: 10pt; }
      .bar, .tiles div, .command { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      h2, caption, thead { break-after: avoid; }
      section, tr, figure, .tiles, .command { break-inside: avoid; }
      @page { margin: 1.5cm; }
    }

    """
}
