@testable import Runs
import Scan
import SystemIO
import Testing

struct HelpTextTests {
  @Test(arguments: [40, 41, 50, 59, 60, 61, 80, 100])
  func `no line is wider than the width`(width: Int) {
    let layout = HelpText(width: width)
    let helps = layout.text(of: SampleTool.tool) + layout.shortText(of: SampleTool.tool)
    for line in helps.split(separator: "\n") {
      #expect(TextWidth.of(line) <= width, "\(line)")
      #expect(line.last != " ")
    }
  }

  @Test(arguments: [-1, 0, 1, 39]) func `a screen too narrow gets forty columns`(width: Int) {
    let help = HelpText(width: width).text(of: SampleTool.tool)
    #expect(help == HelpText(width: 40).text(of: SampleTool.tool))
  }

  @Test func `a very wide screen is not filled`() {
    #expect(HelpText(width: 4000).width == 100)
  }

  @Test(arguments: [40, 60, 80]) func `every option and every status is in it`(width: Int) {
    let help = HelpText(width: width).text(of: SampleTool.tool)
    for spelling in SampleTool.table.all.flatMap(\.spellings) {
      #expect(help.contains(spelling))
    }
    for status in SampleTool.tool.allExits { #expect(help.contains("\n  \(status.rawValue) ")) }
  }

  @Test func `the help starts with the summary and ends with the exit statuses`() {
    let help = HelpText(width: 80).text(of: SampleTool.tool)
    #expect(
      help.hasPrefix(
        """
        Rank jokes by their ratings.

        Usage: rank-jokes [OPTIONS] INPUT...
           or: rank-jokes --undo PLAN

        Examples:
          rank-jokes ratings.ndjson
              print the ten most hilarious jokes
          rank-jokes --scale five-point --batch-size 250 -o all_time.json export/
              write the document that clients read, from ratings not yet migrated

        It never changes an input: inputs are opened for reading only.

        Operands:
          INPUT                     files or folders of an export; '-' is standard input
          @FILE                     read arguments from FILE, one a line, without
                                    quotes; blank lines and lines that begin with '#'
                                    are skipped; an input named '@NAME' is given as
                                    './@NAME'

        Ranking:
              --batch-size N        writes in a batch (1 to 500; default 500)
              --top N               jokes in a list (1 or more)
              --scale SCALE         what ratings mean (binary or five-point; default
                                    binary)
              --keep-timestamps     keep the older of two timestamps
              --title TEXT          a line above the lists

        Output:
          -n, --dry-run             write nothing; do all the work, and name every file
                                    that the real run would write

        """.dropLast()))
    #expect(
      help.hasSuffix(
        """

        A batch has at most 500 writes, because more were refused once.

        Exit statuses:
          0     done
          1     internal error
          2     changes pending (only with --check)
          3     done, with rejects
          4     a guard tripped, the old output kept
          64    the command line is wrong
          65    bad data
          66    no input
          74    reading or writing failed
          129   hung up
          130   interrupted
          143   terminated

        """))
  }

  @Test func `values that the help names are not listed again`() {
    var tool = SampleTool.tool
    tool.options = OptionTable(
      [.init("More", .scale.withHelp("count as binary or five-point"))])
    #expect(
      HelpText(width: 80).text(of: tool).contains(
        "      --scale SCALE         count as binary or five-point (default binary)\n"))
  }

  @Test func `on a narrow screen what an option does stands below it`() {
    let help = HelpText(width: 40).text(of: SampleTool.tool)
    #expect(
      help.contains(
        """
          --batch-size N
                writes in a batch (1 to 500;
                default 500)
          --top N
        """))
    #expect(
      help.contains(
        """
          rank-jokes --scale five-point \\
              --batch-size 250 -o \\
              all_time.json export/
        """))
  }

  @Test func `the short help has the commonest options, without details`() {
    #expect(
      HelpText(width: 80).shortText(of: SampleTool.tool) == """
        Rank jokes by their ratings.

        Commands:
          rank-jokes ratings.ndjson
              print the ten most hilarious jokes
          rank-jokes --scale five-point --batch-size 250 -o all_time.json export/
              write the document that clients read, from ratings not yet migrated

        Options:
              --top N        jokes in a list
              --scale SCALE  what ratings mean
          -n, --dry-run      write nothing
          -o, --output PATH  write the result to PATH

        --help for all options, examples and exit statuses

        """)
  }

  @Test func `the short help has four commands, each on a line with its purpose`() {
    var tool = SampleTool.tool
    tool.examples = ["a", "a b", "a c", "a d", "a e"].map { .init($0, "print it") }
    #expect(
      HelpText(width: 80).shortText(of: tool).contains(
        """

        Commands:
          a    print it
          a b  print it
          a c  print it
          a d  print it

        """))
  }
}
