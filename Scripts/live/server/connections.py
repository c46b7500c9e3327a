"""Cutting the connection of a client, which gRPC has no call for."""

import os
import re
import socket
import stat
from contextlib import suppress

# On Linux a link to the open files of this process; elsewhere a file system of its own.
DESCRIPTORS = "/dev/fd"
PEER = re.compile(r"ipv4:([0-9.]+):([0-9]+)")


def cut(peer: str, port: int) -> bool:
    """Shuts down this process's connection from a peer (as gRPC spells it) to a port."""
    match = PEER.fullmatch(peer)
    if not match:
        return False
    # gRPC listens with sockets of IPv6, which spell an address of IPv4 their own way.
    addresses = [(host, int(match[2])) for host in (match[1], f"::ffff:{match[1]}")]
    for entry in os.listdir(DESCRIPTORS):
        # A descriptor that was closed or reused meanwhile is not the one.
        with suppress(OSError):
            if is_cut(int(entry), addresses, port):
                return True
    return False


def is_cut(descriptor: int, addresses: list[tuple[str, int]], port: int) -> bool:
    """Shuts a descriptor down if it is the connection."""
    if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
        return False
    connection = socket.socket(fileno=descriptor)
    try:
        if connection.getpeername()[:2] not in addresses or connection.getsockname()[1] != port:
            return False
        connection.shutdown(socket.SHUT_RDWR)
        return True
    finally:
        # It stays gRPC's. Nor may a copy of a descriptor be closed here: of a file of SQLite, that
        # would release the locks of this process.
        connection.detach()
