"""What the tests of fetch-export share: its process, its folder, its failures."""

import contextlib
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable, Iterator

from live import failing
from live.server_trials import SCRIPTS

DATABASE = "projects/p/databases/(default)"


def quiet(_: str) -> None:
    pass


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(SCRIPTS / "fetch-export"), *arguments]


def ended(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=60)


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def killed_when(arguments: list[str], is_time: Callable[[], bool]) -> None:
    """Starts a fetch and kills it once there is something of it."""
    process = subprocess.Popen(command(*arguments), stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while not is_time():
            if process.poll() is not None or time.monotonic() > end:
                raise AssertionError("the fetch ended before it was killed")
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


class Trial(unittest.TestCase):
    def setUp(self) -> None:
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.out = self.work / "out"

    @contextlib.contextmanager
    def fails(self, status: int, text: str) -> Iterator[None]:
        with self.assertRaises(failing.Failure) as caught:
            yield
        self.assertEqual(caught.exception.status, status, str(caught.exception))
        self.assertIn(text, str(caught.exception))
