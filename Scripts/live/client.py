"""Google's client of Firestore, at its level of messages: nothing is converted on the way."""

import functools
import os

import google.auth
import grpc
from google.api_core.client_options import ClientOptions
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

from .failing import DATABASE, USAGE, Failure
from .google_failures import explained, reading_credentials

EMULATOR = "FIRESTORE_EMULATOR_HOST"
# A request has at most 10 MiB, and an answer may have as many documents.
OPTIONS = [
    ("grpc.max_send_message_length", 16 << 20), ("grpc.max_receive_message_length", -1),
    ("grpc.keepalive_time_ms", 30_000)]


def connected(database: str) -> FirestoreClient:
    """The client of a database: of the emulator that the environment names, else of the service."""
    if host := os.environ.get(EMULATOR):
        if not host.isprintable():
            raise Failure(USAGE, f"{EMULATOR}={host!r} is not an address")
        # A proxy for the Internet does not reach a server on this machine, and must not get its data.
        channel = grpc.insecure_channel(host, options=[*OPTIONS, ("grpc.enable_http_proxy", 0)])
        return FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))
    with reading_credentials():
        credentials, _ = google.auth.default()
    options = ClientOptions(quota_project_id=database.split("/")[1])
    return FirestoreClient(credentials=credentials, client_options=options)


def metadata(database: str) -> list[tuple[str, str]]:
    """What Google's higher client sends with each call: the database, and emulators' full access."""
    found = [("google-cloud-resource-prefix", database)]
    return found + ([("authorization", "Bearer owner")] if os.environ.get(EMULATOR) else [])


class Database:
    def __init__(self, name: str) -> None:
        if not DATABASE.fullmatch(name):
            raise Failure(
                USAGE, f"'{name}' is not the name of a database",
                "name it as projects/PROJECT/databases/(default)")
        self.name = name
        self.host = os.environ.get(EMULATOR, "")
        self.metadata = metadata(name)

    @functools.cached_property
    def client(self) -> FirestoreClient:
        """The client; a dry run needs none, and no credentials."""
        with explained(self.place):
            return connected(self.name)

    @property
    def place(self) -> str:
        """Where it is, in words for people."""
        return f"{self.name} at {self.host}" if self.host else self.name

    @property
    def identity(self) -> str:
        """The name, which a database of an emulator does not share with that of the service; an
        emulator may come back at another port."""
        return f"{self.name} of an emulator" if self.host else self.name
