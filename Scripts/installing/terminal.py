"""An interactive shell on a terminal, for keys that are typed."""

import os
import pty
import select
import signal
import time


class Terminal:
    """Runs a shell; `type` sends keys and waits until the shell is quiet."""

    def __init__(self, command: list[str], environment: dict[str, str], directory: str) -> None:
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(directory)
            os.execvpe(command[0], command, environment)
        self.read()

    def type(self, keys: str) -> str:
        """What the shell prints after these keys."""
        os.write(self.descriptor, keys.encode())
        return self.read()

    def read(self, limit: float = 30) -> str:
        """What is printed until nothing more comes; a busy machine is given more time."""
        output, end = b"", time.monotonic() + limit
        quiet = 0.3 * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
        while time.monotonic() < end:
            wait = quiet if output else 5
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
