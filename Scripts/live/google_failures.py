"""What Google's clients raise, in plain words with an exit status."""

import contextlib
from collections.abc import Iterator

from google.api_core import exceptions
from google.auth import exceptions as auth
from requests import exceptions as requests

from .failing import IO_ERROR, NO_INPUT, NO_PERMISSION, Failure

CREDENTIALS = (
    "run 'gcloud auth application-default login', or name the key of a service account in"
    " GOOGLE_APPLICATION_CREDENTIALS")
# Each may succeed when it is tried again.
TRANSIENT = (
    exceptions.Aborted, exceptions.DeadlineExceeded, exceptions.InternalServerError,
    exceptions.ServiceUnavailable, exceptions.TooManyRequests, exceptions.Unknown)


@contextlib.contextmanager
def reading_credentials() -> Iterator[None]:
    """Google's library expects a JSON object of a certain shape, and fails anyhow on others."""
    try:
        yield
    except (AttributeError, KeyError, TypeError) as error:
        raise auth.DefaultCredentialsError("the file does not hold credentials") from error


@contextlib.contextmanager
def explained(what: str) -> Iterator[None]:
    """Turns the clients' exceptions about `what` into failures."""
    try:
        yield
    except auth.DefaultCredentialsError as error:
        raise Failure(
            NO_PERMISSION, f"{what}: there are no credentials: {error}", CREDENTIALS) from error
    except auth.GoogleAuthError as error:
        raise Failure(
            NO_PERMISSION, f"{what}: the credentials are refused: {error}", CREDENTIALS) from error
    except (exceptions.Forbidden, exceptions.Unauthorized) as error:
        raise Failure(
            NO_PERMISSION, f"{what}: permission denied: {error.message}",
            "give the account a role that may read it: roles/datastore.viewer for a database,"
            " roles/storage.objectViewer for a bucket") from error
    except exceptions.NotFound as error:
        raise Failure(
            NO_INPUT, f"{what}: not found: {error.message}", "check the name and the project") from error
    except exceptions.RetryError as error:
        raise Failure(
            IO_ERROR, f"{what}: the server does not answer: {error.cause or error}",
            "run the same command again: it continues where it stopped") from error
    except (exceptions.GoogleAPICallError, requests.RequestException) as error:
        raise Failure(IO_ERROR, f"{what}: {error}") from error
