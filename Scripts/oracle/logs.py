"""The log format of managed exports, which is LevelDB's (`doc/log_format.md`)."""

import struct

BLOCK = 32768
HEADER = struct.Struct("<IHB")
FULL, FIRST, MIDDLE, LAST = 1, 2, 3, 4

try:
    from google_crc32c import value as crc32c
except ImportError:

    def _table():
        for byte in range(256):
            for _ in range(8):
                byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
            yield byte

    TABLE = list(_table())

    def crc32c(content):
        value = 0xFFFFFFFF
        for byte in content:
            value = TABLE[(value ^ byte) & 0xFF] ^ value >> 8
        return value ^ 0xFFFFFFFF


class Damaged(Exception):
    """A damaged log."""


def stored_checksum(kind, payload):
    value = crc32c(bytes([kind]) + payload)
    return ((value >> 15 | value << 17) + 0xA282EAD8) & 0xFFFFFFFF


def frame(payloads, padded=False):
    """The bytes of a log of these records, piece by piece."""
    offset = 0
    for payload in payloads:
        start, is_first = 0, True
        while True:
            left = BLOCK - offset % BLOCK
            if left < HEADER.size:
                yield bytes(left)
                offset += left
                left = BLOCK
            part = payload[start : start + left - HEADER.size]
            start += len(part)
            is_last = start == len(payload)
            kind = (FULL if is_last else FIRST) if is_first else (LAST if is_last else MIDDLE)
            yield HEADER.pack(stored_checksum(kind, part), len(part), kind) + part
            offset += HEADER.size + len(part)
            is_first = False
            if is_last:
                break
    if padded and offset % BLOCK:
        yield bytes(BLOCK - offset % BLOCK)


def records(content):
    """The records of a log; raises Damaged."""
    offset, parts = 0, None
    while offset < len(content):
        left = BLOCK - offset % BLOCK
        block = content[offset : offset + left]
        if left < HEADER.size or block.count(0) == left == len(block):
            if block.count(0) != left:
                raise Damaged(f"byte {offset}: the padding of a block is not zero")
            offset += left
            continue
        if len(block) < HEADER.size:
            raise Damaged(f"byte {offset}: a header is cut short")
        checksum, count, kind = HEADER.unpack_from(block)
        part = block[HEADER.size : HEADER.size + count]
        if len(part) != count:
            raise Damaged(f"byte {offset}: a record is cut short")
        if stored_checksum(kind, part) != checksum:
            raise Damaged(f"byte {offset}: a checksum does not match")
        if (kind in (FULL, FIRST)) != (parts is None) or kind not in (FULL, FIRST, MIDDLE, LAST):
            raise Damaged(f"byte {offset}: a fragment of type {kind} does not belong here")
        parts = (parts or []) + [part]
        if kind in (FULL, LAST):
            yield b"".join(parts)
            parts = None
        offset += HEADER.size + count
    if parts is not None:
        raise Damaged(f"byte {offset}: the last record has no end")
