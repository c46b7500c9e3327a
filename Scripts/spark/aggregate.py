#!/usr/bin/env python3
"""Ranks an export on Apache Spark: the document that aggregate-top10 writes on one machine.

usage: Scripts/spark/aggregate.py INPUT… -o PATH [--master URL] [--tools DIR] [--piece-size SIZE]
           [--quiet] [-- OPTION…]
       spark-submit … Scripts/spark/aggregate.py INPUT… -o PATH [the same]

An INPUT is a file or folder of any file system that Spark reads (hdfs:, s3a:, gs:, file:); a path
without a scheme is of Spark's default one. The inputs are cut into shares of about --piece-size
(256MB). Each executor runs aggregate-top10 on a share at a time, which counts it exactly. The
partial results are merged, and the document is written to PATH, on any of these file systems.

The result does not depend on the number of shares, of executors, or of those that were lost:
shares are tried again, and each counts once. Bad data ends the job at once, with the file and the
place. PATH then keeps what it holds.

  --master URL       the cluster, as spark-submit has it: spark://HOST:7077, yarn,
                     'local-cluster[2,1,1024]'; spark-submit sets it by itself
  --tools DIR        the release executables, for the machines of the cluster; they are sent to
                     the executors (default: .build/static/release, as Scripts/package makes)
  --piece-size SIZE  bytes of a share: 256MB, 1GiB
  -q, --quiet        print nothing but errors

Options after '--' are those of aggregate-top10: --scale, --collection, --format and --salvage for
each share, all others for the document, such as guards. Without --quiet, it prints the ranking.

Exit statuses are those of aggregate-top10: 0 done, 3 done, with rejects, 4 a guard tripped, 64
wrong command line, 65 bad data, 66 no input, 69 a needed program is missing, 73 cannot create the
output, 74 reading or writing failed, or Spark did, 77 permission denied. Needs Java 17 and `pip
install --no-deps -r Scripts/spark/requirements.txt`.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from live import failing
from spark import command, tools

NAME = "aggregate.py"
REFUSED = {
    "--emit": "the job writes partial results by itself", "--merge": "the job merges by itself",
    "--partials": command.ONE_MACHINE, "--explain": command.ONE_MACHINE,
    "--rejects": "the records are on many machines; run aggregate-top10 on the file",
    "--mended": "run aggregate-top10 on the file",
}
# What decides what a share counts; with a value, or without.
WITH_VALUE, WITHOUT = ("--scale", "--collection", "--format"), ("--salvage",)


def divided(options: list[str]) -> tuple[list[str], list[str]]:
    """The options for each share, and those for the document."""
    of_share, of_document, words = [], [], iter(options)
    for word in words:
        name, has_value, _ = word.partition("=")
        mine = [word]
        if name in WITH_VALUE:
            if not has_value:
                mine += [value for value in [next(words, None)] if value is not None]
            of_share += mine
        elif name in WITHOUT:
            of_share += mine
        else:
            of_document += mine
    return of_share, of_document


def main() -> int:
    options, rest = command.arguments(__doc__)
    command.refuse(rest, REFUSED)
    of_share, of_document = divided(rest)
    try:
        from spark import counting, job
    except ImportError as error:
        raise failing.package_missing(error, "spark/requirements.txt") from error
    executable = tools.executable(options.tools, counting.TOOL)
    with job.started(NAME, options.master, not options.quiet) as running:
        running.ship(executable)
        local = running.files.local_path(options.output)
        counting.check_options(executable, of_document, str(local) if local else None)
        outcomes = counting.count(running, options.inputs, options.piece_size, of_share)
        command.shown(outcomes, options.quiet)
        quiet = ["--quiet"] if options.quiet else []
        return counting.publish(running, outcomes, executable, options.output, of_document + quiet)


if __name__ == "__main__":
    command.run(NAME, main)
