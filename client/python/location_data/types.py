# Generated from the OpenAPI document by `npm run docs`.
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Optional, Sequence, TypedDict

if TYPE_CHECKING:  # Type checkers have it; nothing needs it at run time.
    from typing_extensions import NotRequired


class CountryReference(TypedDict):
    """Id and name of a country."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Common name, in English or in the language of `lang`."""
    name_language: NotRequired[Literal["en"]]
    """Only if there is no name in the language of `lang`: `en`."""


class CountrySummaryCapital(TypedDict):
    """The capital (GeoNames); null if GeoNames names none."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Name in GeoNames."""
    country: CountryReference


class CountrySummary(TypedDict):
    """Basic information about one country."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Common name (CLDR), in English or in the language of `lang`."""
    name_language: NotRequired[Literal["en"]]
    """Only if there is no name in the language of `lang`: `en`."""
    iso_alpha2: str
    """ISO 3166-1 alpha-2 code (GeoNames). Kosovo has the user-assigned code XK."""
    iso_alpha3: str
    """ISO 3166-1 alpha-3 code (GeoNames). Kosovo has the user-assigned code XKX."""
    iso_numeric: str | None
    """ISO 3166-1 numeric code, three digits (GeoNames); null if ISO assigns none."""
    wikidata: str | None
    """Wikidata item (DataHub); `wikidata:<item>` is accepted wherever a country id is. Null if DataHub names none."""
    flag: str
    """Flag emoji, made of the letters of `iso_alpha2`."""
    continent: Literal["africa", "antarctica", "asia", "europe", "north-america", "oceania", "south-america"]
    """Continent (GeoNames); it may differ from `region`, as for Cyprus."""
    region: str | None
    """UN M49 region, such as Europe (DataHub); null if M49 has none."""
    subregion: str | None
    """UN M49 sub-region, such as Southern Europe (DataHub); null if M49 has none."""
    capital: CountrySummaryCapital | None
    """The capital (GeoNames); null if GeoNames names none."""
    population: int | None
    """Inhabitants, as in `figures.population`; null if no source has a figure."""
    population_year: str | None
    """Year of `population`; null if the source states none (GeoNames)."""


class Figure(TypedDict):
    """A number, with everything that you need to cite it."""
    value: float
    """The value, in `unit`."""
    unit: str
    """Unit id, as listed in the data dictionary."""
    title: str
    """What the number is, in words."""
    standard_error: float | None
    """Standard error stated by the publisher, in `unit`; null if none is stated."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""


class Source(TypedDict):
    """A data set that the figures of this response cite."""
    id: str
    """Id that figures list in `sources`."""
    publisher: str
    """Who published the data set."""
    title: str
    """Title of the data set."""
    url: str
    """The publisher’s page about the data set."""
    licence: str
    """Licence or terms of reuse."""
    licence_url: str | None
    """Page with the text of the licence or terms; null if there is none."""
    attribution: str
    """The credit line to print when you reuse the figures."""
    vintage: str
    """Date or edition of the file that we read."""
    read_from: str | None
    """Whose copy, extract, transcription or compilation of the publisher’s data we read; null if we read the publisher’s own file."""
    terms_unclear: str | None
    """Uses on which the terms are unclear, such as commercial use: ask the publisher first. Null if we know of none."""


class CountryCapital(TypedDict):
    """The capital (GeoNames); null if GeoNames names none."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Name in GeoNames."""
    country: CountryReference


class CountryM49Codes(TypedDict):
    """UN M49 codes of the regions above (DataHub)."""
    region: str | None
    """Code of `region`; null without one."""
    subregion: str | None
    """Code of `subregion`; null without one."""
    intermediate_region: str | None
    """Code of `intermediate_region`; null without one."""


class CountryLanguages(TypedDict):
    """A language of the country."""
    code: str
    """BCP 47 code (CLDR)."""
    name: str
    """English name (CLDR)."""
    status: str | None
    """`official`, `de_facto_official` or `official_regional` (CLDR); null if the language is spoken but not official."""
    population_share: float
    """Share of the population that uses the language, 0 to 1 (CLDR). Shares overlap, because people use several languages."""


class CountryCurrenciesUsdRate(TypedDict):
    """Latest official exchange rate: a daily reference rate if there is one, otherwise an annual average of the last three years. Null if no source has either, and for the US dollar itself."""
    value: float
    """Units of the currency for one US dollar."""
    period: str
    """Day or year that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCurrenciesCompiledUsdRate(TypedDict):
    """Rate of one day from a compilation of free feeds, which is not official but covers nearly every currency. Null if the rate is known to be stale, and for the US dollar itself."""
    value: float
    """Units of the currency for one US dollar."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCurrencies(TypedDict):
    """A currency in use."""
    code: str
    """ISO 4217 code (CLDR)."""
    name: str
    """English name (CLDR)."""
    symbol: str
    """Symbol used in English text (CLDR)."""
    usd_rate: CountryCurrenciesUsdRate | None
    """Latest official exchange rate: a daily reference rate if there is one, otherwise an annual average of the last three years. Null if no source has either, and for the US dollar itself."""
    compiled_usd_rate: CountryCurrenciesCompiledUsdRate | None
    """Rate of one day from a compilation of free feeds, which is not official but covers nearly every currency. Null if the rate is known to be stale, and for the US dollar itself."""


class CountryCoverage(TypedDict):
    """How much data the API has on this country."""
    cities: int
    """Number of cities in `/cities`."""
    figures: int
    """Number of figures in this response."""
    cost_of_living_figures: int
    """Number of national figures in the cost-of-living data."""
    quality_of_life_figures: int
    """Number of national figures in the quality-of-life data."""
    groups_without_figures: list[str]
    """Groups of country metrics for which no source has a figure here: unknown, not zero."""


class Country(TypedDict):
    """Detailed information about one country."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Common name (CLDR), in English or in the language of `lang`."""
    name_language: NotRequired[Literal["en"]]
    """Only if there is no name in the language of `lang`: `en`."""
    iso_alpha2: str
    """ISO 3166-1 alpha-2 code (GeoNames). Kosovo has the user-assigned code XK."""
    iso_alpha3: str
    """ISO 3166-1 alpha-3 code (GeoNames). Kosovo has the user-assigned code XKX."""
    iso_numeric: str | None
    """ISO 3166-1 numeric code, three digits (GeoNames); null if ISO assigns none."""
    wikidata: str | None
    """Wikidata item (DataHub); `wikidata:<item>` is accepted wherever a country id is. Null if DataHub names none."""
    flag: str
    """Flag emoji, made of the letters of `iso_alpha2`."""
    continent: Literal["africa", "antarctica", "asia", "europe", "north-america", "oceania", "south-america"]
    """Continent (GeoNames); it may differ from `region`, as for Cyprus."""
    region: str | None
    """UN M49 region, such as Europe (DataHub); null if M49 has none."""
    subregion: str | None
    """UN M49 sub-region, such as Southern Europe (DataHub); null if M49 has none."""
    capital: CountryCapital | None
    """The capital (GeoNames); null if GeoNames names none."""
    population: int | None
    """Inhabitants, as in `figures.population`; null if no source has a figure."""
    population_year: str | None
    """Year of `population`; null if the source states none (GeoNames)."""
    official_name: str | None
    """Formal English name used by the United Nations (UNTERM, from DataHub); null if DataHub has none."""
    native_names: dict[str, str]
    """Names in the country’s official languages, by BCP 47 code (CLDR)."""
    translations: dict[str, str]
    """Names in other languages, by BCP 47 code (CLDR)."""
    intermediate_region: str | None
    """UN M49 intermediate region, such as Caribbean (DataHub); null if M49 has none."""
    m49_codes: CountryM49Codes
    """UN M49 codes of the regions above (DataHub)."""
    area_km2: float | None
    """Total area in square kilometres (GeoNames)."""
    languages: list[CountryLanguages]
    """Official and widely spoken languages, official ones first."""
    currencies: list[CountryCurrencies]
    """Currencies in use, the main one first."""
    calling_codes: list[str]
    """International calling codes, with `+` (ITU, from DataHub)."""
    top_level_domain: str | None
    """Internet top-level domain, such as `.pt` (GeoNames); null if GeoNames has none."""
    borders: list[str]
    """Ids of the countries with which it shares a land border (GeoNames)."""
    time_zones: list[str]
    """IANA time zones in use (CLDR)."""
    figures: dict[str, Figure]
    """Population, density, GDP per capita, price level and more, by metric id. A metric for which no source has a figure is absent."""
    coverage: CountryCoverage
    """How much data the API has on this country."""
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    sources: list[Source]
    """Every source that this response cites, once."""


class CitySummaryFiguresMeasured(TypedDict):
    """How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures."""
    city: float
    """The city itself."""
    metro: float
    """Its metropolitan area."""
    region: float
    """Its region or county."""
    country: float
    """Its country."""


class CitySummaryFigures(TypedDict):
    """A price level, a measure of pay or a score, as in the city’s own data with the default weights, reference and rate; null if the city has none."""
    value: float
    """Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100)."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: NotRequired[str]
    """Only of `budget`: the currency of the amounts."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", None]
    """What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings."""
    grain: Literal["city", "metro", "region", "country", None]
    """The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay."""
    measured: CitySummaryFiguresMeasured | None
    """How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures."""


class CitySummaryConditions(TypedDict):
    """What `month` is like, as in the climate normals of the city’s quality-of-life data, and distances, as in its figures. Has what the request filters or sorts by or names in `include`, and with `month` everything about it; null if the city has no such figure. Absent if the request uses none."""
    month: NotRequired[int]
    """As in the request: 1 is January."""
    high: NotRequired[float | None]
    """Average daily high of the month, in degrees Celsius."""
    rain: NotRequired[float | None]
    """Precipitation of the month, in millimetres."""
    sun: NotRequired[float | None]
    """Sunshine of the month, in hours."""
    station: NotRequired[float | None]
    """Distance of the weather station of the temperatures, in kilometres."""
    sea: NotRequired[float | None]
    """Distance to the nearest coast, in kilometres."""
    airport: NotRequired[float | None]
    """Distance to the nearest airport with scheduled service, in kilometres."""


class CitySummary(TypedDict):
    """Basic information about one city."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Name in GeoNames."""
    country: CountryReference
    region: str | None
    """First-level region, such as a state, province or district (GeoNames); null if GeoNames names none."""
    latitude: float
    """Degrees north, WGS 84 (GeoNames)."""
    longitude: float
    """Degrees east, WGS 84 (GeoNames)."""
    population: int | None
    """Inhabitants according to GeoNames, which states no year; some counts are older than others. Null if GeoNames has no count."""
    is_capital: bool
    """Whether the city is the capital of its country (GeoNames)."""
    kind: str
    """GeoNames feature code, such as PPLC (capital), PPLA (seat of a first-level region), PPL (populated place) or PPLX (section of a city)."""
    part_of: str | None
    """Id of the main city of the urban agglomeration that the place is part of; null for main cities and all others."""
    iata: list[str] | None
    """IATA codes of the airports with scheduled flights that serve the city (OurAirports), large ones first, then the nearest; `iata:<code>` is accepted wherever a city id is. Null if no airport names the city, which does not mean that none is near."""
    distance_km: NotRequired[float]
    """Great-circle distance from the point in `near`, in kilometres, to 100 m; only with `near`."""
    figures: NotRequired[dict[str, CitySummaryFigures | None]]
    """The figures that the request filters or sorts by, or names in `include`, by name: `cost`, `quality`, `housing`, ... Absent if the request uses none."""
    conditions: NotRequired[CitySummaryConditions]
    """What `month` is like, as in the climate normals of the city’s quality-of-life data, and distances, as in its figures. Has what the request filters or sorts by or names in `include`, and with `month` everything about it; null if the city has no such figure. Absent if the request uses none."""


class CityAirports(TypedDict):
    """An airport that serves the city."""
    code: str
    """IATA code."""
    name: str
    """Name (OurAirports)."""
    distance_km: float
    """Great-circle distance from the city’s coordinates."""
    serves: list[str]
    """Ids of all cities that it serves; the first is the one that `iata:<code>` means."""
    sources: list[str]
    """Ids in `sources`."""


class CityTimeZone(TypedDict):
    """Time zone."""
    id: str
    """IANA time zone (GeoNames)."""
    standard_offset: str
    """UTC offset of standard time, such as `+09:00` (IANA data in Node.js)."""
    daylight_offset: str | None
    """UTC offset of daylight-saving time; null if the clocks do not change."""


class CityPopulationRecord(TypedDict):
    """Where `population` comes from."""
    modified: str
    """Day on which GeoNames last changed its record of this place; not the date of a census."""
    note: str | None
    """Why the GeoNames figure was not used; null if it was."""
    sources: list[str]
    """Ids in `sources`."""


class CityAgglomeration(TypedDict):
    """The urban agglomeration around the city, with its population in a stated year; null if no source has one."""
    name: str
    """Name used by the United Nations."""
    population: int
    """Inhabitants of the agglomeration, to the nearest thousand; countries draw its limits in different ways."""
    year: str
    """Year of `population`."""
    sources: list[str]
    """Ids in `sources`."""


