"""Tries seeds with the tools, each in a directory of its own, and prints how to repeat a failure."""

import pathlib
import shutil
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from installing.building import ROOT, existing, product_names
from live.failing import Parser, natural, reported

from .bench import Bench


def try_seeds(about: str, count: int, attempt: Callable[[Bench], None]) -> None:
    """Parses the command line, and ends the process with 1 after a failure.

    `about` is what a script says about itself, and `count` the seeds that it tries by itself.
    """
    script = pathlib.Path(sys.argv[0]).name
    with reported(script):
        parser = Parser(about)
        parser.add_argument("--tools", type=pathlib.Path, default=ROOT / ".build/release")
        parser.add_argument("--seeds", type=natural, default=count)
        parser.add_argument("--first-seed", type=int, default=1)
        parser.add_argument("--keep", type=pathlib.Path)
        options = parser.parse_args()
        existing(options.tools, product_names())

        def try_seed(seed: int) -> Bench:
            with tempfile.TemporaryDirectory(prefix="laughtrack-seed-") as temporary:
                directory = pathlib.Path(temporary)
                if options.keep:
                    directory = options.keep / f"seed-{seed}"
                    shutil.rmtree(directory, ignore_errors=True)
                    directory.mkdir(parents=True)
                bench = Bench(options.tools, seed, directory)
                attempt(bench)
            if bench.failures:
                print(
                    f"  again: Scripts/{script} --tools '{options.tools}' --seeds 1 "
                    f"--first-seed {seed} --keep .build/{script}")
            return bench

        seeds = range(options.first_seed, options.first_seed + options.seeds)
        with ThreadPoolExecutor(2) as pool:
            benches = list(pool.map(try_seed, seeds))
        failed = sum(len(each.failures) for each in benches)
        print(f"{sum(each.passed for each in benches)} passed, {failed} failed")
        sys.exit(1 if failed else 0)
