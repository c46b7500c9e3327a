"""Google's published messages of the Firestore API, and times as microseconds."""

import time
from typing import Any

from google.cloud.firestore_v1 import types
from google.protobuf.timestamp_pb2 import Timestamp

# An instance of a message; its members are made at run time, so that no type can name them.
Message = Any

BatchGetDocumentsRequest: Any = types.BatchGetDocumentsRequest.pb()
BatchGetDocumentsResponse: Any = types.BatchGetDocumentsResponse.pb()
CommitRequest: Any = types.CommitRequest.pb()
CommitResponse: Any = types.CommitResponse.pb()
Document: Any = types.Document.pb()
GetDocumentRequest: Any = types.GetDocumentRequest.pb()
ListCollectionIdsRequest: Any = types.ListCollectionIdsRequest.pb()
ListCollectionIdsResponse: Any = types.ListCollectionIdsResponse.pb()
ListDocumentsRequest: Any = types.ListDocumentsRequest.pb()
ListDocumentsResponse: Any = types.ListDocumentsResponse.pb()
RunQueryRequest: Any = types.RunQueryRequest.pb()
RunQueryResponse: Any = types.RunQueryResponse.pb()
StructuredQuery: Any = types.StructuredQuery.pb()
Value: Any = types.Value.pb()
Write: Any = types.Write.pb()
WriteResult: Any = types.WriteResult.pb()


def now() -> int:
    """The time in microseconds since 1970."""
    return time.time_ns() // 1000


def timestamp(moment: int) -> Timestamp:
    return Timestamp(seconds=moment // 1_000_000, nanos=moment % 1_000_000 * 1000)


def microseconds(stamp: Timestamp) -> int:
    """The time of a message; Firestore rounds down to microseconds."""
    return int(stamp.seconds) * 1_000_000 + int(stamp.nanos) // 1000
