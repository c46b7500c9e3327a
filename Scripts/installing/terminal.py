"""An interactive shell on a terminal, for keys that are typed."""

import os
import pty
import select
import signal
import time


class Terminal:
    """Runs a shell; `type` sends keys and waits for what the shell prints, or until it is quiet."""

    def __init__(
        self, command: list[str], environment: dict[str, str], directory: str, prompt: str = "",
    ) -> None:
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(directory)
            os.execvpe(command[0], command, environment)
        self.read(prompt)

    def type(self, keys: str, awaited: str = "") -> str:
        """What the shell prints after these keys."""
        os.write(self.descriptor, keys.encode())
        return self.read(awaited)

    def read(self, awaited: str = "", limit: float = 30) -> str:
        """What is printed up to an awaited text, or without one until nothing more comes."""
        output, end = b"", time.monotonic() + limit
        quiet = 0.3 * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
        while time.monotonic() < end and not (awaited and awaited.encode() in output):
            wait = limit if awaited else quiet if output else 5
            if not select.select([self.descriptor], [], [], wait)[0]:
                break
            try:
                output += os.read(self.descriptor, 1 << 16)
            except OSError:
                break
        return output.decode(errors="replace")

    def close(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.descriptor)
