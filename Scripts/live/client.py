"""Google's client of Firestore, at its level of messages: nothing is converted on the way."""

import functools
import os
import re

import google.auth
import google.auth.exceptions
import grpc
from google.api_core.client_options import ClientOptions
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport

from .failing import NO_PERMISSION, USAGE, Failure

EMULATOR = "FIRESTORE_EMULATOR_HOST"
DATABASE = re.compile(r"projects/[^/]+/databases/[^/]+")
# A request has at most 10 MiB, and an answer may have as many documents.
LONGEST = [("grpc.max_send_message_length", 16 << 20), ("grpc.max_receive_message_length", -1)]


class Database:
    """A database, and the client that reaches it."""

    def __init__(self, name: str) -> None:
        if not DATABASE.fullmatch(name):
            raise Failure(
                USAGE, f"'{name}' is not the name of a database",
                "name it as projects/PROJECT/databases/(default)")
        self.name = name
        self.host = os.environ.get(EMULATOR, "")
        self.metadata = [("google-cloud-resource-prefix", name)]
        if self.host:
            # Emulators let in whoever says to be their owner.
            self.metadata += [("authorization", "Bearer owner")]

    @functools.cached_property
    def client(self) -> FirestoreClient:
        """The client; a dry run needs none, and no credentials."""
        if self.host:
            # A proxy for the Internet does not reach a server on this machine, and must not get its data.
            channel = grpc.insecure_channel(
                self.host, options=[*LONGEST, ("grpc.enable_http_proxy", 0)])
            return FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))
        try:
            credentials, _ = google.auth.default()
        except google.auth.exceptions.DefaultCredentialsError as error:
            raise Failure(
                NO_PERMISSION, "no credentials for Google Cloud",
                f"run: gcloud auth application-default login; or set {EMULATOR}") from error
        options = ClientOptions(quota_project_id=self.name.split("/")[1])
        return FirestoreClient(credentials=credentials, client_options=options)

    @property
    def place(self) -> str:
        """Where it is, in words for people."""
        return f"{self.name} at {self.host}" if self.host else self.name
