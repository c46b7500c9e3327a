"""The calls of google.firestore.v1.Firestore, as gRPC handlers."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError

from . import messages, queries
from .commits import commit
from .connections import cut
from .faults import LOST, RESET, STATUSES, Faults
from .fieldpaths import mask_paths, only
from .limits import MAX_WRITES
from .messages import Message, microseconds, timestamp
from .names import Name
from .refusals import Refused, invalid, short, unsupported
from .store import NotYet, Snapshot, Store

SERVICE = "google.firestore.v1.Firestore"
Context = grpc.ServicerContext
# In microseconds.
VERSIONS_KEPT = 3600 * 1_000_000


@dataclass
class Service(grpc.GenericRpcHandler):
    """Answers calls from a store, with faults; `port` is that of the server."""

    store: Store
    faults: Faults
    max_writes: int = MAX_WRITES
    slow_seconds: float = 0
    exit_after: int | None = None
    port: int = 0
    commit_count: int = 0

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        service, _, method = details.method.removeprefix("/").partition("/")
        if service != SERVICE:
            return None
        unary: dict[str, Callable[[bytes, Context], Any]] = {
            "Commit": self.commit, "GetDocument": self.get_document,
            "ListDocuments": self.list_documents, "ListCollectionIds": self.list_collection_ids,
        }
        streams: dict[str, Callable[[bytes, Context], Iterator[Any]]] = {
            "BatchGetDocuments": self.batch_get_documents, "RunQuery": self.run_query,
        }

        def answer(content: bytes, context: Context) -> Any:
            with refusing(context):
                return unary[method](content, context)

        def stream(content: bytes, context: Context) -> Iterator[Any]:
            with refusing(context):
                yield from streams[method](content, context)

        def refuse(_: Iterator[bytes], context: Context) -> Iterator[Any]:
            with refusing(context):
                raise unsupported(method)

        if method in unary:
            return grpc.unary_unary_rpc_method_handler(answer, response_serializer=serialized)
        if method in streams:
            return grpc.unary_stream_rpc_method_handler(stream, response_serializer=serialized)

        return grpc.stream_stream_rpc_method_handler(refuse, response_serializer=serialized)

    # Commits

    def commit(self, content: bytes, context: Context) -> Any:
        fault = self.begin("commit", context)
        if fault == RESET:
            self.cut(context)
        request = parsed(messages.CommitRequest, content)
        is_last = False

        def is_lost() -> bool:
            # Within the transaction, so that commits are counted one by one.
            nonlocal is_last
            self.commit_count += 1
            is_last = self.commit_count == self.exit_after
            return is_last or fault == LOST

        response, number = commit(self.store, request, len(content), self.max_writes, is_lost)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        if fault == LOST:
            self.cut(context)
        if not context.is_active():
            # The deadline passed meanwhile, or the connection was cut by another call.
            self.store.mark_lost(number)
        return response

    # Reads

    def get_document(self, content: bytes, context: Context) -> Any:
        request = self.begin_read(messages.GetDocumentRequest, content, context)
        name = Name.of_document(request.name)
        with self.reading(request) as snapshot:
            document = snapshot.get(name)
        if document is None:
            raise Refused(grpc.StatusCode.NOT_FOUND, f'Document "{short(name.text)}" not found.')
        return masked(request, document)

    def list_documents(self, content: bytes, context: Context) -> Any:
        request = self.begin_read(messages.ListDocumentsRequest, content, context)
        with self.reading(request) as snapshot:
            return queries.listed(snapshot, request)

    def list_collection_ids(self, content: bytes, context: Context) -> Any:
        request = self.begin_read(messages.ListCollectionIdsRequest, content, context)
        with self.reading(request) as snapshot:
            return queries.collection_ids(snapshot, request)

    def batch_get_documents(self, content: bytes, context: Context) -> Iterator[Any]:
        fault = self.begin("read", context)
        request = parsed(messages.BatchGetDocumentsRequest, content)
        names = [Name.of_document(text) for text in request.documents]
        with self.reading(request) as snapshot:
            read_time = timestamp(snapshot.moment)
            for name in names:
                document = snapshot.get(name)
                response = messages.BatchGetDocumentsResponse(read_time=read_time)
                if document is None:
                    response.missing = name.text
                else:
                    response.found.CopyFrom(masked(request, document))
                yield response
                if fault == RESET:
                    self.cut(context)

    def run_query(self, content: bytes, context: Context) -> Iterator[Any]:
        fault = self.begin("read", context)
        request = parsed(messages.RunQueryRequest, content)
        if request.HasField("explain_options"):
            raise unsupported("explain_options")
        parent = queries.parent_of(request.parent)
        with self.reading(request) as snapshot:
            read_time = timestamp(snapshot.moment)
            response = messages.RunQueryResponse(read_time=read_time)
            for document in queries.results(snapshot, parent, request.structured_query):
                yield messages.RunQueryResponse(document=document, read_time=read_time)
                if fault == RESET:
                    self.cut(context)
                response = None
            if response is not None:
                # An empty result is one response that has the time alone.
                yield response

    def begin_read(self, kind: Any, content: bytes, context: Context) -> Any:
        """The request of a read that has one answer."""
        if self.begin("read", context) == RESET:
            self.cut(context)
        return parsed(kind, content)

    @contextmanager
    def reading(self, request: Message) -> Iterator[Snapshot]:
        """What a request may read, as of now or of its own read time."""
        if request.WhichOneof("consistency_selector") not in (None, "read_time"):
            raise unsupported("a read in a transaction")
        moment = None
        if request.HasField("read_time"):
            moment = microseconds(request.read_time)
            if request.read_time.nanos % 1000:
                raise invalid("the read time is finer than microseconds")
            if moment < self.store.clock() - VERSIONS_KEPT:
                raise Refused(
                    grpc.StatusCode.FAILED_PRECONDITION,
                    "the requested snapshot version is too old: versions are kept for an hour")
        try:
            with self.store.reading(moment) as snapshot:
                yield snapshot
        except NotYet:
            raise invalid("the read time is in the future") from None

    # Faults

    def begin(self, kind: str, context: Context) -> str | None:
        """Waits, fails if it is to fail at once, and returns a fault for later."""
        time.sleep(self.slow_seconds)
        fault = self.faults.draw(kind)
        if fault in STATUSES:
            context.abort(STATUSES[fault], f"fault on demand: {fault}, nothing took effect")
        return fault

    def cut(self, context: Context) -> NoReturn:
        cut(context.peer(), self.port)
        # It reaches the client only if the connection could not be cut.
        context.abort(grpc.StatusCode.UNAVAILABLE, "fault on demand: connection cut")


def serialized(message: Message) -> bytes:
    return bytes(message.SerializeToString())


def parsed(kind: Any, content: bytes) -> Any:
    try:
        return kind.FromString(content)
    except DecodeError:
        # Malformed, or nested beyond what protobuf reads.
        raise invalid(f"request is not a readable {kind.DESCRIPTOR.name}") from None


def masked(request: Message, document: Message) -> Any:
    if not request.HasField("mask"):
        return document
    return only(document, mask_paths(request.mask))


@contextmanager
def refusing(context: Context) -> Iterator[None]:
    """Ends the call with a refusal in the block."""
    try:
        yield
    except Refused as refusal:
        context.abort(refusal.code, refusal.message)