class CityLinks(TypedDict):
    """URLs of the API’s data about this city."""
    self: str
    """This resource."""
    country: str
    """Its country."""
    cost_of_living: str
    """Its cost-of-living data."""
    quality_of_life: str
    """Its quality-of-life data."""


class CityCoverageCostOfLiving(TypedDict):
    """Figures in the cost-of-living data, by the kind of place that was measured."""
    city: int
    """Measured for the city itself."""
    metro: int
    """Measured for its metropolitan area."""
    region: int
    """Measured for its region or county."""
    country: int
    """Measured for its country."""


class CityCoverageQualityOfLife(TypedDict):
    """Figures in the quality-of-life data, by the kind of place that was measured."""
    city: int
    """Measured for the city itself."""
    metro: int
    """Measured for its metropolitan area."""
    region: int
    """Measured for its region or county."""
    country: int
    """Measured for its country."""


class CityCoverage(TypedDict):
    """How many figures were measured for this city, for an area around it, and for its country."""
    cost_of_living: CityCoverageCostOfLiving
    """Figures in the cost-of-living data, by the kind of place that was measured."""
    quality_of_life: CityCoverageQualityOfLife
    """Figures in the quality-of-life data, by the kind of place that was measured."""


class City(TypedDict):
    """Detailed information about one city."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Name in GeoNames."""
    country: CountryReference
    region: str | None
    """First-level region, such as a state, province or district (GeoNames); null if GeoNames names none."""
    latitude: float
    """Degrees north, WGS 84 (GeoNames)."""
    longitude: float
    """Degrees east, WGS 84 (GeoNames)."""
    population: int | None
    """Inhabitants according to GeoNames, which states no year; some counts are older than others. Null if GeoNames has no count."""
    is_capital: bool
    """Whether the city is the capital of its country (GeoNames)."""
    kind: str
    """GeoNames feature code, such as PPLC (capital), PPLA (seat of a first-level region), PPL (populated place) or PPLX (section of a city)."""
    part_of: str | None
    """Id of the main city of the urban agglomeration that the place is part of; null for main cities and all others."""
    iata: list[str] | None
    """IATA codes of the airports with scheduled flights that serve the city (OurAirports), large ones first, then the nearest; `iata:<code>` is accepted wherever a city id is. Null if no airport names the city, which does not mean that none is near."""
    ascii_name: str
    """Name in ASCII (GeoNames)."""
    alternative_names: list[str]
    """Other names and spellings in many languages (GeoNames), and a few common abbreviations that we added."""
    region_code: str | None
    """GeoNames code of the first-level region; null without one."""
    geonames_id: int
    """GeoNames id; `geonames:<id>` is accepted wherever a city id is."""
    airports: list[CityAirports]
    """The airports of `iata`."""
    time_zone: CityTimeZone
    """Time zone."""
    elevation_m: float | None
    """Metres above sea level, as in `figures.elevation`; null if no source has it."""
    population_record: CityPopulationRecord
    """Where `population` comes from."""
    agglomeration: CityAgglomeration | None
    """The urban agglomeration around the city, with its population in a stated year; null if no source has one."""
    figures: dict[str, Figure]
    """Figures about the city itself, such as its elevation, by metric id."""
    links: CityLinks
    """URLs of the API’s data about this city."""
    coverage: CityCoverage
    """How many figures were measured for this city, for an area around it, and for its country."""
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    sources: list[Source]
    """Every source that this response cites, once."""


class CityReference(TypedDict):
    """Id, name and country of a city."""
    id: str
    """Lower-case slug; never reused for another place."""
    name: str
    """Name in GeoNames."""
    country: CountryReference


class IndexFigure(TypedDict):
    """An estimated price level with its 80 % interval."""
    value: float
    """The price level; the reference city is 100."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    country_average_100: float
    """The price level with that of the country as a whole as 100. That is the average of its cities; in the United States it is lower, because the official levels include rural areas. For a country, it is 100."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    period: str
    """ISO 8601 day or year up to which the price level is known: of the national price level, or of a regional price index. Overall, the earliest of the categories."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place for which the most local figure used was measured; all else is national. The overall index has the evidence and grain of its most local category."""
    method: Literal["estimated"]
    """Always `estimated`; the page Cost index explains how."""
    sources: list[str]
    """Ids in `sources`."""


class CategoryFigureValue(TypedDict):
    """The estimated price level of a category; null if `index_withheld` says why."""
    value: float
    """The price level; the reference city is 100."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    country_average_100: float
    """The price level with that of the country as a whole as 100. That is the average of its cities; in the United States it is lower, because the official levels include rural areas. For a country, it is 100."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    period: str
    """ISO 8601 day or year up to which the price level is known: of the national price level, or of a regional price index. Overall, the earliest of the categories."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place for which the most local figure used was measured; all else is national. The overall index has the evidence and grain of its most local category."""
    method: Literal["estimated"]
    """Always `estimated`; the page Cost index explains how."""
    sources: list[str]
    """Ids in `sources`."""


CategoryFigure = Optional[CategoryFigureValue]


class PriceUsdRate(TypedDict):
    """The exchange rate used; null for amounts in US dollars and if there is no rate."""
    value: float
    """Units of `currency` for one US dollar."""
    period: str
    """Day or year that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class PriceConvertedRate(TypedDict):
    """The rate used, from reference rates of one day; null if none was needed."""
    value: float
    """Units of that currency per unit of the price’s own currency."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class PriceConverted(TypedDict):
    """Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate."""
    amount: float
    """The amount in `currency`, to the cent."""
    currency: str
    """The requested currency (ISO 4217)."""
    rate: PriceConvertedRate | None
    """The rate used, from reference rates of one day; null if none was needed."""


class Price(TypedDict):
    """A price, rent or allowance, as published."""
    item: str
    """Metric id, as listed in the data dictionary."""
    title: str
    """What the amount is for, in words."""
    amount: float
    """The amount as published, in `currency`."""
    currency: str
    """Currency of `amount` (ISO 4217)."""
    per: str
    """What the amount is per: `item`, `night`, `day`, `week`, `month`, `year` or `square_metre_month`."""
    usd: float | None
    """The amount in US dollars, to the cent: as the publisher states it, otherwise converted with `usd_rate`. Amounts in US dollars are unchanged. Null if there is no rate of the same time."""
    usd_rate: PriceUsdRate | None
    """The exchange rate used; null for amounts in US dollars and if there is no rate."""
    converted: NotRequired[PriceConverted | None]
    """Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate."""
    definition: str
    """What the publisher measured. Definitions differ, so compare only prices of one publisher."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""


class PayFigureUsdRate(TypedDict):
    """The exchange rate used; null for amounts in US dollars and if there is no rate."""
    value: float
    """Units of `currency` for one US dollar."""
    period: str
    """Day or year that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class PayFigureConvertedRate(TypedDict):
    """The rate used, from reference rates of one day; null if none was needed."""
    value: float
    """Units of that currency per unit of the price’s own currency."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class PayFigureConverted(TypedDict):
    """Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate."""
    amount: float
    """The amount in `currency`, to the cent."""
    currency: str
    """The requested currency (ISO 4217)."""
    rate: PayFigureConvertedRate | None
    """The rate used, from reference rates of one day; null if none was needed."""


class PayFigure(TypedDict):
    """Earnings, a minimum wage or an income, as published: a price with what it means."""
    item: str
    """Metric id, as listed in the data dictionary."""
    title: str
    """What the amount is, in words."""
    amount: float
    """The amount as published, in `currency`."""
    currency: str | None
    """Currency of `amount` (ISO 4217); null if it is in dollars at purchasing power parity, which are not money that anyone is paid."""
    per: Literal["month", "year"]
    """What the amount is per."""
    usd: float | None
    """The amount in US dollars, to the cent: as the publisher states it, otherwise converted with `usd_rate`. Amounts in US dollars are unchanged. Null if there is no rate of the same time."""
    usd_rate: PayFigureUsdRate | None
    """The exchange rate used; null for amounts in US dollars and if there is no rate."""
    converted: NotRequired[PayFigureConverted | None]
    """Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate."""
    definition: str
    """What the publisher measured. Definitions differ, so compare only prices of one publisher."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""
    unit: str | None
    """Unit of an amount at purchasing power parity; null for money."""
    kind: Literal["earnings", "minimum_wage", "household_income"]
    """earnings: what employees are paid; minimum_wage: the least that the law allows; household_income: what people in households have, from work and otherwise."""
    statistic: Literal["mean", "median", None]
    """Mean or median; null for amounts set by law."""
    tax: Literal["gross", "net"]
    """gross: before taxes; net: after taxes and transfers."""
    covers: str
    """Whom the amount is for."""


class CoverageFigures(TypedDict):
    """Number of figures by the kind of place that was actually measured."""
    city: int
    """The city itself."""
    metro: int
    """Its metropolitan area."""
    region: int
    """Its region or county."""
    country: int
    """Its country."""


class Coverage(TypedDict):
    """How local the figures of this response are, and which groups of metrics have none."""
    figures: CoverageFigures
    """Number of figures by the kind of place that was actually measured."""
    groups_without_figures: list[str]
    """Groups of metrics for which no source has a figure here: unknown, not zero."""


class CostOfLivingReference(TypedDict):
    """The base of the index: the city that is 100."""
    id: str
    """Id of the city."""
    name: str
    """Name of the city."""
    value: Literal[100]
    """Always 100."""


class CostOfLivingIndex(TypedDict):
    """The price level, overall and by category; null if `index_reason` says why."""
    overall: IndexFigure
    housing: CategoryFigure
    utilities: CategoryFigure
    food: CategoryFigure
    restaurants: CategoryFigure
    transport: CategoryFigure
    communication: CategoryFigure
    recreation: CategoryFigure
    clothing: CategoryFigure
    health: CategoryFigure
    education: CategoryFigure


class CostOfLivingIndexReason(TypedDict):
    """Why `index` is null; null if it is not."""
    code: Literal["no_source", "no_price_level", "stale", "conflict", "too_uncertain"]
    """no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class CostOfLivingIndexWithheld(TypedDict):
    """A category that is null in `index`."""
    category: Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]
    """The category."""
    code: Literal["too_uncertain"]
    """Its 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class CostOfLivingIndexNotes(TypedDict):
    """A remark about categories of `index`."""
    code: Literal["one_index", "no_rent_measured", "no_rent_published", "other_homes"]
    """`one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes."""
    title: str
    """What the remark is about, such as `Goods`."""
    categories: list[Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]]
    """The categories; their `sources` are those of the figure."""
    detail: str
    """The remark in a sentence."""


class CostOfLivingWeights(TypedDict):
    """Shares of the categories in the overall index, which add up to 1."""
    housing: float
    """Share of housing."""
    utilities: float
    """Share of utilities."""
    food: float
    """Share of food."""
    restaurants: float
    """Share of restaurants."""
    transport: float
    """Share of transport."""
    communication: float
    """Share of communication."""
    recreation: float
    """Share of recreation."""
    clothing: float
    """Share of clothing."""
    health: float
    """Share of health."""
    education: float
    """Share of education."""


class CostOfLivingBudgetTotal(TypedDict):
    """All categories together."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class CostOfLivingBudgetCategoriesHousing(TypedDict):
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesUtilities(TypedDict):
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesFood(TypedDict):
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesRestaurants(TypedDict):
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesTransport(TypedDict):
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesCommunication(TypedDict):
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesRecreation(TypedDict):
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesClothing(TypedDict):
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesHealth(TypedDict):
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategoriesEducation(TypedDict):
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudgetCategories(TypedDict):
    """The amounts that add up to the total."""
    housing: CostOfLivingBudgetCategoriesHousing | None
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    utilities: CostOfLivingBudgetCategoriesUtilities | None
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    food: CostOfLivingBudgetCategoriesFood | None
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    restaurants: CostOfLivingBudgetCategoriesRestaurants | None
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    transport: CostOfLivingBudgetCategoriesTransport | None
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    communication: CostOfLivingBudgetCategoriesCommunication | None
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    recreation: CostOfLivingBudgetCategoriesRecreation | None
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    clothing: CostOfLivingBudgetCategoriesClothing | None
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    health: CostOfLivingBudgetCategoriesHealth | None
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    education: CostOfLivingBudgetCategoriesEducation | None
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""


class CostOfLivingBudgetExchangeRate(TypedDict):
    """The rate by which all amounts were converted; null for US dollars."""
    value: float
    """Units of `currency` for one US dollar."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingBudget(TypedDict):
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    household: Literal["one", "couple", "family"]
    """The household that the budget is for."""
    currency: str
    """Currency of all amounts (ISO 4217)."""
    per: Literal["month"]
    """Always `month`."""
    basis: Literal["same_basket"]
    """Always `same_basket`: the same goods and services everywhere, without income tax."""
    total: CostOfLivingBudgetTotal
    """All categories together."""
    categories: CostOfLivingBudgetCategories
    """The amounts that add up to the total."""
    exchange_rate: CostOfLivingBudgetExchangeRate | None
    """The rate by which all amounts were converted; null for US dollars."""


