"""What tests with a Firestore server share: one in the test's process, and Google's clients.

Without the packages, the tests of every file that imports this one are skipped.
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from installing.building import SCRIPTS

sys.dont_write_bytecode = True
try:
    import gcp_storage_emulator.server
    import google.cloud.storage
    import grpc
    from google.cloud import firestore
    from google.cloud.firestore_v1.services.firestore import FirestoreClient
    from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

    from live.server.serving import FirestoreServer
except ImportError as error:
    raise unittest.SkipTest(
        f"{error}; pip install --no-deps -r Scripts/requirements.txt") from None

DATABASE = "projects/laughs/databases/(default)"


def full(path: str) -> str:
    return f"{DATABASE}/documents/{path}"


def update(path: str, fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A write that updates a document; fields are typed values."""
    return {"update": {"name": full(path), "fields": fields}, **more}


def integer(number: int) -> dict[str, int]:
    return {"integer_value": number}


class ServerCase(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def serve(self, faults: str = "", **options: Any) -> FirestoreServer:
        """A server of the test's store, until the test ends."""
        server = FirestoreServer(self.directory / "store", faults=faults, **options)
        return self.enterContext(server)

    def raw(self, address: str) -> FirestoreClient:
        """Google's client of the plain messages."""
        channel = grpc.insecure_channel(address)
        self.addCleanup(channel.close)
        return FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))

    def client(self, address: str) -> firestore.Client:
        """Google's client for programs."""
        with mock.patch.dict(os.environ, FIRESTORE_EMULATOR_HOST=address):
            client = firestore.Client(project="laughs")
            client._firestore_api  # connects
        self.addCleanup(client.close)
        return client


def commit(client: FirestoreClient, *writes: dict[str, Any], **more: Any) -> Any:
    """Commits writes once, without the retries of Google's client."""
    request = {"database": DATABASE, "writes": list(writes)}
    return client.commit(request=request, **{"retry": None, "timeout": 20, **more})


def ids(documents: Any) -> list[str]:
    return [document.id for document in documents]
