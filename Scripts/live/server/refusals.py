"""A call that is refused: a gRPC status and a message."""

from collections.abc import Iterator
from contextlib import contextmanager

import grpc

# A status travels in headers, of which a client takes 8 KiB, and there each byte may become three.
SHOWN_CHARACTERS = 300


class Refused(Exception):
    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def invalid(message: str) -> Refused:
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, message)


def unsupported(what: str) -> Refused:
    return Refused(grpc.StatusCode.UNIMPLEMENTED, f"{what}: not supported by this test server")


def short(text: str) -> str:
    """A name, cut if it is very long."""
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def shown(text: str) -> str:
    """A name in quotes, cut if it is very long."""
    return f"'{short(text)}'"


@contextmanager
def about(document: str) -> Iterator[None]:
    """Begins the message of a refusal in the block with the name of the document."""
    try:
        yield
    except Refused as refusal:
        raise Refused(refusal.code, f"document {shown(document)}: {refusal.message}") from None