class CostOfLivingEarningsUsdRate(TypedDict):
    """The exchange rate used; null for figures in US dollars."""
    value: float
    """Units of the figure’s currency for one US dollar."""
    period: str
    """Day or year that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingEarnings(TypedDict):
    """What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old."""
    value: float
    """US dollars a month, before tax: a mean, in whole dollars."""
    low: float
    """Lower end of the 80 % interval of what employees there earn: surveys count differently, and a city’s pay is not its country’s."""
    high: float
    """Upper end of the 80 % interval."""
    item: str
    """The figure of `pay` that it is computed from."""
    usd_rate: CostOfLivingEarningsUsdRate | None
    """The exchange rate used; null for figures in US dollars."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingPurchasingPowerPrices(TypedDict):
    """The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices."""
    value: float
    """The city in `reference` is 100."""
    grain: Literal["city", "country"]
    """Whose price level it is."""


class CostOfLivingPurchasingPowerRanking(TypedDict):
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""
    among: Literal["cities", "regions", "countries"]
    """`cities` for a city and `countries` for a country; no longer `regions`."""
    place: str
    """Name of the city or country with this rank."""
    rank: int
    """1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`."""
    of: int
    """Number of ranked places."""
    percentile: float
    """Percentage of these places that are lower; a place with the same figure counts half."""
    first: int
    """The best rank that is possible: every place before it is surely higher."""
    last: int
    """The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap."""
    band: Literal["top_tenth", "top_quarter", "top_half", "middle_half", "bottom_half", "bottom_quarter", "bottom_tenth", None]
    """The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive."""


class CostOfLivingPurchasingPower(TypedDict):
    """`earnings` divided by `prices`. The interval has the errors of both."""
    value: float
    """The city in `reference` is 100."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    prices: CostOfLivingPurchasingPowerPrices
    """The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices."""
    ranking: CostOfLivingPurchasingPowerRanking | None
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""


class CostOfLivingRentBurdenEarnings(TypedDict):
    """The earnings."""
    usd: float
    """US dollars a month: `earnings`, or if these are of the whole country, `earnings` times `country_average_100` ÷ 100, because pay rises with prices."""
    country_average_100: float | None
    """The overall price level of the city, where its country is 100; null if the earnings are of the place."""


class CostOfLivingRentBurdenRent(TypedDict):
    """The rent."""
    usd: float
    """US dollars a month."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CostOfLivingRentBurden(TypedDict):
    """What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`."""
    value: float
    """Per cent of earnings before tax."""
    low: float
    """Lower end of the 80 % interval, which has the errors of both."""
    high: float
    """Upper end of the 80 % interval."""
    earnings: CostOfLivingRentBurdenEarnings
    """The earnings."""
    rent: CostOfLivingRentBurdenRent
    """The rent."""


class CostOfLivingPayWithheld(TypedDict):
    """A measure of pay that is null."""
    measure: Literal["earnings", "purchasing_power", "rent_burden"]
    """The measure."""
    code: Literal["no_earnings", "stale_earnings", "no_exchange_rate", "no_price_level", "no_base", "too_uncertain", "other_homes"]
    """no_earnings: no comparable earnings are published; stale_earnings: they are older than five years; no_exchange_rate: no rate of their time; no_price_level: there is no level of prices or of housing; no_base: the reference city has no earnings; too_uncertain: the 80 % interval spans a factor above 3.2; other_homes: the rent takes a larger share of average earnings than in any place where both are official, so most people there live in other homes."""
    detail: str
    """The reason in a sentence."""


class CostOfLivingRanking(TypedDict):
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""
    among: Literal["cities", "regions", "countries"]
    """`cities` for a city and `countries` for a country; no longer `regions`."""
    place: str
    """Name of the city or country with this rank."""
    rank: int
    """1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`."""
    of: int
    """Number of ranked places."""
    percentile: float
    """Percentage of these places that are lower; a place with the same figure counts half."""
    first: int
    """The best rank that is possible: every place before it is surely higher."""
    last: int
    """The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap."""
    band: Literal["top_tenth", "top_quarter", "top_half", "middle_half", "bottom_half", "bottom_quarter", "bottom_tenth", None]
    """The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive."""


class CostOfLiving(TypedDict):
    """Cost-of-living data for one city."""
    city: CityReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    reference: CostOfLivingReference
    """The base of the index: the city that is 100."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national", None]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    index: CostOfLivingIndex | None
    """The price level, overall and by category; null if `index_reason` says why."""
    index_reason: CostOfLivingIndexReason | None
    """Why `index` is null; null if it is not."""
    index_withheld: list[CostOfLivingIndexWithheld]
    """Categories that are null in `index` because too little is known of them; mostly none."""
    index_notes: list[CostOfLivingIndexNotes]
    """Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s."""
    weights: CostOfLivingWeights
    """Shares of the categories in the overall index, which add up to 1."""
    rate: Literal["smoothed", "spot"]
    """The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year."""
    budget: CostOfLivingBudget | None
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    prices: list[Price]
    """Published prices, the most local first, then the most recent."""
    indicators: dict[str, Figure]
    """Price levels, parities, wages, taxes and allowances by metric id: the most local and most recent figure of each."""
    pay: list[PayFigure]
    """Published earnings, minimum wages and incomes, and wages computed from them (`method` derived): the most local first, then earnings, minimum wages and incomes. None is modelled."""
    earnings: CostOfLivingEarnings | None
    """What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old."""
    purchasing_power: CostOfLivingPurchasingPower | None
    """`earnings` divided by `prices`. The interval has the errors of both."""
    rent_burden: CostOfLivingRentBurden | None
    """What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`."""
    pay_withheld: list[CostOfLivingPayWithheld]
    """Why `earnings`, `purchasing_power` or `rent_burden` are null."""
    coverage: Coverage
    sources: list[Source]
    """Every source that this response cites, once."""
    ranking: CostOfLivingRanking | None
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""


class CountryCostOfLivingReference(TypedDict):
    """The base of the index: the city that is 100."""
    id: str
    """Id of the city."""
    name: str
    """Name of the city."""
    value: Literal[100]
    """Always 100."""


class CountryCostOfLivingIndex(TypedDict):
    """The price level, overall and by category; null if `index_reason` says why."""
    overall: IndexFigure
    housing: CategoryFigure
    utilities: CategoryFigure
    food: CategoryFigure
    restaurants: CategoryFigure
    transport: CategoryFigure
    communication: CategoryFigure
    recreation: CategoryFigure
    clothing: CategoryFigure
    health: CategoryFigure
    education: CategoryFigure


class CountryCostOfLivingIndexReason(TypedDict):
    """Why `index` is null; null if it is not."""
    code: Literal["no_source", "no_price_level", "stale", "conflict", "too_uncertain"]
    """no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class CountryCostOfLivingIndexWithheld(TypedDict):
    """A category that is null in `index`."""
    category: Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]
    """The category."""
    code: Literal["too_uncertain"]
    """Its 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class CountryCostOfLivingIndexNotes(TypedDict):
    """A remark about categories of `index`."""
    code: Literal["one_index", "no_rent_measured", "no_rent_published", "other_homes"]
    """`one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes."""
    title: str
    """What the remark is about, such as `Goods`."""
    categories: list[Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]]
    """The categories; their `sources` are those of the figure."""
    detail: str
    """The remark in a sentence."""


class CountryCostOfLivingWeights(TypedDict):
    """Shares of the categories in the overall index, which add up to 1."""
    housing: float
    """Share of housing."""
    utilities: float
    """Share of utilities."""
    food: float
    """Share of food."""
    restaurants: float
    """Share of restaurants."""
    transport: float
    """Share of transport."""
    communication: float
    """Share of communication."""
    recreation: float
    """Share of recreation."""
    clothing: float
    """Share of clothing."""
    health: float
    """Share of health."""
    education: float
    """Share of education."""


class CountryCostOfLivingBudgetTotal(TypedDict):
    """All categories together."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class CountryCostOfLivingBudgetCategoriesHousing(TypedDict):
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesUtilities(TypedDict):
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesFood(TypedDict):
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesRestaurants(TypedDict):
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesTransport(TypedDict):
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesCommunication(TypedDict):
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesRecreation(TypedDict):
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesClothing(TypedDict):
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesHealth(TypedDict):
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategoriesEducation(TypedDict):
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudgetCategories(TypedDict):
    """The amounts that add up to the total."""
    housing: CountryCostOfLivingBudgetCategoriesHousing | None
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    utilities: CountryCostOfLivingBudgetCategoriesUtilities | None
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    food: CountryCostOfLivingBudgetCategoriesFood | None
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    restaurants: CountryCostOfLivingBudgetCategoriesRestaurants | None
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    transport: CountryCostOfLivingBudgetCategoriesTransport | None
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    communication: CountryCostOfLivingBudgetCategoriesCommunication | None
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    recreation: CountryCostOfLivingBudgetCategoriesRecreation | None
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    clothing: CountryCostOfLivingBudgetCategoriesClothing | None
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    health: CountryCostOfLivingBudgetCategoriesHealth | None
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    education: CountryCostOfLivingBudgetCategoriesEducation | None
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""


class CountryCostOfLivingBudgetExchangeRate(TypedDict):
    """The rate by which all amounts were converted; null for US dollars."""
    value: float
    """Units of `currency` for one US dollar."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingBudget(TypedDict):
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    household: Literal["one", "couple", "family"]
    """The household that the budget is for."""
    currency: str
    """Currency of all amounts (ISO 4217)."""
    per: Literal["month"]
    """Always `month`."""
    basis: Literal["same_basket"]
    """Always `same_basket`: the same goods and services everywhere, without income tax."""
    total: CountryCostOfLivingBudgetTotal
    """All categories together."""
    categories: CountryCostOfLivingBudgetCategories
    """The amounts that add up to the total."""
    exchange_rate: CountryCostOfLivingBudgetExchangeRate | None
    """The rate by which all amounts were converted; null for US dollars."""


class CountryCostOfLivingEarningsUsdRate(TypedDict):
    """The exchange rate used; null for figures in US dollars."""
    value: float
    """Units of the figure’s currency for one US dollar."""
    period: str
    """Day or year that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingEarnings(TypedDict):
    """What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old."""
    value: float
    """US dollars a month, before tax: a mean, in whole dollars."""
    low: float
    """Lower end of the 80 % interval of what employees there earn: surveys count differently, and a city’s pay is not its country’s."""
    high: float
    """Upper end of the 80 % interval."""
    item: str
    """The figure of `pay` that it is computed from."""
    usd_rate: CountryCostOfLivingEarningsUsdRate | None
    """The exchange rate used; null for figures in US dollars."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingPurchasingPowerPrices(TypedDict):
    """The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices."""
    value: float
    """The city in `reference` is 100."""
    grain: Literal["city", "country"]
    """Whose price level it is."""


class CountryCostOfLivingPurchasingPowerRanking(TypedDict):
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""
    among: Literal["cities", "regions", "countries"]
    """`cities` for a city and `countries` for a country; no longer `regions`."""
    place: str
    """Name of the city or country with this rank."""
    rank: int
    """1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`."""
    of: int
    """Number of ranked places."""
    percentile: float
    """Percentage of these places that are lower; a place with the same figure counts half."""
    first: int
    """The best rank that is possible: every place before it is surely higher."""
    last: int
    """The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap."""
    band: Literal["top_tenth", "top_quarter", "top_half", "middle_half", "bottom_half", "bottom_quarter", "bottom_tenth", None]
    """The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive."""


class CountryCostOfLivingPurchasingPower(TypedDict):
    """`earnings` divided by `prices`. The interval has the errors of both."""
    value: float
    """The city in `reference` is 100."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    prices: CountryCostOfLivingPurchasingPowerPrices
    """The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices."""
    ranking: CountryCostOfLivingPurchasingPowerRanking | None
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""


class CountryCostOfLivingRentBurdenEarnings(TypedDict):
    """The earnings."""
    usd: float
    """US dollars a month: `earnings`, or if these are of the whole country, `earnings` times `country_average_100` ÷ 100, because pay rises with prices."""
    country_average_100: float | None
    """The overall price level of the city, where its country is 100; null if the earnings are of the place."""


class CountryCostOfLivingRentBurdenRent(TypedDict):
    """The rent."""
    usd: float
    """US dollars a month."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class CountryCostOfLivingRentBurden(TypedDict):
    """What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`."""
    value: float
    """Per cent of earnings before tax."""
    low: float
    """Lower end of the 80 % interval, which has the errors of both."""
    high: float
    """Upper end of the 80 % interval."""
    earnings: CountryCostOfLivingRentBurdenEarnings
    """The earnings."""
    rent: CountryCostOfLivingRentBurdenRent
    """The rent."""


class CountryCostOfLivingPayWithheld(TypedDict):
    """A measure of pay that is null."""
    measure: Literal["earnings", "purchasing_power", "rent_burden"]
    """The measure."""
    code: Literal["no_earnings", "stale_earnings", "no_exchange_rate", "no_price_level", "no_base", "too_uncertain", "other_homes"]
    """no_earnings: no comparable earnings are published; stale_earnings: they are older than five years; no_exchange_rate: no rate of their time; no_price_level: there is no level of prices or of housing; no_base: the reference city has no earnings; too_uncertain: the 80 % interval spans a factor above 3.2; other_homes: the rent takes a larger share of average earnings than in any place where both are official, so most people there live in other homes."""
    detail: str
    """The reason in a sentence."""


class CountryCostOfLiving(TypedDict):
    """Cost-of-living data for one country: the same fields as for a city, with `country` instead of `city`."""
    country: CountryReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    reference: CountryCostOfLivingReference
    """The base of the index: the city that is 100."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national", None]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    index: CountryCostOfLivingIndex | None
    """The price level, overall and by category; null if `index_reason` says why."""
    index_reason: CountryCostOfLivingIndexReason | None
    """Why `index` is null; null if it is not."""
    index_withheld: list[CountryCostOfLivingIndexWithheld]
    """Categories that are null in `index` because too little is known of them; mostly none."""
    index_notes: list[CountryCostOfLivingIndexNotes]
    """Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s."""
    weights: CountryCostOfLivingWeights
    """Shares of the categories in the overall index, which add up to 1."""
    rate: Literal["smoothed", "spot"]
    """The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year."""
    budget: CountryCostOfLivingBudget | None
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    prices: list[Price]
    """Published prices, the most local first, then the most recent."""
    indicators: dict[str, Figure]
    """Price levels, parities, wages, taxes and allowances by metric id: the most local and most recent figure of each."""
    pay: list[PayFigure]
    """Published earnings, minimum wages and incomes, and wages computed from them (`method` derived): the most local first, then earnings, minimum wages and incomes. None is modelled."""
    earnings: CountryCostOfLivingEarnings | None
    """What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old."""
    purchasing_power: CountryCostOfLivingPurchasingPower | None
    """`earnings` divided by `prices`. The interval has the errors of both."""
    rent_burden: CountryCostOfLivingRentBurden | None
    """What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`."""
    pay_withheld: list[CountryCostOfLivingPayWithheld]
    """Why `earnings`, `purchasing_power` or `rent_burden` are null."""
    coverage: Coverage
    sources: list[Source]
    """Every source that this response cites, once."""


