"""A server of the Firestore API on this machine, for tests and rehearsals.

It answers the calls that Google's clients make to read whole collections and to commit writes,
with the documented semantics and limits, and fails on demand. It is not an emulator of everything:
no transactions, filters, aggregations, listeners or security rules. `Scripts/firestore-server` runs
it; a test uses it in its own process:

    with FirestoreServer(path, faults="lost@3", seed=1) as server:
        os.environ["FIRESTORE_EMULATOR_HOST"] = server.address
        ...
        server.store.documents()

A read or write that is refused has the status and message of Firestore, where they are known. So a
write with an update time fails with FAILED_PRECONDITION also if there is no document: the reference
leaves open which status that is, and a client should expect NOT_FOUND too.
"""
