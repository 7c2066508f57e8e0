"""Sends requests to one service: with time-outs, retries and a key."""

from __future__ import annotations

import email.utils
import hashlib
import http.client
import json
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any, Callable, Mapping, TypeVar

if TYPE_CHECKING:
    from .types import ProblemCandidates, ProblemErrors

Read = TypeVar("Read")

LONGEST_WAIT = 60
LONGEST_BACKOFF = 8
FIRST_WAIT = 0.5


class LocationDataError(Exception):
    """Everything that this package raises."""


class ConnectionFailed(LocationDataError):
    """No response came in time, it was cut off, or it cannot be read."""


class Problem(LocationDataError):
    """A response with an error status, as RFC 9457 describes it."""

    def __init__(self, status: int, headers: Mapping[str, str], document: Mapping[str, Any]) -> None:
        self.status = status
        self.headers = headers
        self.code: str = document.get("code", "unknown")
        """Stable and machine-readable; `unknown` for an error page that the service did not write."""
        self.title: str = document.get("title", f"HTTP status {status}")
        self.detail: str = document.get("detail", self.title)
        self.request_id: str | None = document.get("request_id") or headers.get("x-request-id")
        """Include it when you report a problem."""
        self.errors: list[ProblemErrors] = document.get("errors", [])
        self.candidates: list[ProblemCandidates] = document.get("candidates", [])
        """Places that you may have meant, most likely first."""
        self.successor: str | None = document.get("successor")
        """Id of the place that replaced a withdrawn one."""
        self.releases: list[str] = document.get("releases", [])
        """Versions of the data releases that you can ask for, the current one first."""
        wait = headers.get("retry-after", "")
        self.retry_after: int | None = int(wait) if re.fullmatch("[0-9]+", wait) else None
        """Seconds after which to ask again."""
        super().__init__(self.detail)


class DamagedDownload(LocationDataError):
    """The bytes of a download do not match its hash."""


class ReleaseChanged(Problem):
    """A new release was published while pages of a list were read: start again."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key goes to the given address and to no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Connection:
    def __init__(self, base_url: str, api_key: str | None, timeout: float, max_retries: int) -> None:
        if not re.match(r"https?://", base_url):
            raise LocationDataError("base_url must be the http or https address of a service.")
        # A header with another character would fail with an error that shows the key.
        if api_key is not None and not re.fullmatch(r"[!-~]+", api_key):
            raise LocationDataError("The API key has a space or another character that no key has.")
        self.base_url = re.sub(r"/v1$", "", base_url.rstrip("/"))
        self._headers = {}
        if api_key is not None:
            self._headers["Authorization"] = f"Bearer {api_key}"
        self._timeout = timeout
        self._max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirects())

    def ask(self, path: str, query: Mapping[str, Any]) -> tuple[Any, Mapping[str, str]]:
        """The answer's value and headers."""
        return self._persist(self._target(path, query), lambda response: (json.loads(response.read()), response.headers))

    def download(self, path: str, query: Mapping[str, Any], file: str) -> None:
        """Writes the answer to a file, which appears when it is complete and has the right hash."""
        partial = f"{file}.partial"

        def save(response: Any) -> None:
            digest = hashlib.sha256()
            with open(partial, "wb") as target:
                while piece := response.read(2**20):
                    digest.update(piece)
                    target.write(piece)
            if response.length:
                raise ConnectionFailed(f"The download from {self.base_url} was cut off.")
            # The entity tag of a file is its hash.
            if response.headers.get("etag") != f'"{digest.hexdigest()}"':
                raise DamagedDownload("The bytes of the download do not match its hash.")

        try:
            self._persist(self._target(path, query), save, accept="*/*")
            os.replace(partial, file)
        finally:
            if os.path.exists(partial):
                os.remove(partial)

    def _target(self, path: str, query: Mapping[str, Any]) -> str:
        # `from_`, because Python does not allow `from`.
        texts = {name.rstrip("_"): text_of(value) for name, value in query.items() if value is not None}
        search = "?" + urllib.parse.urlencode(texts, safe=",") if texts else ""
        return f"{self.base_url}/v1{path}{search}"

    def _persist(self, target: str, read: Callable[[Any], Read], accept: str = "application/json") -> Read:
        """Repeats a temporarily failed attempt after a wait."""
        retries = 0
        while True:
            try:
                return self._attempt(target, read, accept)
            except (ConnectionFailed, Problem) as error:
                wait = _wait_after(error, retries)
                if wait is None or retries >= self._max_retries:
                    raise
            time.sleep(wait)
            retries += 1

    def _attempt(self, target: str, read: Callable[[Any], Read], accept: str) -> Read:
        request = urllib.request.Request(target, headers={"Accept": accept, **self._headers})
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return read(response)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ConnectionFailed(f"No complete response from {self.base_url}: {type(error).__name__}.") from error


def text_of(value: Any) -> str:
    """A parameter as text: lists with commas between their items, weights with colons."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{weight}" for name, weight in value.items())
    if isinstance(value, (list, tuple)):
        items = [str(item) for item in value]
        # Names such as `Lisbon, Portugal` have commas themselves.
        return (";" if any("," in item for item in items) else ",").join(items)
    return str(value)


def _problem(error: urllib.error.HTTPError) -> LocationDataError:
    try:
        document = json.loads(error.read())
    except (OSError, http.client.HTTPException, ValueError):
        document = None
    if not isinstance(document, dict) or "code" not in document:
        document = {}
    kind = ReleaseChanged if document.get("code") == "invalid_cursor" else Problem
    return kind(error.code, error.headers, document)


def _wait_after(error: LocationDataError, retries: int) -> float | None:
    """Seconds before the next attempt; None if it would fail, too, or should wait for more than a minute."""
    # Up to half of it at random, so that clients that failed together do not return together.
    wait = min(LONGEST_BACKOFF, FIRST_WAIT * 2**retries) * (1 - random.random() / 2)
    if not isinstance(error, Problem):
        return wait
    if error.status not in (408, 429) and error.status < 500:
        return None
    asked = _retry_after(error.headers.get("retry-after", ""))
    return None if asked > LONGEST_WAIT else max(asked, wait)


def _retry_after(header: str) -> float:
    """Seconds in the header, which has seconds or a date (RFC 9110, section 10.2.3); 0 without it."""
    if re.fullmatch(r"[0-9]+", header):
        return float(header)
    try:
        return email.utils.parsedate_to_datetime(header).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0