class IndexDifference(TypedDict):
    """How much more expensive a place is than the first place."""
    percent: float
    """Difference in per cent; negative if the place is cheaper."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    significant: bool
    """Whether the 80 % interval excludes 0. If false, the two places cannot be told apart."""


class ComparedCostIndex(TypedDict):
    """The price level, overall and by category; null if `index_reason` says why."""
    overall: IndexFigure
    housing: CategoryFigure
    utilities: CategoryFigure
    food: CategoryFigure
    restaurants: CategoryFigure
    transport: CategoryFigure
    communication: CategoryFigure
    recreation: CategoryFigure
    clothing: CategoryFigure
    health: CategoryFigure
    education: CategoryFigure


class ComparedCostIndexReason(TypedDict):
    """Why `index` is null; null if it is not."""
    code: Literal["no_source", "no_price_level", "stale", "conflict", "too_uncertain"]
    """no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class ComparedCostIndexWithheld(TypedDict):
    """A category that is null in `index`."""
    category: Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]
    """The category."""
    code: Literal["too_uncertain"]
    """Its 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class ComparedCostIndexNotes(TypedDict):
    """A remark about categories of `index`."""
    code: Literal["one_index", "no_rent_measured", "no_rent_published", "other_homes"]
    """`one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes."""
    title: str
    """What the remark is about, such as `Goods`."""
    categories: list[Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]]
    """The categories; their `sources` are those of the figure."""
    detail: str
    """The remark in a sentence."""


class ComparedCostDifference(TypedDict):
    """How much more expensive the place is than the first place; null if one of the two has no index."""
    overall: IndexDifference
    housing: IndexDifference
    utilities: IndexDifference
    food: IndexDifference
    restaurants: IndexDifference
    transport: IndexDifference
    communication: IndexDifference
    recreation: IndexDifference
    clothing: IndexDifference
    health: IndexDifference
    education: IndexDifference


class ComparedCostBudgetTotal(TypedDict):
    """All categories together."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class ComparedCostBudgetCategoriesHousing(TypedDict):
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesUtilities(TypedDict):
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesFood(TypedDict):
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesRestaurants(TypedDict):
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesTransport(TypedDict):
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesCommunication(TypedDict):
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesRecreation(TypedDict):
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesClothing(TypedDict):
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesHealth(TypedDict):
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategoriesEducation(TypedDict):
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudgetCategories(TypedDict):
    """The amounts that add up to the total."""
    housing: ComparedCostBudgetCategoriesHousing | None
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    utilities: ComparedCostBudgetCategoriesUtilities | None
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    food: ComparedCostBudgetCategoriesFood | None
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    restaurants: ComparedCostBudgetCategoriesRestaurants | None
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    transport: ComparedCostBudgetCategoriesTransport | None
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    communication: ComparedCostBudgetCategoriesCommunication | None
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    recreation: ComparedCostBudgetCategoriesRecreation | None
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    clothing: ComparedCostBudgetCategoriesClothing | None
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    health: ComparedCostBudgetCategoriesHealth | None
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    education: ComparedCostBudgetCategoriesEducation | None
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""


class ComparedCostBudgetExchangeRate(TypedDict):
    """The rate by which all amounts were converted; null for US dollars."""
    value: float
    """Units of `currency` for one US dollar."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostBudget(TypedDict):
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    household: Literal["one", "couple", "family"]
    """The household that the budget is for."""
    currency: str
    """Currency of all amounts (ISO 4217)."""
    per: Literal["month"]
    """Always `month`."""
    basis: Literal["same_basket"]
    """Always `same_basket`: the same goods and services everywhere, without income tax."""
    total: ComparedCostBudgetTotal
    """All categories together."""
    categories: ComparedCostBudgetCategories
    """The amounts that add up to the total."""
    exchange_rate: ComparedCostBudgetExchangeRate | None
    """The rate by which all amounts were converted; null for US dollars."""


class ComparedCostRemaining(TypedDict):
    """Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget."""
    value: float
    """The amount less the budget, in the requested currency."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class ComparedCostEquivalentOwnCurrencyRate(TypedDict):
    """The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same."""
    value: float
    """Units of the country’s currency per unit of the requested currency."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCostEquivalentOwnCurrency(TypedDict):
    """The same in the country’s main currency, converted with `rate`; null if the two currencies have no rates of the same day."""
    amount: float
    """The amount in `currency`, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: str
    """The main currency of the country."""
    rate: ComparedCostEquivalentOwnCurrencyRate | None
    """The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same."""


class ComparedCostEquivalent(TypedDict):
    """Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index."""
    amount: float
    """The amount in the requested currency, to the hundredth, at the exchange rate of the index (`rate`). For the first place, it is the requested amount itself."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: str
    """The requested currency."""
    basis: Literal["before_taxes"]
    """Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes."""
    own_currency: ComparedCostEquivalentOwnCurrency | None
    """The same in the country’s main currency, converted with `rate`; null if the two currencies have no rates of the same day."""


class ComparedCost(TypedDict):
    """One of the compared cities."""
    kind: Literal["city"]
    """Always `city`."""
    city: CityReference
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national", None]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    index: ComparedCostIndex | None
    """The price level, overall and by category; null if `index_reason` says why."""
    index_reason: ComparedCostIndexReason | None
    """Why `index` is null; null if it is not."""
    index_withheld: list[ComparedCostIndexWithheld]
    """Categories that are null in `index` because too little is known of them; mostly none."""
    index_notes: list[ComparedCostIndexNotes]
    """Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s."""
    difference: ComparedCostDifference | None
    """How much more expensive the place is than the first place; null if one of the two has no index."""
    budget: NotRequired[ComparedCostBudget | None]
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    remaining: NotRequired[ComparedCostRemaining | None]
    """Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget."""
    equivalent: NotRequired[ComparedCostEquivalent | None]
    """Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index."""


class ComparedCountryCostIndex(TypedDict):
    """The price level, overall and by category; null if `index_reason` says why."""
    overall: IndexFigure
    housing: CategoryFigure
    utilities: CategoryFigure
    food: CategoryFigure
    restaurants: CategoryFigure
    transport: CategoryFigure
    communication: CategoryFigure
    recreation: CategoryFigure
    clothing: CategoryFigure
    health: CategoryFigure
    education: CategoryFigure


class ComparedCountryCostIndexReason(TypedDict):
    """Why `index` is null; null if it is not."""
    code: Literal["no_source", "no_price_level", "stale", "conflict", "too_uncertain"]
    """no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class ComparedCountryCostIndexWithheld(TypedDict):
    """A category that is null in `index`."""
    category: Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]
    """The category."""
    code: Literal["too_uncertain"]
    """Its 80 % interval spans a factor above 3.2."""
    detail: str
    """The reason in a sentence."""


class ComparedCountryCostIndexNotes(TypedDict):
    """A remark about categories of `index`."""
    code: Literal["one_index", "no_rent_measured", "no_rent_published", "other_homes"]
    """`one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes."""
    title: str
    """What the remark is about, such as `Goods`."""
    categories: list[Literal["housing", "utilities", "food", "restaurants", "transport", "communication", "recreation", "clothing", "health", "education"]]
    """The categories; their `sources` are those of the figure."""
    detail: str
    """The remark in a sentence."""


class ComparedCountryCostDifference(TypedDict):
    """How much more expensive the place is than the first place; null if one of the two has no index."""
    overall: IndexDifference
    housing: IndexDifference
    utilities: IndexDifference
    food: IndexDifference
    restaurants: IndexDifference
    transport: IndexDifference
    communication: IndexDifference
    recreation: IndexDifference
    clothing: IndexDifference
    health: IndexDifference
    education: IndexDifference


class ComparedCountryCostBudgetTotal(TypedDict):
    """All categories together."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class ComparedCountryCostBudgetCategoriesHousing(TypedDict):
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesUtilities(TypedDict):
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesFood(TypedDict):
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesRestaurants(TypedDict):
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesTransport(TypedDict):
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesCommunication(TypedDict):
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesRecreation(TypedDict):
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesClothing(TypedDict):
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesHealth(TypedDict):
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategoriesEducation(TypedDict):
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""
    value: float
    """The amount, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national"]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudgetCategories(TypedDict):
    """The amounts that add up to the total."""
    housing: ComparedCountryCostBudgetCategoriesHousing | None
    """Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it."""
    utilities: ComparedCountryCostBudgetCategoriesUtilities | None
    """Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it."""
    food: ComparedCountryCostBudgetCategoriesFood | None
    """Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it."""
    restaurants: ComparedCountryCostBudgetCategoriesRestaurants | None
    """Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it."""
    transport: ComparedCountryCostBudgetCategoriesTransport | None
    """Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it."""
    communication: ComparedCountryCostBudgetCategoriesCommunication | None
    """Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it."""
    recreation: ComparedCountryCostBudgetCategoriesRecreation | None
    """Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it."""
    clothing: ComparedCountryCostBudgetCategoriesClothing | None
    """Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it."""
    health: ComparedCountryCostBudgetCategoriesHealth | None
    """Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it."""
    education: ComparedCountryCostBudgetCategoriesEducation | None
    """Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it."""


class ComparedCountryCostBudgetExchangeRate(TypedDict):
    """The rate by which all amounts were converted; null for US dollars."""
    value: float
    """Units of `currency` for one US dollar."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostBudget(TypedDict):
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    household: Literal["one", "couple", "family"]
    """The household that the budget is for."""
    currency: str
    """Currency of all amounts (ISO 4217)."""
    per: Literal["month"]
    """Always `month`."""
    basis: Literal["same_basket"]
    """Always `same_basket`: the same goods and services everywhere, without income tax."""
    total: ComparedCountryCostBudgetTotal
    """All categories together."""
    categories: ComparedCountryCostBudgetCategories
    """The amounts that add up to the total."""
    exchange_rate: ComparedCountryCostBudgetExchangeRate | None
    """The rate by which all amounts were converted; null for US dollars."""


class ComparedCountryCostRemaining(TypedDict):
    """Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget."""
    value: float
    """The amount less the budget, in the requested currency."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class ComparedCountryCostEquivalentOwnCurrencyRate(TypedDict):
    """The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same."""
    value: float
    """Units of the country’s currency per unit of the requested currency."""
    period: str
    """Day that the rate is for."""
    sources: list[str]
    """Ids in `sources`."""


class ComparedCountryCostEquivalentOwnCurrency(TypedDict):
    """The same in the country’s main currency, converted with `rate`; null if the two currencies have no rates of the same day."""
    amount: float
    """The amount in `currency`, to the hundredth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: str
    """The main currency of the country."""
    rate: ComparedCountryCostEquivalentOwnCurrencyRate | None
    """The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same."""


