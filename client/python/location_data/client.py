from __future__ import annotations

import json
import os
import re
import urllib.parse
from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, Mapping, Sequence, TypeVar

from .connection import Connection, LocationDataError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import types

Item = TypeVar("Item")
Answered = TypeVar("Answered")

MOST_ITEMS = 1000
"""The largest number of items per page that the service sends."""


class Places(Generic[Item]):
    """A list. No request is sent before you iterate over it or read it."""

    def __init__(self, connection: Connection, path: str, query: Mapping[str, Any]) -> None:
        self._connection = connection
        self._path = path
        self._query = query

    def all(self) -> list[Item]:
        """The complete list in one response; with `limit`, its first items."""
        return self._connection.ask(self._path, self._query)[0]

    def __iter__(self) -> Iterator[Item]:
        """Every item, in pages of `limit`, 1,000 without it. A loop that ends early requests no more."""
        query = {"limit": MOST_ITEMS, **self._query}
        while True:
            items, headers = self._connection.ask(self._path, query)
            yield from items
            cursor = _next_cursor(headers.get("link", ""))
            if cursor is None:
                return
            query["cursor"] = cursor

    def to_frame(self) -> Any:
        """`all()` as a pandas DataFrame, a row per place; as a list of dicts without pandas."""
        return _frame(self.all())


class Comparison(Dict[str, Any], Generic[Answered]):
    """The answer of a comparison."""

    @property
    def data(self) -> Answered:
        """The answer, with its type."""
        return self  # type: ignore[return-value]

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row per place and columns such as `index.overall.value`; a list of dicts without pandas."""
        return _frame([*self.get("cities", ()), *self.get("countries", ())])


class _Group:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _place(self, path: str, id: str, query: Mapping[str, Any]) -> Any:
        # In an address, these would be another path.
        if not isinstance(id, str) or re.fullmatch(r"\s*\.{0,2}", id):
            raise LocationDataError(f"{json.dumps(id)} is not the id or name of a place.")
        return self._connection.ask(path + urllib.parse.quote(id, safe=""), query)[0]

    def _compare(self, path: str, cities: Sequence[str], query: Mapping[str, Any]) -> Any:
        return Comparison(self._connection.ask(path, {"cities": list(cities) or None, **query})[0])


class _Countries(_Group):
    def list(self, **query: Unpack[types.ListCountriesQuery]) -> Places[types.CountrySummary]:
        """List and filter countries."""
        return Places(self._connection, "/countries", query)

    def get(self, id: str, **query: Unpack[types.GetCountryQuery]) -> types.Country:
        """Get one country."""
        return self._place("/countries/", id, query)


class _Cities(_Group):
    def list(self, **query: Unpack[types.ListCitiesQuery]) -> Places[types.CitySummary]:
        """List, filter and search cities."""
        return Places(self._connection, "/cities", query)

    def get(self, id: str, **query: Unpack[types.GetCityQuery]) -> types.City:
        """Get one city."""
        return self._place("/cities/", id, query)

    def similar(self, id: str, **query: Unpack[types.GetSimilarCitiesQuery]) -> types.SimilarCities:
        """Find the cities that are most similar to one city."""
        return self._place("/data/similar/", id, query)


class _CostOfLiving(_Group):
    def city(self, id: str, **query: Unpack[types.GetCostOfLivingQuery]) -> types.CostOfLiving:
        """Get cost-of-living data for one city."""
        return self._place("/data/cost-of-living/", id, query)

    def country(self, id: str, **query: Unpack[types.GetCountryCostOfLivingQuery]) -> types.CountryCostOfLiving:
        """Get cost-of-living data for one country."""
        return self._place("/data/cost-of-living/countries/", id, query)

    def compare(
        self, cities: Sequence[str] = (), **query: Unpack[types.CompareCostOfLivingQuery]
    ) -> Comparison[types.CostComparison]:
        """Compare the cost of living of up to 20 cities and countries. They are compared with the first; `countries=` names countries."""
        return self._compare("/data/cost-of-living", cities, query)


class _QualityOfLife(_Group):
    def city(self, id: str, **query: Unpack[types.GetQualityOfLifeQuery]) -> types.QualityOfLife:
        """Get quality-of-life metrics for one city."""
        return self._place("/data/quality-of-life/", id, query)

    def country(self, id: str, **query: Unpack[types.GetCountryQualityOfLifeQuery]) -> types.CountryQualityOfLife:
        """Get quality-of-life metrics for one country."""
        return self._place("/data/quality-of-life/countries/", id, query)

    def compare(
        self, cities: Sequence[str] = (), **query: Unpack[types.CompareQualityOfLifeQuery]
    ) -> Comparison[types.QualityComparison]:
        """Compare the quality of life in up to 20 cities and countries. They are compared with the first; `countries=` names countries."""
        return self._compare("/data/quality-of-life", cities, query)


class _History(_Group):
    def city(self, id: str, **query: Unpack[types.GetCityHistoryQuery]) -> types.CityHistory:
        """Get the figures of one city over time."""
        return self._place("/data/history/cities/", id, query)

    def country(self, id: str, **query: Unpack[types.GetCountryHistoryQuery]) -> types.CountryHistory:
        """Get the figures of one country over time."""
        return self._place("/data/history/countries/", id, query)


class _Release(_Group):
    def get(self, **query: Unpack[types.GetReleaseQuery]) -> types.Release:
        """Get the data release."""
        return self._connection.ask("/release", query)[0]

    def download(self, path: str, release: str | None = None) -> None:
        """
        Writes the release to a file for a `Snapshot`. The key needs the permission `release:read`.

        :param release: its version, if not the current one
        """
        self._connection.download("/release/sqlite", {"release": release}, path)


class LocationData:
    """A client of one service. Threads may share it."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30,
        max_retries: int = 2,
    ) -> None:
        """
        :param base_url: address of the service; without it, the environment variable LDS_URL
        :param api_key: without it, the environment variable LDS_API_KEY
        :param timeout: seconds without a byte after which an attempt has failed
        :param max_retries: how many times a request is repeated after a temporary failure
        """
        address = base_url or os.environ.get("LDS_URL")
        if not address:
            raise LocationDataError("Pass base_url or set LDS_URL.")
        key = api_key or os.environ.get("LDS_API_KEY") or None
        connection = Connection(address, key, timeout, max_retries)
        self.countries = _Countries(connection)
        self.cities = _Cities(connection)
        self.cost_of_living = _CostOfLiving(connection)
        self.quality_of_life = _QualityOfLife(connection)
        self.history = _History(connection)
        self.release = _Release(connection)


def _next_cursor(link: str) -> str | None:
    """Uses only the cursor: behind a proxy, the service may have another address."""
    found = re.search(r'<([^>]*)>;\s*rel="next"', link)
    if found is None:
        return None
    values = urllib.parse.parse_qs(urllib.parse.urlsplit(found[1]).query).get("cursor")
    return values[0] if values else None


def _frame(items: Sequence[Any]) -> Any:
    rows = [dict(_columns(item)) for item in items]
    try:
        import pandas
    except ModuleNotFoundError:
        return rows
    return pandas.DataFrame(rows)


def _columns(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, field in value.items():
        if isinstance(field, dict):
            yield from _columns(field, f"{prefix}{name}.")
        else:
            yield prefix + name, field
