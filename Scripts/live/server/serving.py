"""A running server: a gRPC server of a store, on this machine only."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from typing import Self

import grpc

from .faults import Faults
from .limits import MAX_REQUEST_BYTES, MAX_WRITES
from .messages import now
from .service import Service
from .store import Store

HOST = "127.0.0.1"
WORKERS = 8


class FirestoreServer:
    """Serves a store while its `with` block runs; `address` is for FIRESTORE_EMULATOR_HOST.

    `faults` is a list as in `faults.py`. `exit_after` kills the whole process with SIGKILL after
    that many commits: it is for a process of its own.
    """

    def __init__(
        self, path: Path | str, *, port: int = 0, faults: str = "", seed: int = 0,
        slow_ms: int = 0, exit_after: int | None = None, max_writes: int = MAX_WRITES,
        clock: Callable[[], int] = now,
    ) -> None:
        plan = Faults.parsed(faults, seed)
        check_port(port)
        self.store = Store(path, clock)
        self.service = Service(self.store, plan, max_writes, slow_ms / 1000, exit_after)
        # Four times the limit is received, so that the limit is refused with a message.
        self.server = grpc.server(
            ThreadPoolExecutor(WORKERS), handlers=[self.service],
            options=[
                ("grpc.max_receive_message_length", 4 * MAX_REQUEST_BYTES),
                ("grpc.so_reuseport", 0),
            ])
        self.port = self.service.port = self.server.add_insecure_port(f"{HOST}:{port}")

    @property
    def address(self) -> str:
        return f"{HOST}:{self.port}"

    @property
    def faults(self) -> Faults:
        return self.service.faults

    def __enter__(self) -> Self:
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Lets running calls end, for five seconds at most."""
        self.server.stop(5).wait()
        self.store.close()


def check_port(port: int) -> None:
    """Fails in plain words where gRPC would print lines of its own."""
    with socket() as probe:
        # As gRPC does, so that a server can start again at once on its port.
        probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise OSError(f"cannot listen on {HOST}:{port}: {error.strerror}") from None