class ComparedCountryCostEquivalent(TypedDict):
    """Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index."""
    amount: float
    """The amount in the requested currency, to the hundredth, at the exchange rate of the index (`rate`). For the first place, it is the requested amount itself."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: str
    """The requested currency."""
    basis: Literal["before_taxes"]
    """Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes."""
    own_currency: ComparedCountryCostEquivalentOwnCurrency | None
    """The same in the country’s main currency, converted with `rate`; null if the two currencies have no rates of the same day."""


class ComparedCountryCost(TypedDict):
    """One of the compared countries, as a whole."""
    kind: Literal["country"]
    """Always `country`."""
    country: CountryReference
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", "national", None]
    """What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level."""
    index: ComparedCountryCostIndex | None
    """The price level, overall and by category; null if `index_reason` says why."""
    index_reason: ComparedCountryCostIndexReason | None
    """Why `index` is null; null if it is not."""
    index_withheld: list[ComparedCountryCostIndexWithheld]
    """Categories that are null in `index` because too little is known of them; mostly none."""
    index_notes: list[ComparedCountryCostIndexNotes]
    """Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s."""
    difference: ComparedCountryCostDifference | None
    """How much more expensive the place is than the first place; null if one of the two has no index."""
    budget: NotRequired[ComparedCountryCostBudget | None]
    """What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket."""
    remaining: NotRequired[ComparedCountryCostRemaining | None]
    """Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget."""
    equivalent: NotRequired[ComparedCountryCostEquivalent | None]
    """Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index."""


class CostComparisonReference(TypedDict):
    """The base of the index: the city that is 100."""
    id: str
    """Id of the city."""
    name: str
    """Name of the city."""
    value: Literal[100]
    """Always 100."""


class CostComparisonWeights(TypedDict):
    """Shares of the categories in the overall index, which add up to 1."""
    housing: float
    """Share of housing."""
    utilities: float
    """Share of utilities."""
    food: float
    """Share of food."""
    restaurants: float
    """Share of restaurants."""
    transport: float
    """Share of transport."""
    communication: float
    """Share of communication."""
    recreation: float
    """Share of recreation."""
    clothing: float
    """Share of clothing."""
    health: float
    """Share of health."""
    education: float
    """Share of education."""


class CostComparisonAmount(TypedDict):
    """Only with `amount`: the amount in the request."""
    value: float
    """The amount in the first place."""
    currency: str
    """Currency of `value` (ISO 4217)."""
    basis: Literal["before_taxes"]
    """Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes."""


class CostComparison(TypedDict):
    """The price levels of several cities and countries, and how they differ."""
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    reference: CostComparisonReference
    """The base of the index: the city that is 100."""
    weights: CostComparisonWeights
    """Shares of the categories in the overall index, which add up to 1."""
    rate: Literal["smoothed", "spot"]
    """The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year."""
    amount: NotRequired[CostComparisonAmount]
    """Only with `amount`: the amount in the request."""
    cities: list[ComparedCost]
    """In the requested order. All places are compared with the first city or, if there are no cities, with the first country."""
    countries: list[ComparedCountryCost]
    """In the requested order; empty without the parameter `countries`."""
    sources: list[Source]
    """Every source that this response cites, once."""


class QualityScoreMeasured(TypedDict):
    """How much of the weight of its groups was measured, by kind of place; the rest was estimated."""
    city: float
    """The city itself."""
    metro: float
    """Its metropolitan area."""
    region: float
    """Its region or county."""
    country: float
    """Its country."""


class QualityScoreCoverage(TypedDict):
    """How many of the parts that count have a score."""
    scored: int
    """Parts that have a score."""
    of: int
    """Parts that count."""


class QualityScoreRanking(TypedDict):
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""
    among: Literal["cities", "regions", "countries"]
    """`cities` for a city and `countries` for a country; no longer `regions`."""
    place: str
    """Name of the city or country with this rank."""
    rank: int
    """1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`."""
    of: int
    """Number of ranked places."""
    percentile: float
    """Percentage of these places that are lower; a place with the same figure counts half."""
    first: int
    """The best rank that is possible: every place before it is surely higher."""
    last: int
    """The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap."""
    band: Literal["top_tenth", "top_quarter", "top_half", "middle_half", "bottom_half", "bottom_quarter", "bottom_tenth", None]
    """The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive."""


class QualityScore(TypedDict):
    """The overall score of a city or country."""
    value: float | None
    """Score from 0 to 100, to a tenth; null if there is none, and `reason` says why."""
    low: float | None
    """Lower end of the 80 % interval; null without a score."""
    high: float | None
    """Upper end of the 80 % interval; null without a score."""
    reason: Literal["too_few_groups", None]
    """Why there is no score; null if there is one."""
    grain: Literal["city", "metro", "region", "country", None]
    """The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score."""
    measured: QualityScoreMeasured
    """How much of the weight of its groups was measured, by kind of place; the rest was estimated."""
    coverage: QualityScoreCoverage
    """How many of the parts that count have a score."""
    estimated: list[str]
    """Groups that count but were not measured here. They count with their `estimate`, so that the score covers the same groups everywhere."""
    ranking: QualityScoreRanking | None
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""


class IndicatorGoalposts(TypedDict):
    """The values that score 0 and 100; null if the metric is not scored."""
    worst: float
    """The value that scores 0, in `unit`; worse values do too."""
    best: float
    """The value that scores 100, in `unit`; better values do too."""
    scale: Literal["linear", "log"]
    """Whether the score is linear in the value or in its logarithm."""


class Indicator(TypedDict):
    """A figure and its score."""
    value: float
    """The value, in `unit`."""
    unit: str
    """Unit id, as listed in the data dictionary."""
    title: str
    """What the number is, in words."""
    standard_error: float | None
    """Standard error stated by the publisher, in `unit`; null if none is stated."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""
    score: float | None
    """Score from 0 to 100, to a tenth; null if there is none, and `reason` says why."""
    low: float | None
    """Lower end of the 80 % interval; null without a score."""
    high: float | None
    """Upper end of the 80 % interval; null without a score."""
    weight: float
    """Weight of the indicator in its group’s score; 0 if it does not count."""
    reason: Literal["no_goalposts", "stale", None]
    """Why the figure has no score; null if it has one."""
    goalposts: IndicatorGoalposts | None
    """The values that score 0 and 100; null if the metric is not scored."""


class QualityGroupEstimate(TypedDict):
    """The score estimated for a group that has none here, from the country’s other scores; it counts in the overall score. Null if there is a score."""
    value: float
    """Score from 0 to 100, to a tenth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class QualityGroupMeasured(TypedDict):
    """How much of the weight of its indicators was measured, by kind of place; the rest was estimated."""
    city: float
    """The city itself."""
    metro: float
    """Its metropolitan area."""
    region: float
    """Its region or county."""
    country: float
    """Its country."""


class QualityGroupCoverage(TypedDict):
    """How many of the parts that count have a score."""
    scored: int
    """Parts that have a score."""
    of: int
    """Parts that count."""


class QualityGroupRanking(TypedDict):
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""
    among: Literal["cities", "regions", "countries"]
    """`cities` for a city and `countries` for a country; no longer `regions`."""
    place: str
    """Name of the city or country with this rank."""
    rank: int
    """1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`."""
    of: int
    """Number of ranked places."""
    percentile: float
    """Percentage of these places that are lower; a place with the same figure counts half."""
    first: int
    """The best rank that is possible: every place before it is surely higher."""
    last: int
    """The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap."""
    band: Literal["top_tenth", "top_quarter", "top_half", "middle_half", "bottom_half", "bottom_quarter", "bottom_tenth", None]
    """The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive."""


class QualityGroupEstimates(TypedDict):
    """An estimated score that counts in the group."""
    value: float
    """Score from 0 to 100, to a tenth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    weight: float
    """Weight of the indicator in the group’s score."""


class QualityGroup(TypedDict):
    """One group of indicators, and its score."""
    score: float | None
    """Score from 0 to 100, to a tenth; null if there is none, and `reason` says why."""
    low: float | None
    """Lower end of the 80 % interval; null without a score."""
    high: float | None
    """Upper end of the 80 % interval; null without a score."""
    estimate: QualityGroupEstimate | None
    """The score estimated for a group that has none here, from the country’s other scores; it counts in the overall score. Null if there is a score."""
    reason: Literal["no_goalposts", "no_source", "stale", "too_few_indicators", None]
    """Why there is no score; null if there is one."""
    grain: Literal["city", "metro", "region", "country", None]
    """The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score."""
    measured: QualityGroupMeasured
    """How much of the weight of its indicators was measured, by kind of place; the rest was estimated."""
    coverage: QualityGroupCoverage
    """How many of the parts that count have a score."""
    caveat: str | None
    """What the score leaves out, such as all air pollution but particles; null if nothing that its title names."""
    ranking: QualityGroupRanking | None
    """Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places."""
    indicators: dict[str, Indicator]
    """The most local and most recent figure of each indicator, by metric id; empty if no source has one."""
    indicators_without_figures: list[str]
    """Scored metrics for which no source has a figure here: unknown, not zero."""
    estimates: dict[str, QualityGroupEstimates]
    """By metric id: scores of indicators that were not measured, or not in the last ten years, estimated from the other scores. They count in the group’s score, so that it covers the same indicators everywhere."""


class ClimateNormalsStation(TypedDict):
    """The weather station that measured the element."""
    name: str
    """Name used by its weather service."""
    distance_km: float
    """Distance from the city, in kilometres."""
    height_difference_m: int
    """How much higher the city is than the station, in metres; negative if it is lower."""


class ClimateNormalsCorrection(TypedDict):
    """How the station’s values were corrected for the city; null if they were not."""
    by: Literal["height", "climatology"]
    """height: 0.6 °C colder for every 100 m higher; climatology: adjusted towards the annual figure of a gridded climatology, because the station is not in the city or has different seasons."""
    added: float | None
    """Degrees Celsius added to each month; null for elements other than temperatures."""
    factor: float | None
    """Factor by which each month is multiplied; null for temperatures."""
    stretch: float | None
    """Factor by which the difference between each month’s mean temperature and the year’s is multiplied, if the climatology has different seasons in the city than at the station; maxima and minima move with the mean. Null if the seasons were not corrected."""
    distance_km: float | None
    """Distance from the city to the point of the climatology, in kilometres; null if no climatology was used."""


class ClimateNormals(TypedDict):
    """Monthly normals of one climate element, from a weather station."""
    title: str
    """What the values are, in words."""
    unit: str
    """Unit id, as listed in the data dictionary."""
    values: list[float]
    """Values of the twelve months, January first, in `unit`."""
    year: float
    """Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean."""
    period: str
    """The years that the normals cover, as an ISO 8601 interval."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    station: ClimateNormalsStation
    """The weather station that measured the element."""
    note: str | None
    """That the station is more than 50 km away or at least 300 m higher or lower than the city, and what was corrected for it; null if neither."""
    correction: ClimateNormalsCorrection | None
    """How the station’s values were corrected for the city; null if they were not."""
    sources: list[str]
    """Ids in `sources`."""


ClimateKoppen = TypedDict("ClimateKoppen", {"class": 'str', "title": 'str', "period": 'str', "grain": 'Literal["city", "metro", "region", "country"]', "method": 'Literal["observed", "derived", "estimated"]', "sources": 'list[str]'})


class ClimateHolidayClimateIndex(TypedDict):
    """Holiday Climate Index for cities (HCI:Urban) of each month, from 0 to 100; null without temperature or precipitation."""
    unit: str
    """Unit id, as listed in the data dictionary."""
    values: list[float]
    """Values of the twelve months, January first, in `unit`."""
    year: float
    """Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean."""
    period: str
    """The years that the normals cover, as an ISO 8601 interval."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What we estimated because no station near the city measures it; null if nothing."""
    comfortable_months: list[int]
    """The months (1 to 12) with an index of 70 or higher, which the index’s authors call very good."""
    sources: list[str]
    """Ids in `sources`."""


class ClimateResidentClimateIndex(TypedDict):
    """Climate index for residents of each month, from 0 to 100: comfort by day and night times dryness; null without temperature or precipitation."""
    unit: str
    """Unit id, as listed in the data dictionary."""
    values: list[float]
    """Values of the twelve months, January first, in `unit`."""
    year: float
    """Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean."""
    period: str
    """The years that the normals cover, as an ISO 8601 interval."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What we estimated because no station near the city measures it; null if nothing."""
    sources: list[str]
    """Ids in `sources`."""


class Climate(TypedDict):
    """The city’s climate, by month."""
    koppen: ClimateKoppen | None
    """Köppen-Geiger climate class of the 0.1-degree grid cell that contains the city; null if the grid has no land there."""
    normals: dict[str, ClimateNormals]
    """By element: `temperature_mean`, `temperature_max`, `temperature_min`, `precipitation`, `wet_days`, `sunshine`, `relative_humidity`. An element is absent if no station is near enough."""
    holiday_climate_index: ClimateHolidayClimateIndex | None
    """Holiday Climate Index for cities (HCI:Urban) of each month, from 0 to 100; null without temperature or precipitation."""
    resident_climate_index: ClimateResidentClimateIndex | None
    """Climate index for residents of each month, from 0 to 100: comfort by day and night times dryness; null without temperature or precipitation."""


