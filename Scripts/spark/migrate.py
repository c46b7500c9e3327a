#!/usr/bin/env python3
"""Makes the ratings of an export binary on Apache Spark, as migrate-ratings does on one machine.

usage: Scripts/spark/migrate.py INPUT… -o FOLDER [--force] [--master URL] [--tools DIR]
           [--piece-size SIZE] [--quiet] [-- OPTION…]
       spark-submit … Scripts/spark/migrate.py INPUT… -o FOLDER [the same]

An INPUT is a file or folder of any file system that Spark reads (hdfs:, s3a:, gs:, file:); a path
without a scheme is of Spark's default one. The inputs are cut into shares of about --piece-size
(256MB). Each executor runs migrate-ratings on a share at a time, and writes its files to FOLDER.
A file of lines that is in several shares becomes as many files, such as
events.ndjson.part-03-of-12; in the order of their names they are, byte for byte, what one machine
writes. Other files stay whole, and a managed export stays together.

FOLDER must be empty or new. With --force, an older result is replaced when the new one is whole;
until then that is beside it, as .FOLDER.unfinished. FOLDER/_SUCCESS is written last: without it,
what is there is not whole. FOLDER/.manifest.json has the size and SHA-256 of every file. Executors
that are lost are replaced, and each share counts once. Bad data ends the job at once, with the file
and the place.

  --force            replace a FOLDER that exists
  --master URL       the cluster, as spark-submit has it: spark://HOST:7077, yarn,
                     'local-cluster[2,1,1024]'; spark-submit sets it by itself
  --tools DIR        the release executables, for the machines of the cluster; they are sent to
                     the executors (default: .build/static/release, as Scripts/package makes)
  --piece-size SIZE  bytes of a share: 256MB, 1GiB
  -q, --quiet        print nothing but errors

Options after '--' are those of migrate-ratings, for each share: --collection, --format, --salvage,
--unexpected and guards, whose percentages are then those of a share.

Exit statuses are those of migrate-ratings: 0 done, 3 done, with rejects, 4 a guard tripped, 64
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

NAME = "migrate.py"
REFUSED = {
    "--force": "give it before '--'", "--summary": "the manifest has sizes and checksums",
    "--rejects": "run migrate-ratings on the file",
} | dict.fromkeys((
    "--in-place", "--journal", "--undo", "--prove-undo", "--plan", "--plan-out", "--check", "--resume",
    "--metrics", "--batches", "--expect-count", "--expect-sha256", "--on-success", "--on-failure"),
    command.ONE_MACHINE)


def main() -> int:
    options, rest = command.arguments(__doc__, "--force")
    command.refuse(rest, REFUSED)
    try:
        from spark import job, listing, migrating
    except ImportError as error:
        raise failing.package_missing(error, "spark/requirements.txt") from error
    executable = tools.executable(options.tools, migrating.TOOL)
    with job.started(NAME, options.master, not options.quiet) as running:
        running.ship(executable)
        migrating.check_options(executable, rest)
        found = listing.listing(running.files, options.inputs)
        shares = job.count_of_shares(found, options.piece_size)
        output, target = migrating.prepare(running, found, options.output, options.force)
        with migrating.all_or_nothing(running, output):
            outcomes = migrating.migrate(running, found, shares, rest, output)
            migrating.finish(running, output, target, outcomes)
        command.shown(outcomes, options.quiet)
        return max(each.status for each in outcomes)


if __name__ == "__main__":
    command.run(NAME, main)
