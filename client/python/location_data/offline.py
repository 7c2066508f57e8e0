"""Look-ups in a downloaded release, without a network and a key."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
import unicodedata
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from .connection import LocationDataError, Problem

if TYPE_CHECKING:
    from .types import CitySummary, CountrySummary

FORMAT = "26"
"""Of the file. A later one may have other columns."""
MOST_CANDIDATES = 5
NOT_A_CITY_OF_TODAY = ("PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH")
"""GeoNames feature codes of sections of cities and of abandoned places."""
DOMINANCE = 10
"""How many times as large as the next namesake a city must be to be meant."""

_CITY = (
    "SELECT city.id, city.name, country.id, country.name, city.region, latitude, longitude, population, is_capital, kind,"
    " city.part_of, iata FROM city JOIN country ON country.id = city.country"
)
_COUNTRY = (
    "SELECT country.id, country.name, country.alpha2, country.alpha3, country.numeric, country.wikidata, country.detail, capital.id, capital.name, home.id,"
    " home.name, round(value), period FROM country"
    " LEFT JOIN city AS capital ON capital.id = json_extract(country.detail, '$.capital')"
    " LEFT JOIN country AS home ON home.id = capital.country"
    # The view `observation` would be made whole for each country.
    " LEFT JOIN figure ON place = 'country/' || country.id AND latest"
    " AND series IN (SELECT id FROM series WHERE metric = 'population')"
)


class Snapshot:
    """A `release.sqlite`, from `LocationData.release.download`. Close it, or use it in a `with`."""

    def __init__(self, path: str | Path) -> None:
        """:raises LocationDataError: for a file that is not a release, or that this version cannot read"""
        try:
            address = f"file:{urllib.request.pathname2url(str(path))}?mode=ro"
            self._database = sqlite3.connect(address, uri=True)
            about = dict(self._database.execute("SELECT key, value FROM release"))
        except sqlite3.Error as error:
            raise LocationDataError(f"{path} is not a data release: {error}.") from None
        if about.get("format") != FORMAT:
            raise LocationDataError(f"This version reads releases of format {FORMAT}, not {about.get('format')}.")
        self.version: str = about["version"]
        """Of the data release, to cite with the figures."""
        self._names: _Names | None = None

    def city(self, id: str) -> CitySummary:
        """
        The city as in `lds.cities.list`. A name that several cities have needs its country or region: `Austin, TX`. It
        reads fewer names than the service, which knows other scripts, spelling errors and prominence, and none as another city.

        :param id: its id, `geonames:` or `iata:` with a code, or its name
        :raises Problem: with candidates, as the service does
        """
        lower = id.lower()
        kind, _, code = lower.partition(":")
        if kind == "iata":
            rows = self._cities("city.id IN (SELECT city FROM iata WHERE code = upper(?))", code)
        elif kind == "geonames":
            rows = self._cities("geonames_id = ?", code)
        else:
            rows = self._cities("city.id = ?", lower)
        if not rows:
            self._check_withdrawn("city", lower)
            rows, is_meant = self._named(id)
            if is_meant:
                return rows[0]
        elif len(rows) == 1:
            return rows[0]
        names = [", ".join(filter(None, (row["name"], row["region"], row["country"]["name"]))) for row in rows]
        raise _not_found("city", "cities", id, [(row["id"], name) for row, name in zip(rows, names)])

    def country(self, id: str) -> CountrySummary:
        """
        The country as in `lds.countries.list`.

        :param id: its id, ISO 3166-1 code, `wikidata:` with its item, or a name
        :raises Problem: with candidates, as the service does
        """
        lower = id.lower()
        codes = ["country.id", *(f"lower(country.{code})" for code in ("alpha2", "alpha3")), "country.numeric"]
        rows = self._countries(f"? IN ({', '.join(codes)}, 'wikidata:' || lower(country.wikidata))", lower)
        if not rows:
            self._check_withdrawn("country", lower)
            folded = _folded(id)
            rows = self._countries("instr(country.names, ?) = 1", f"|{folded}|") if folded else []
        if len(rows) != 1:
            raise _not_found("country", "countries", id, [(row["id"], row["name"]) for row in rows])
        return rows[0]

    def cities(self, country: str | None = None) -> Iterator[CitySummary]:
        """Every city, the largest first; with the id of a country, its cities."""
        where, values = ("TRUE", ()) if country is None else ("city.country = ?", (self.country(country)["id"],))
        return map(_city, self._database.execute(f"{_CITY} WHERE {where} ORDER BY rank", values))

    def countries(self) -> Iterator[CountrySummary]:
        """Every country, by name."""
        return map(_country, self._database.execute(f"{_COUNTRY} ORDER BY country.position"))

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _cities(self, where: str, value: str) -> list[Any]:
        return [_city(row) for row in self._database.execute(f"{_CITY} WHERE {where} ORDER BY rank", (value,))]

    def _countries(self, where: str, value: str) -> list[Any]:
        return [_country(row) for row in self._database.execute(f"{_COUNTRY} WHERE {where} ORDER BY country.position", (value,))]

    def _named(self, text: str) -> tuple[list[Any], bool]:
        """The cities with this name, in the places that follow it; and whether the first is certainly meant."""
        name, *places = (_folded(part) for part in text.split(","))
        if not name or not all(places):
            return [], False
        if self._names is None:
            (columns,) = self._database.execute("SELECT text, starts, cities FROM city_names")
            self._names = _Names(*columns)
        bearers = [(level, row) for rank, level in self._names.bearers(name) for row in self._cities("rank = ?", rank)]
        scopes = [self._scopes(place) for place in places]
        inside = [(level, row) for level, row in bearers if all(_is_in(row, each) for each in scopes)]
        rows = [row for _, row in inside]
        # A name alone may be that of a country or region, and a text in another script is read in several ways.
        if not rows or not name.isascii() or (not places and self._scopes(name)):
            return rows, False
        if rows[0]["kind"] in NOT_A_CITY_OF_TODAY and len(rows) > 1:
            return rows, False
        people = [row["population"] or 1 for row in rows]
        return rows, inside[0][0] < 2 and all(people[0] > DOMINANCE * other for other in people[1:])

    def _scopes(self, name: str) -> Sequence[tuple[str, str]]:
        """The countries and regions with this name; a state has its territories, too."""
        return self._database.execute(
            "SELECT country, region FROM qualifier WHERE name = :name UNION SELECT id, '' FROM country JOIN qualifier"
            " ON part_of = qualifier.country AND region = '' WHERE qualifier.name = :name",
            {"name": name},
        ).fetchall()

    def _check_withdrawn(self, kind: str, id: str) -> None:
        for (successor,) in self._database.execute("SELECT successor FROM retired WHERE kind = ? AND id = ?", (kind, id)):
            detail = f"The {kind} {id} was withdrawn."
            raise Problem(410, {}, {"code": "place_withdrawn", "detail": detail, "successor": successor})


class _Names:
    """
    The index of names: by entry, in the order of what they begin, where a word of a name starts in a text with a line per
    name, and the rank of the city with the level of the name in its highest byte.
    """

    def __init__(self, text: bytes, starts: bytes, cities: bytes) -> None:
        if sys.byteorder != "little":
            raise LocationDataError("Names can be read on processors with little-endian numbers only.")
        self._text = text
        self._starts = memoryview(starts).cast("I")
        self._cities = memoryview(cities).cast("I")

    def bearers(self, name: str) -> list[tuple[int, int]]:
        """
        Ranks of the cities that have the whole name, the largest city first, and what it is for them: 0 for their own name, 1
        and 2 for others. A district or an airport with the name does not count.
        """
        line = name.encode() + b"\n"
        low, high = 0, len(self._starts)
        while low < high:
            middle = (low + high) // 2
            if self._rest(middle).decode() < name:
                low = middle + 1
            else:
                high = middle
        ranks = {}
        while low < len(self._starts) and self._text.startswith(line, self._starts[low]):
            if self._text[self._starts[low] - 1 : self._starts[low]] == b"\n":
                ranks[self._cities[low] & 0xFFFFFF] = self._cities[low] >> 24
            low += 1
        return sorted((rank, level) for rank, level in ranks.items() if level < 3)

    def _rest(self, entry: int) -> bytes:
        start = self._starts[entry]
        return self._text[start : self._text.index(b"\n", start)]


def _city(row: Sequence[Any]) -> CitySummary:
    return {
        "id": row[0],
        "name": row[1],
        "country": {"id": row[2], "name": row[3]},
        "region": row[4],
        "latitude": row[5],
        "longitude": row[6],
        "population": row[7],
        "is_capital": bool(row[8]),
        "kind": row[9],
        "part_of": row[10],
        "iata": row[11] and row[11].split(" "),
    }


def _country(row: Sequence[Any]) -> CountrySummary:
    detail = json.loads(row[6])
    capital = row[7] and {"id": row[7], "name": row[8], "country": {"id": row[9], "name": row[10]}}
    return {
        "id": row[0],
        "name": row[1],
        "iso_alpha2": row[2],
        "iso_alpha3": row[3],
        "iso_numeric": row[4],
        "wikidata": row[5],
        "flag": "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in row[2]),
        "continent": detail["continent"],
        "region": detail["region"],
        "subregion": detail["subregion"],
        "capital": capital,
        "population": None if row[11] is None else int(row[11]),
        "population_year": row[12] or None,
    }


def _is_in(city: Any, scopes: Sequence[tuple[str, str]]) -> bool:
    return any(city["country"]["id"] == country and region in ("", city["region"]) for country, region in scopes)


def _folded(text: str) -> str:
    """The form in which names are compared, as far as it needs no transliteration; otherwise the text in its own script."""
    plain = "".join(each for each in unicodedata.normalize("NFD", text.replace("’", "'")) if not unicodedata.combining(each))
    if plain.isascii():
        return re.sub("[^a-z0-9]+", " ", re.sub("['`\"]", "", plain.lower())).strip()
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def _not_found(kind: str, path: str, id: str, places: Sequence[tuple[str, str]]) -> Problem:
    shown = [{"id": place, "name": name, "path": f"/{path}/{place}"} for place, name in dict(places[:MOST_CANDIDATES]).items()]
    advice = "Did you mean one of these?" if shown else "The file has no such name."
    detail = f"There is no {kind} with the id {json.dumps(id, ensure_ascii=False)}. {advice}"
    return Problem(404, {}, {"code": f"{kind}_not_found", "detail": detail, "candidates": shown})