class QualityOfLifeWeights(TypedDict):
    """How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count."""
    healthcare: float
    """Weight of healthcare."""
    safety: float
    """Weight of safety."""
    environment: float
    """Weight of environment."""
    education: float
    """Weight of education."""
    infrastructure: float
    """Weight of infrastructure."""
    economy: float
    """Weight of economy."""
    mobility: float
    """Weight of mobility."""
    climate: float
    """Weight of climate."""
    hardship: float
    """Weight of hardship."""
    opinions: float
    """Weight of opinions."""


class QualityOfLifeGroups(TypedDict):
    """Indicators by group."""
    healthcare: QualityGroup
    safety: QualityGroup
    environment: QualityGroup
    education: QualityGroup
    infrastructure: QualityGroup
    economy: QualityGroup
    mobility: QualityGroup
    climate: QualityGroup
    hardship: QualityGroup
    opinions: QualityGroup


class QualityOfLife(TypedDict):
    """Quality-of-life metrics for one city."""
    city: CityReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    score: QualityScore
    weights: QualityOfLifeWeights
    """How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count."""
    groups: QualityOfLifeGroups
    """Indicators by group."""
    climate: Climate
    coverage: Coverage
    sources: list[Source]
    """Every source that this response cites, once."""


class CountryQualityOfLifeWeights(TypedDict):
    """How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count."""
    healthcare: float
    """Weight of healthcare."""
    safety: float
    """Weight of safety."""
    environment: float
    """Weight of environment."""
    education: float
    """Weight of education."""
    infrastructure: float
    """Weight of infrastructure."""
    economy: float
    """Weight of economy."""
    mobility: float
    """Weight of mobility."""
    climate: float
    """Weight of climate."""
    hardship: float
    """Weight of hardship."""
    opinions: float
    """Weight of opinions."""


class CountryQualityOfLifeGroups(TypedDict):
    """Indicators by group."""
    healthcare: QualityGroup
    safety: QualityGroup
    environment: QualityGroup
    education: QualityGroup
    infrastructure: QualityGroup
    economy: QualityGroup
    mobility: QualityGroup
    climate: QualityGroup
    hardship: QualityGroup
    opinions: QualityGroup


class CountryQualityOfLife(TypedDict):
    """Quality-of-life metrics for one country: the same fields as for a city, with `country` instead of `city` and without `climate`, because a country has no single climate."""
    country: CountryReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    score: QualityScore
    weights: CountryQualityOfLifeWeights
    """How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count."""
    groups: CountryQualityOfLifeGroups
    """Indicators by group."""
    coverage: Coverage
    sources: list[Source]
    """Every source that this response cites, once."""


class FigureDifference(TypedDict):
    """A figure minus that of the first place, if the publisher states the standard errors of both."""
    value: float
    """The difference, in `unit`."""
    unit: str
    """Unit id, as listed in the data dictionary."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    significant: bool
    """Whether the 80 % interval excludes 0. If false, the two places cannot be told apart."""


class ComparedQualityGroupEstimate(TypedDict):
    """The score estimated for a group that has none here, from the country’s other scores; it counts in the overall score. Null if there is a score."""
    value: float
    """Score from 0 to 100, to a tenth."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""


class ComparedQualityGroupMeasured(TypedDict):
    """How much of the weight of its indicators was measured, by kind of place; the rest was estimated."""
    city: float
    """The city itself."""
    metro: float
    """Its metropolitan area."""
    region: float
    """Its region or county."""
    country: float
    """Its country."""


class ComparedQualityGroupDifference(TypedDict):
    """How much better the place is than the first place; null if one of the two has no score."""
    value: float
    """The score minus that of the first place; negative if the place is worse."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    significant: bool
    """Whether the 80 % interval excludes 0. If false, the two places cannot be told apart."""
    uncertainty_reason: Literal["no_error_model", None]
    """Always null, because every difference has an interval."""


class ComparedQualityGroup(TypedDict):
    """A group’s score in one of the compared places."""
    score: float | None
    """Score from 0 to 100, to a tenth; null if there is none, and `reason` says why."""
    low: float | None
    """Lower end of the 80 % interval; null without a score."""
    high: float | None
    """Upper end of the 80 % interval; null without a score."""
    estimate: ComparedQualityGroupEstimate | None
    """The score estimated for a group that has none here, from the country’s other scores; it counts in the overall score. Null if there is a score."""
    reason: Literal["no_goalposts", "no_source", "stale", "too_few_indicators", None]
    """Why there is no score; null if there is one."""
    grain: Literal["city", "metro", "region", "country", None]
    """The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score."""
    measured: ComparedQualityGroupMeasured
    """How much of the weight of its indicators was measured, by kind of place; the rest was estimated."""
    difference: ComparedQualityGroupDifference | None
    """How much better the place is than the first place; null if one of the two has no score."""
    differences: dict[str, FigureDifference]
    """By metric id: differences between figures whose publisher states standard errors. For all other figures, the error of a difference is unknown."""
    sources: list[str]
    """Ids in `sources` of the figures behind `score` and `differences`."""


class ComparedQualityDifference(TypedDict):
    """How much better the place is than the first place."""
    value: float | None
    """The overall score minus that of the first place; negative if the place is worse. Null if one of the two has no score."""
    groups: list[str]
    """The counted groups in which both places have a score."""
    estimated: list[str]
    """The counted groups whose score is estimated in one of the two places or in both."""
    reason: Literal["too_few_groups", None]
    """Why `value` is null; null if it is not."""
    low: float | None
    """Lower end of the 80 % interval; null if `value` is."""
    high: float | None
    """Upper end of the 80 % interval; null if `value` is."""
    significant: bool | None
    """Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. Null if `value` is."""
    uncertainty_reason: Literal["no_error_model", None]
    """Always null, because every difference has an interval."""


class ComparedQualityGroups(TypedDict):
    """Scores by group."""
    healthcare: ComparedQualityGroup
    safety: ComparedQualityGroup
    environment: ComparedQualityGroup
    education: ComparedQualityGroup
    infrastructure: ComparedQualityGroup
    economy: ComparedQualityGroup
    mobility: ComparedQualityGroup
    climate: ComparedQualityGroup
    hardship: ComparedQualityGroup
    opinions: ComparedQualityGroup


class ComparedQuality(TypedDict):
    """One of the compared cities."""
    kind: Literal["city"]
    """Always `city`."""
    city: CityReference
    score: QualityScore
    difference: ComparedQualityDifference
    """How much better the place is than the first place."""
    groups: ComparedQualityGroups
    """Scores by group."""
    figures: dict[str, Indicator]
    """By metric id: the figures measured for this city itself. Its quality-of-life data have all others."""


class ComparedCountryQualityDifference(TypedDict):
    """How much better the place is than the first place."""
    value: float | None
    """The overall score minus that of the first place; negative if the place is worse. Null if one of the two has no score."""
    groups: list[str]
    """The counted groups in which both places have a score."""
    estimated: list[str]
    """The counted groups whose score is estimated in one of the two places or in both."""
    reason: Literal["too_few_groups", None]
    """Why `value` is null; null if it is not."""
    low: float | None
    """Lower end of the 80 % interval; null if `value` is."""
    high: float | None
    """Upper end of the 80 % interval; null if `value` is."""
    significant: bool | None
    """Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. Null if `value` is."""
    uncertainty_reason: Literal["no_error_model", None]
    """Always null, because every difference has an interval."""


class ComparedCountryQualityGroups(TypedDict):
    """Scores by group."""
    healthcare: ComparedQualityGroup
    safety: ComparedQualityGroup
    environment: ComparedQualityGroup
    education: ComparedQualityGroup
    infrastructure: ComparedQualityGroup
    economy: ComparedQualityGroup
    mobility: ComparedQualityGroup
    climate: ComparedQualityGroup
    hardship: ComparedQualityGroup
    opinions: ComparedQualityGroup


class ComparedCountryQuality(TypedDict):
    """One of the compared countries, as a whole."""
    kind: Literal["country"]
    """Always `country`."""
    country: CountryReference
    score: QualityScore
    difference: ComparedCountryQualityDifference
    """How much better the place is than the first place."""
    groups: ComparedCountryQualityGroups
    """Scores by group."""


class QualityComparisonWeights(TypedDict):
    """How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count."""
    healthcare: float
    """Weight of healthcare."""
    safety: float
    """Weight of safety."""
    environment: float
    """Weight of environment."""
    education: float
    """Weight of education."""
    infrastructure: float
    """Weight of infrastructure."""
    economy: float
    """Weight of economy."""
    mobility: float
    """Weight of mobility."""
    climate: float
    """Weight of climate."""
    hardship: float
    """Weight of hardship."""
    opinions: float
    """Weight of opinions."""


class QualityComparison(TypedDict):
    """The quality of life in several cities and countries, and how they differ."""
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    weights: QualityComparisonWeights
    """How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count."""
    cities: list[ComparedQuality]
    """In the requested order. All places are compared with the first city or, if there are no cities, with the first country."""
    countries: list[ComparedCountryQuality]
    """In the requested order; empty without the parameter `countries`."""
    sources: list[Source]
    """Every source that this response cites, once."""


class PastFigure(TypedDict):
    """A figure of one period."""
    metric: str
    """Metric id, as listed in the data dictionary."""
    title: str
    """What the number is, in words."""
    value: float
    """The value, in `unit`."""
    unit: str
    """Unit id; for a price, its currency (ISO 4217)."""
    per: str | None
    """What a price is per, such as `month`; null for other figures."""
    usd: float | None
    """The price in US dollars, at the exchange rate of its period; null if there is no rate, and for other figures."""
    standard_error: float | None
    """Standard error stated by the publisher, in `unit`; null if none is stated."""
    low: float | None
    """Lower end of the 80 % interval of an estimate; null for published figures."""
    high: float | None
    """Upper end of the 80 % interval of an estimate; null for published figures."""
    period: str | None
    """ISO 8601 date, month, year or interval that the value is for; null if the publisher states none."""
    grain: Literal["city", "metro", "region", "country"]
    """The kind of place that was actually measured."""
    place: str
    """Name of the place that was actually measured."""
    method: Literal["observed", "derived", "estimated"]
    """observed: as published; derived: computed from published values, without a model; estimated: computed by a model."""
    note: str | None
    """What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add."""
    sources: list[str]
    """Ids in `sources`."""
    latest: bool
    """Whether this is the latest figure of its series. The other endpoints use only the latest figures."""


class CityHistory(TypedDict):
    """The figures of a city over time."""
    city: CityReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    observations: list[PastFigure]
    """Ordered by metric, then by period, earliest first. Published figures, and `cost_index`, our estimate of the price level in each year since 2015, with New York as 100 in each. Published figures are not interpolated: periods without one are absent."""
    sources: list[Source]
    """Every source that this response cites, once."""


class CountryHistory(TypedDict):
    """The figures of a country over time."""
    country: CountryReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    observations: list[PastFigure]
    """Ordered by metric, then by period, earliest first. Published figures, and `cost_index`, our estimate of the price level in each year since 2015, with New York as 100 in each. Published figures are not interpolated: periods without one are absent."""
    sources: list[Source]
    """Every source that this response cites, once."""


class SimilarCityParts(TypedDict):
    """One part of the distance."""
    difference: float
    """How far this city is above the requested city, in spreads; above 0 means more expensive or better."""
    contribution: float
    """What the part adds to the squared distance: its weight times the sum of the squared difference and its squared standard error, in spreads."""


class SimilarCityFiguresMeasured(TypedDict):
    """How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures."""
    city: float
    """The city itself."""
    metro: float
    """Its metropolitan area."""
    region: float
    """Its region or county."""
    country: float
    """Its country."""


class SimilarCityFigures(TypedDict):
    """A price level, a measure of pay or a score, as in the city’s own data with the default weights, reference and rate; null if the city has none."""
    value: float
    """Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100)."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: NotRequired[str]
    """Only of `budget`: the currency of the amounts."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", None]
    """What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings."""
    grain: Literal["city", "metro", "region", "country", None]
    """The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay."""
    measured: SimilarCityFiguresMeasured | None
    """How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures."""


class SimilarCity(TypedDict):
    """A similar city, and why it is similar."""
    city: CityReference
    region: str | None
    """First-level region, such as a state, province or district (GeoNames); null if GeoNames names none."""
    population: int | None
    """Inhabitants according to GeoNames; null if GeoNames has no count."""
    distance: float
    """How different the two cities are: the square root of the sum of `parts.*.contribution`, and of twice the weight of each part in `missing`, which is what two arbitrary cities differ by. 0 means alike in every part."""
    uncertainty: float
    """Share of the squared distance that comes from the uncertainty of the figures instead of their differences, 0 to 1."""
    most_alike: list[str]
    """The 3 parts in which the two cities differ least, in spreads, the most alike first."""
    most_different: list[str]
    """Up to 3 parts in which the two cities differ most, in spreads, the most different first; parts without a difference are left out."""
    parts: dict[str, SimilarCityParts]
    """What each part adds to the distance."""
    figures: dict[str, SimilarCityFigures | None]
    """Figures of the city by part, as in `/cities`. Its cost-of-living and quality-of-life data have their sources."""


class SimilarCitiesProfile(TypedDict):
    """A part of the profile."""
    weight: float
    """How much the part counts; the weights add up to 1."""
    spread: float
    """The standard deviation among cities with firm evidence, which is one spread: a factor for price levels, points for scores."""


class SimilarCitiesFiguresMeasured(TypedDict):
    """How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures."""
    city: float
    """The city itself."""
    metro: float
    """Its metropolitan area."""
    region: float
    """Its region or county."""
    country: float
    """Its country."""


class SimilarCitiesFigures(TypedDict):
    """A price level, a measure of pay or a score, as in the city’s own data with the default weights, reference and rate; null if the city has none."""
    value: float
    """Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100)."""
    low: float
    """Lower end of the 80 % interval."""
    high: float
    """Upper end of the 80 % interval."""
    currency: NotRequired[str]
    """Only of `budget`: the currency of the amounts."""
    evidence: Literal["official_local", "official_regional", "derived_from_official", "modelled_from_national_rents", "modelled", None]
    """What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings."""
    grain: Literal["city", "metro", "region", "country", None]
    """The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay."""
    measured: SimilarCitiesFiguresMeasured | None
    """How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures."""


class SimilarCities(TypedDict):
    """The cities that are most similar to one city."""
    city: CityReference
    release: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    reason: Literal["no_figures", "weak_evidence", "no_candidates", None]
    """Why `similar` is empty; null if it is not. no_figures: the city has no price level; no_candidates: no other city that matches the request has firm figures. weak_evidence is no longer used: a modelled price level adds its uncertainty to the distance."""
    missing: list[str]
    """The parts of the profile for which the city has no figure; `parts` lacks them."""
    among: int
    """Number of cities that were compared: those with figures for every part and firm evidence, one per agglomeration."""
    profile: dict[str, SimilarCitiesProfile]
    """The parts that are compared: price categories and quality-of-life groups."""
    figures: dict[str, SimilarCitiesFigures | None]
    """Figures of the requested city by part, as in `/cities`. Its cost-of-living and quality-of-life data have their sources."""
    similar: list[SimilarCity]
    """Most similar first; at the same distance, the larger city first."""


class ReleaseSource(TypedDict):
    """A data set from which the release has figures."""
    id: str
    """Id that figures list in `sources`."""
    publisher: str
    """Who published the data set."""
    title: str
    """Title of the data set."""
    url: str
    """The publisher’s page about the data set."""
    licence: str
    """Licence or terms of reuse."""
    licence_url: str | None
    """Page with the text of the licence or terms; null if there is none."""
    attribution: str
    """The credit line to print when you reuse the figures."""
    vintage: str
    """Date or edition of the file that we read."""
    read_from: str | None
    """Whose copy, extract, transcription or compilation of the publisher’s data we read; null if we read the publisher’s own file."""
    terms_unclear: str | None
    """Uses on which the terms are unclear, such as commercial use: ask the publisher first. Null if we know of none."""
    terms_stated_by: Literal["publisher", "law", "copy", "understood", None]
    """Who states the licence: `publisher`; `law`, which exempts official works from copyright; `copy`, the copy that we read quotes it; `understood`, nobody that we read does, and it is our understanding. Null if the operator did not say."""
    terms_stated_where: str | None
    """Where it is stated; for our understanding, the reason."""
    refresh: Literal["automatic", "by_hand", "frozen", None]
    """How a newer edition gets here: `automatic`, by a command that downloads it; `by_hand`, a person has to fetch it; `frozen`, not at all. Null if the operator did not say."""
    refresh_how: str | None
    """The command that downloads it; the address, the reason and the step for a person; or why the source is frozen."""


class ReleaseCounts(TypedDict):
    """Numbers of records in the release."""
    countries: int
    """Countries and territories."""
    cities: int
    """Cities."""
    observations: int
    """Figures of all periods."""
    sources: int
    """Sources."""
    metrics: int
    """Metrics."""


class ReleaseFiguresByGrain(TypedDict):
    """Number of figures by the kind of place that was actually measured."""
    city: int
    """Cities."""
    metro: int
    """Metropolitan areas."""
    region: int
    """Regions and counties."""
    country: int
    """Countries."""


class ReleaseFiguresByMetric(TypedDict):
    """Number of figures by the kind of place that was actually measured."""
    city: int
    """Cities."""
    metro: int
    """Metropolitan areas."""
    region: int
    """Regions and counties."""
    country: int
    """Countries."""


class ReleaseFigures(TypedDict):
    """Number of figures, counted in three ways."""
    by_resource: dict[str, int]
    """By the resource that has them: `country`, `cost_of_living` or `quality_of_life`."""
    by_grain: ReleaseFiguresByGrain
    """Number of figures by the kind of place that was actually measured."""
    by_metric: dict[str, ReleaseFiguresByMetric]
    """By metric id, for every metric of the data dictionary."""


class ReleaseChangesFrom(TypedDict):
    """The previous release."""
    version: str
    """Version of the previous release."""
    content_hash: str
    """Content hash of the previous release."""


class ReleaseChangesCountries(TypedDict):
    """Countries that appeared or vanished."""
    appeared: int
    """New in this release."""
    vanished: int
    """No longer in this release."""


class ReleaseChangesCities(TypedDict):
    """Cities that appeared or vanished."""
    appeared: int
    """New in this release."""
    vanished: int
    """No longer in this release."""


class ReleaseChangesFigures(TypedDict):
    """Number of figures that changed."""
    appeared: int
    """New: the previous release has none."""
    vanished: int
    """Gone: this release has none."""
    moved: int
    """The value changed by more than `threshold` times the smaller of the two values."""
    revised: int
    """The value, unit, period or source changed, but the value has not moved."""


class ReleaseChangesByMetric(TypedDict):
    """Number of figures that changed."""
    appeared: int
    """New: the previous release has none."""
    vanished: int
    """Gone: this release has none."""
    moved: int
    """The value changed by more than `threshold` times the smaller of the two values."""
    revised: int
    """The value, unit, period or source changed, but the value has not moved."""


ReleaseChanges = TypedDict("ReleaseChanges", {"from": 'ReleaseChangesFrom', "threshold": 'float', "countries": 'ReleaseChangesCountries', "cities": 'ReleaseChangesCities', "figures": 'ReleaseChangesFigures', "by_metric": 'dict[str, ReleaseChangesByMetric]'})


class ReleaseDownloads(TypedDict):
    """The whole release in one file."""
    format: Literal["sqlite", "data-package", "parquet"]
    """`sqlite`: an SQLite database. `data-package`: CSV with a Frictionless schema, zipped. `parquet`: the same tables as Parquet files, zipped."""
    url: str
    """Download it here, with the same key."""
    bytes: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the file, in hexadecimal; also its entity tag."""
    media_type: str
    """Media type of the file."""


class Release(TypedDict):
    """The data release that the API serves, and its files."""
    version: str
    """Version of the data release; also in the header `X-Dataset-Release`."""
    content_hash: str
    """SHA-256 of the release’s content, in hexadecimal. Every machine that builds the release from the same data gets the same hash. Cite version and hash with figures."""
    published_at: str
    """When the release was published (UTC)."""
    counts: ReleaseCounts
    """Numbers of records in the release."""
    figures: ReleaseFigures
    """Number of figures, counted in three ways."""
    changelog: str | None
    """The release’s changelog, in Markdown; null if it has none."""
    changes: ReleaseChanges | None
    """How the latest figures differ from those of the previous release; null for a first release."""
    downloads: list[ReleaseDownloads]
    """The release as files. Just after a service starts for the first time, only `sqlite` is listed; the others follow in a moment."""
    sources: list[ReleaseSource]
    """Every source of the release, with its terms of reuse."""
    share_alike: list[str]
    """Ids of the sources whose licence requires you to share adapted figures under the same terms. Every figure names its sources, so you can leave these figures out."""


class ProblemErrorsCandidates(TypedDict):
    id: str
    """Id of a place that you may have meant."""
    name: str
    """Name of the place; for a city with region and country."""
    path: str
    """Path of the place below the base address."""


class ProblemErrors(TypedDict):
    parameter: str
    """Name of the parameter."""
    message: str
    """What is wrong with the parameter."""
    candidates: NotRequired[list[ProblemErrorsCandidates]]
    """Places that you may have meant, most likely first. Empty if no name is similar."""


class ProblemCandidates(TypedDict):
    id: str
    """Id of a place that you may have meant."""
    name: str
    """Name of the place; for a city with region and country."""
    path: str
    """Path of the place below the base address."""


class Problem(TypedDict):
    """RFC 9457 problem details."""
    type: str
    """Page that explains this kind of problem."""
    title: str
    """The kind of problem in words; the same for every problem with this `code`."""
    status: int
    """HTTP status code."""
    detail: str
    """What is wrong with this request, and what to do."""
    instance: str
    """Path of the request, without the query."""
    code: Literal["malformed_request", "invalid_parameter", "unknown_parameter", "unknown_country", "unknown_city", "invalid_cursor", "conflicting_credentials", "missing_credentials", "invalid_token", "insufficient_scope", "key_not_for_urls", "address_not_allowed", "path_not_found", "country_not_found", "city_not_found", "release_not_found", "method_not_allowed", "not_acceptable", "request_timeout", "place_withdrawn", "precondition_failed", "uri_too_long", "range_not_satisfiable", "rate_limit_exceeded", "too_many_downloads", "too_many_failed_authentications", "headers_too_large", "internal_error", "not_implemented", "starting", "unavailable"]
    """Stable, machine-readable code; see the error catalogue. Later versions may add codes: handle an unknown code by its `status`."""
    request_id: str
    """Id of the response, as in `X-Request-Id`. Include it when you report a problem."""
    errors: NotRequired[list[ProblemErrors]]
    """One entry per invalid parameter, or per unknown place in it."""
    candidates: NotRequired[list[ProblemCandidates]]
    """Places that you may have meant, most likely first. Empty if no name is similar."""
    successor: NotRequired[str | None]
    """Id of the place that replaced a withdrawn one; null if there is none."""
    releases: NotRequired[list[str]]
    """Versions of the data releases that you can ask for, the current one first."""
    retry_after: NotRequired[int]
    """Seconds to wait, as in `Retry-After`."""


class ListCountriesQuery(TypedDict):
    continent: NotRequired[str | Sequence[str]]
    """Only countries on this continent (GeoNames); separate several by commas: africa, antarctica, asia, europe, north-america, oceania, south-america. For example `europe`."""
    subregion: NotRequired[str | Sequence[str]]
    """Only countries in this sub-region or intermediate region of UN M49 (DataHub); separate several by commas: australia-and-new-zealand, central-asia, eastern-asia, eastern-europe, latin-america-and-the-caribbean, melanesia, micronesia, northern-africa, northern-america, northern-europe, polynesia, south-eastern-asia, southern-asia, southern-europe, sub-saharan-africa, western-asia, western-europe, caribbean, central-america, eastern-africa, middle-africa, south-america, southern-africa, western-africa. For example `southern-europe`."""
    limit: NotRequired[int]
    """Items per page. Default: the complete list on one page."""
    cursor: NotRequired[str]
    """Opaque position of a page, from the `Link` header of an earlier response."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCountryQuery(TypedDict):
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class ListCitiesQuery(TypedDict):
    country: NotRequired[str]
    """Only cities of this country: its id, ISO 3166-1 code or name. For example `japan`."""
    q: NotRequired[str]
    """Only cities with a name, or a word in a name, that starts with this text. Names in all languages count; case, accents and script do not matter. A region or country may follow (`Lisbon, Portugal`). An airport’s IATA code finds its city, before cities whose name in any language begins like it. If nothing matches, one or two typing errors are forgiven; a far better known city that one typing error leads to is listed, too. A single letter finds the cities whose id begins with it. For example `münchen`."""
    near: NotRequired[str | tuple[float, float]]
    """Only cities around this point: latitude and longitude in degrees. For example `38.72,-9.14`."""
    radius_km: NotRequired[float]
    """Radius around `near`, in kilometres. Default: 50."""
    min_population: NotRequired[int]
    """Only cities with at least this many inhabitants."""
    kind: NotRequired[str | Sequence[str]]
    """Only places of these kinds, separated by commas. `section`: parts of cities, such as Brooklyn. `former`: historical or abandoned places. `city`: all others. `capital`: capitals of countries. `region_seat`: seats of first-level regions. Default: all. For example `city`."""
    region: NotRequired[str]
    """Only cities in the first-level region with this name or code, or in the island or area with this name: `california`, `CA`, `tenerife`, `cornwall`. If several countries have one, add `country`. For example `california`."""
    continent: NotRequired[str | Sequence[str]]
    """Only cities on this continent (GeoNames); separate several by commas: africa, antarctica, asia, europe, north-america, oceania, south-america. For example `europe`."""
    subregion: NotRequired[str | Sequence[str]]
    """Only cities in this sub-region or intermediate region of UN M49 (DataHub); separate several by commas: australia-and-new-zealand, central-asia, eastern-asia, eastern-europe, latin-america-and-the-caribbean, melanesia, micronesia, northern-africa, northern-america, northern-europe, polynesia, south-eastern-asia, southern-asia, southern-europe, sub-saharan-africa, western-asia, western-europe, caribbean, central-america, eastern-africa, middle-africa, south-america, southern-africa, western-africa. For example `southern-europe`."""
    capital: NotRequired[Literal["true", "false"] | bool]
    """`true`: only capitals of countries. Default: all cities. For example `true`."""
    fold: NotRequired[Literal["agglomeration"]]
    """`agglomeration`: only one city of each urban agglomeration, its main one (Tokyo, not Yokohama), and capitals. Leaves out parts of cities and former places."""
    cost_min: NotRequired[float]
    """Only cities with at least this price level (New York is 100)."""
    cost_max: NotRequired[float]
    """Only cities with at most this price level (New York is 100)."""
    housing_min: NotRequired[float]
    """Only cities with at least this price level of housing."""
    housing_max: NotRequired[float]
    """Only cities with at most this price level of housing."""
    utilities_min: NotRequired[float]
    """Only cities with at least this price level of utilities."""
    utilities_max: NotRequired[float]
    """Only cities with at most this price level of utilities."""
    food_min: NotRequired[float]
    """Only cities with at least this price level of food."""
    food_max: NotRequired[float]
    """Only cities with at most this price level of food."""
    restaurants_min: NotRequired[float]
    """Only cities with at least this price level of restaurants."""
    restaurants_max: NotRequired[float]
    """Only cities with at most this price level of restaurants."""
    transport_min: NotRequired[float]
    """Only cities with at least this price level of transport."""
    transport_max: NotRequired[float]
    """Only cities with at most this price level of transport."""
    communication_min: NotRequired[float]
    """Only cities with at least this price level of communication."""
    communication_max: NotRequired[float]
    """Only cities with at most this price level of communication."""
    recreation_min: NotRequired[float]
    """Only cities with at least this price level of recreation."""
    recreation_max: NotRequired[float]
    """Only cities with at most this price level of recreation."""
    clothing_min: NotRequired[float]
    """Only cities with at least this price level of clothing."""
    clothing_max: NotRequired[float]
    """Only cities with at most this price level of clothing."""
    health_min: NotRequired[float]
    """Only cities with at least this price level of health."""
    health_max: NotRequired[float]
    """Only cities with at most this price level of health."""
    education_cost_min: NotRequired[float]
    """Only cities with at least this price level of education; `education` is the score."""
    education_cost_max: NotRequired[float]
    """Only cities with at most this price level of education; `education` is the score."""
    earnings_min: NotRequired[float]
    """Only cities with at least this average of earnings, in US dollars a month before tax."""
    earnings_max: NotRequired[float]
    """Only cities with at most this average of earnings, in US dollars a month before tax."""
    purchasing_power_min: NotRequired[float]
    """Only cities with at least this purchasing power of earnings (New York is 100)."""
    purchasing_power_max: NotRequired[float]
    """Only cities with at most this purchasing power of earnings (New York is 100)."""
    rent_burden_min: NotRequired[float]
    """Only cities with at least this rent of a one-bedroom home in per cent of earnings."""
    rent_burden_max: NotRequired[float]
    """Only cities with at most this rent of a one-bedroom home in per cent of earnings."""
    quality_min: NotRequired[float]
    """Only cities with at least this overall score of the quality of life (0 to 100)."""
    quality_max: NotRequired[float]
    """Only cities with at most this overall score of the quality of life (0 to 100)."""
    healthcare_min: NotRequired[float]
    """Only cities with at least this score of healthcare."""
    healthcare_max: NotRequired[float]
    """Only cities with at most this score of healthcare."""
    safety_min: NotRequired[float]
    """Only cities with at least this score of safety."""
    safety_max: NotRequired[float]
    """Only cities with at most this score of safety."""
    environment_min: NotRequired[float]
    """Only cities with at least this score of environment."""
    environment_max: NotRequired[float]
    """Only cities with at most this score of environment."""
    education_min: NotRequired[float]
    """Only cities with at least this score of education."""
    education_max: NotRequired[float]
    """Only cities with at most this score of education."""
    infrastructure_min: NotRequired[float]
    """Only cities with at least this score of infrastructure."""
    infrastructure_max: NotRequired[float]
    """Only cities with at most this score of infrastructure."""
    economy_min: NotRequired[float]
    """Only cities with at least this score of economy."""
    economy_max: NotRequired[float]
    """Only cities with at most this score of economy."""
    mobility_min: NotRequired[float]
    """Only cities with at least this score of mobility."""
    mobility_max: NotRequired[float]
    """Only cities with at most this score of mobility."""
    climate_min: NotRequired[float]
    """Only cities with at least this score of climate."""
    climate_max: NotRequired[float]
    """Only cities with at most this score of climate."""
    hardship_min: NotRequired[float]
    """Only cities with at least this score of hardship."""
    hardship_max: NotRequired[float]
    """Only cities with at most this score of hardship."""
    resident_climate_min: NotRequired[float]
    """Only cities with at least this climate index for residents (0 to 100)."""
    resident_climate_max: NotRequired[float]
    """Only cities with at most this climate index for residents (0 to 100)."""
    budget_min: NotRequired[float]
    """Only cities where `household` needs at least this much a month, in `currency`. For example `1800`."""
    budget_max: NotRequired[float]
    """Only cities where `household` needs at most this much a month, in `currency`. For example `1800`."""
    household: NotRequired[Literal["one", "couple", "family"]]
    """The household of `budget`: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. Needs `budget` in a filter, in `sort` or in `include`. For example `family`."""
    currency: NotRequired[str]
    """The currency of `budget` (ISO 4217), which needs to be in a filter, in `sort` or in `include`. Default: USD. For example `EUR`."""
    month: NotRequired[int]
    """The month that `high`, `rain` and `sun` are of: 1 is January. The response then includes all three, and how far away the weather station is. For example `1`."""
    high_min: NotRequired[float]
    """Only cities with at least this average daily high of the month, in degrees Celsius. Needs `month`."""
    high_max: NotRequired[float]
    """Only cities with at most this average daily high of the month, in degrees Celsius. Needs `month`."""
    rain_max: NotRequired[float]
    """Only cities with at most this precipitation of the month, in millimetres. Needs `month`."""
    sun_min: NotRequired[float]
    """Only cities with at least this sunshine of the month, in hours. Needs `month`."""
    station_max: NotRequired[float]
    """Only cities with at most this distance of the weather station of the temperatures, in kilometres."""
    sea_max: NotRequired[float]
    """Only cities with at most this distance to the nearest coast, in kilometres."""
    airport_max: NotRequired[float]
    """Only cities with at most this distance to the nearest airport with scheduled service, in kilometres."""
    evidence: NotRequired[str | Sequence[str]]
    """Only cities whose overall price level is based on this evidence; separate several by commas: official_local, official_regional, derived_from_official, modelled_from_national_rents, modelled. For example `official_local,official_regional`."""
    grain: NotRequired[str | Sequence[str]]
    """Only cities whose overall price level is based on figures for this kind of place; separate several by commas: city, metro, region, country. For example `city,metro`."""
    certainty: NotRequired[Literal["likely", "sure"]]
    """What must be within minimum and maximum: the estimate (`likely`, the default) or its whole 80 % interval (`sure`). With `cost_max` and `sure`, for example, the upper end of the interval counts."""
    sort: NotRequired[str | Sequence[str]]
    """Sort by up to 5 names, separated by commas. A minus before a name sorts from high to low. Ties stay in the usual order. Names: name, population, cost, housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education_cost, earnings, purchasing_power, rent_burden, quality, healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, resident_climate, budget, high, rain, sun, station, sea, airport. For example `-quality,cost`."""
    include: NotRequired[str | Sequence[str]]
    """Also include these figures of each city, separated by commas; a figure that a city lacks is null. Names: cost, housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education_cost, earnings, purchasing_power, rent_burden, quality, healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, resident_climate, budget, high, rain, sun, station, sea, airport. For example `cost,quality`."""
    limit: NotRequired[int]
    """Items per page. Default: the complete list on one page."""
    cursor: NotRequired[str]
    """Opaque position of a page, from the `Link` header of an earlier response."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCityQuery(TypedDict):
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCostOfLivingQuery(TypedDict):
    weights: NotRequired[str | Mapping[str, float]]
    """Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education."""
    reference: NotRequired[str]
    """The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`."""
    rate: NotRequired[Literal["smoothed", "spot"]]
    """The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day."""
    currency: NotRequired[str]
    """Shows the budget in this currency (ISO 4217) instead of the place’s own, and every price in it as well, converted with the latest daily reference rate. The currency must have a daily rate; prices are converted only if it is a reference rate. For example `EUR`."""
    household: NotRequired[Literal["one", "couple", "family"]]
    """The household of the budget: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. For example `family`."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `city,index.overall`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCountryCostOfLivingQuery(TypedDict):
    weights: NotRequired[str | Mapping[str, float]]
    """Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education."""
    reference: NotRequired[str]
    """The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`."""
    rate: NotRequired[Literal["smoothed", "spot"]]
    """The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day."""
    currency: NotRequired[str]
    """Shows the budget in this currency (ISO 4217) instead of the place’s own, and every price in it as well, converted with the latest daily reference rate. The currency must have a daily rate; prices are converted only if it is a reference rate. For example `EUR`."""
    household: NotRequired[Literal["one", "couple", "family"]]
    """The household of the budget: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. For example `family`."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `country,index.overall`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class CompareCostOfLivingQuery(TypedDict):
    countries: NotRequired[str | Sequence[str]]
    """The countries to compare, each as a whole, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the others are compared with the first country. For example `portugal,spain`."""
    weights: NotRequired[str | Mapping[str, float]]
    """Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education."""
    reference: NotRequired[str]
    """The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`."""
    rate: NotRequired[Literal["smoothed", "spot"]]
    """The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day."""
    household: NotRequired[Literal["one", "couple", "family"]]
    """Each place also has the budget of this household: `one` adult, a `couple`, or a `family` of two adults and two children of school age. Default: no budgets. For example `family`."""
    amount: NotRequired[float]
    """An amount of money in the first place, such as a salary. Each place then has `equivalent`: the amount that buys the same there according to the index. Taxes are not counted, so net pay gives net pay. Needs `currency`. With `household`, it is an amount per month, and each place also has `remaining`. For example `60000`."""
    currency: NotRequired[str]
    """The currency of `amount` and of the amounts in the response (ISO 4217). Without `amount`, the budgets are in the currency of the first place unless it is given. For example `EUR`."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `cities.city,cities.index.overall`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetQualityOfLifeQuery(TypedDict):
    weights: NotRequired[str | Mapping[str, float]]
    """Your own weights for the groups in the overall score: `healthcare:0.5,safety:0.5`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `city,score`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCountryQualityOfLifeQuery(TypedDict):
    weights: NotRequired[str | Mapping[str, float]]
    """Your own weights for the groups in the overall score: `healthcare:0.5,safety:0.5`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `country,score`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class CompareQualityOfLifeQuery(TypedDict):
    countries: NotRequired[str | Sequence[str]]
    """The countries to compare, each as a whole, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the others are compared with the first country. For example `portugal,spain`."""
    weights: NotRequired[str | Mapping[str, float]]
    """Your own weights for the groups in the overall score: `healthcare:0.5,safety:0.5`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `cities.city,cities.score`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCityHistoryQuery(TypedDict):
    metric: NotRequired[str | Sequence[str]]
    """Only these metrics: at most 20 ids of the data dictionary, separated by commas. Default: all. For example `population`."""
    from_: NotRequired[str]
    """Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out. For example `2015`."""
    to: NotRequired[str]
    """Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out. For example `2023-12`."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `observations.metric,observations.period,observations.value`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetCountryHistoryQuery(TypedDict):
    metric: NotRequired[str | Sequence[str]]
    """Only these metrics: at most 20 ids of the data dictionary, separated by commas. Default: all. For example `population`."""
    from_: NotRequired[str]
    """Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out. For example `2015`."""
    to: NotRequired[str]
    """Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out. For example `2023-12`."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `observations.metric,observations.period,observations.value`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetSimilarCitiesQuery(TypedDict):
    limit: NotRequired[int]
    """How many cities to return. Default: 10. For example `5`."""
    country: NotRequired[str]
    """Only cities of this country: its id, ISO 3166-1 code or name. For example `spain`."""
    elsewhere: NotRequired[Literal["true", "false"] | bool]
    """`true`: only cities of other countries. Default: cities of the same country are included. For example `true`."""
    min_population: NotRequired[int]
    """Only cities with at least this many inhabitants. Default: 100,000, or all with `country`. For example `200000`."""
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `similar.city,similar.distance`."""
    lang: NotRequired[str]
    """Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`."""


class GetReleaseQuery(TypedDict):
    release: NotRequired[str]
    """Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address."""
    fields: NotRequired[str]
    """Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `version,content_hash,counts`."""
