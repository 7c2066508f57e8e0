// Generated from the OpenAPI document by `npm run docs`.

/** Id and name of a country. */
export interface CountryReference {
  /** Lower-case slug; never reused for another place. */
  id: string;
  /** Common name, in English or in the language of `lang`. */
  name: string;
  /** Only if there is no name in the language of `lang`: `en`. */
  name_language?: 'en';
}

/** Basic information about one country. */
export interface CountrySummary {
  /** Lower-case slug; never reused for another place. */
  id: string;
  /** Common name (CLDR), in English or in the language of `lang`. */
  name: string;
  /** Only if there is no name in the language of `lang`: `en`. */
  name_language?: 'en';
  /** ISO 3166-1 alpha-2 code (GeoNames). Kosovo has the user-assigned code XK. */
  iso_alpha2: string;
  /** ISO 3166-1 alpha-3 code (GeoNames). Kosovo has the user-assigned code XKX. */
  iso_alpha3: string;
  /** ISO 3166-1 numeric code, three digits (GeoNames); null if ISO assigns none. */
  iso_numeric: string | null;
  /** Wikidata item (DataHub); `wikidata:<item>` is accepted wherever a country id is. Null if DataHub names none. */
  wikidata: string | null;
  /** Flag emoji, made of the letters of `iso_alpha2`. */
  flag: string;
  /** Continent (GeoNames); it may differ from `region`, as for Cyprus. */
  continent: 'africa' | 'antarctica' | 'asia' | 'europe' | 'north-america' | 'oceania' | 'south-america';
  /** UN M49 region, such as Europe (DataHub); null if M49 has none. */
  region: string | null;
  /** UN M49 sub-region, such as Southern Europe (DataHub); null if M49 has none. */
  subregion: string | null;
  /** The capital (GeoNames); null if GeoNames names none. */
  capital: {
    /** Lower-case slug; never reused for another place. */
    id: string;
    /** Name in GeoNames. */
    name: string;
    country: CountryReference;
  } | null;
  /** Inhabitants, as in `figures.population`; null if no source has a figure. */
  population: number | null;
  /** Year of `population`; null if the source states none (GeoNames). */
  population_year: string | null;
}

/** A number, with everything that you need to cite it. */
export interface Figure {
  /** The value, in `unit`. */
  value: number;
  /** Unit id, as listed in the data dictionary. */
  unit: string;
  /** What the number is, in words. */
  title: string;
  /** Standard error stated by the publisher, in `unit`; null if none is stated. */
  standard_error: number | null;
  /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
  period: string | null;
  /** The kind of place that was actually measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was actually measured. */
  place: string;
  /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** A data set that the figures of this response cite. */
export interface Source {
  /** Id that figures list in `sources`. */
  id: string;
  /** Who published the data set. */
  publisher: string;
  /** Title of the data set. */
  title: string;
  /** The publisher’s page about the data set. */
  url: string;
  /** Licence or terms of reuse. */
  licence: string;
  /** Page with the text of the licence or terms; null if there is none. */
  licence_url: string | null;
  /** The credit line to print when you reuse the figures. */
  attribution: string;
  /** Date or edition of the file that we read. */
  vintage: string;
  /** Whose copy, extract, transcription or compilation of the publisher’s data we read; null if we read the publisher’s own file. */
  read_from: string | null;
  /** Uses on which the terms are unclear, such as commercial use: ask the publisher first. Null if we know of none. */
  terms_unclear: string | null;
}

/** Detailed information about one country. */
export interface Country {
  /** Lower-case slug; never reused for another place. */
  id: string;
  /** Common name (CLDR), in English or in the language of `lang`. */
  name: string;
  /** Only if there is no name in the language of `lang`: `en`. */
  name_language?: 'en';
  /** ISO 3166-1 alpha-2 code (GeoNames). Kosovo has the user-assigned code XK. */
  iso_alpha2: string;
  /** ISO 3166-1 alpha-3 code (GeoNames). Kosovo has the user-assigned code XKX. */
  iso_alpha3: string;
  /** ISO 3166-1 numeric code, three digits (GeoNames); null if ISO assigns none. */
  iso_numeric: string | null;
  /** Wikidata item (DataHub); `wikidata:<item>` is accepted wherever a country id is. Null if DataHub names none. */
  wikidata: string | null;
  /** Flag emoji, made of the letters of `iso_alpha2`. */
  flag: string;
  /** Continent (GeoNames); it may differ from `region`, as for Cyprus. */
  continent: 'africa' | 'antarctica' | 'asia' | 'europe' | 'north-america' | 'oceania' | 'south-america';
  /** UN M49 region, such as Europe (DataHub); null if M49 has none. */
  region: string | null;
  /** UN M49 sub-region, such as Southern Europe (DataHub); null if M49 has none. */
  subregion: string | null;
  /** The capital (GeoNames); null if GeoNames names none. */
  capital: {
    /** Lower-case slug; never reused for another place. */
    id: string;
    /** Name in GeoNames. */
    name: string;
    country: CountryReference;
  } | null;
  /** Inhabitants, as in `figures.population`; null if no source has a figure. */
  population: number | null;
  /** Year of `population`; null if the source states none (GeoNames). */
  population_year: string | null;
  /** Formal English name used by the United Nations (UNTERM, from DataHub); null if DataHub has none. */
  official_name: string | null;
  /** Names in the country’s official languages, by BCP 47 code (CLDR). */
  native_names: Record<string, string>;
  /** Names in other languages, by BCP 47 code (CLDR). */
  translations: Record<string, string>;
  /** UN M49 intermediate region, such as Caribbean (DataHub); null if M49 has none. */
  intermediate_region: string | null;
  /** UN M49 codes of the regions above (DataHub). */
  m49_codes: {
    /** Code of `region`; null without one. */
    region: string | null;
    /** Code of `subregion`; null without one. */
    subregion: string | null;
    /** Code of `intermediate_region`; null without one. */
    intermediate_region: string | null;
  };
  /** Total area in square kilometres (GeoNames). */
  area_km2: number | null;
  /** Official and widely spoken languages, official ones first. */
  languages: Array<{
    /** BCP 47 code (CLDR). */
    code: string;
    /** English name (CLDR). */
    name: string;
    /** `official`, `de_facto_official` or `official_regional` (CLDR); null if the language is spoken but not official. */
    status: string | null;
    /** Share of the population that uses the language, 0 to 1 (CLDR). Shares overlap, because people use several languages. */
    population_share: number;
  }>;
  /** Currencies in use, the main one first. */
  currencies: Array<{
    /** ISO 4217 code (CLDR). */
    code: string;
    /** English name (CLDR). */
    name: string;
    /** Symbol used in English text (CLDR). */
    symbol: string;
    /** Latest official exchange rate: a daily reference rate if there is one, otherwise an annual average of the last three years. Null if no source has either, and for the US dollar itself. */
    usd_rate: {
      /** Units of the currency for one US dollar. */
      value: number;
      /** Day or year that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
    /** Rate of one day from a compilation of free feeds, which is not official but covers nearly every currency. Null if the rate is known to be stale, and for the US dollar itself. */
    compiled_usd_rate: {
      /** Units of the currency for one US dollar. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  }>;
  /** International calling codes, with `+` (ITU, from DataHub). */
  calling_codes: Array<string>;
  /** Internet top-level domain, such as `.pt` (GeoNames); null if GeoNames has none. */
  top_level_domain: string | null;
  /** Ids of the countries with which it shares a land border (GeoNames). */
  borders: Array<string>;
  /** IANA time zones in use (CLDR). */
  time_zones: Array<string>;
  /** Population, density, GDP per capita, price level and more, by metric id. A metric for which no source has a figure is absent. */
  figures: Record<string, Figure>;
  /** How much data the API has on this country. */
  coverage: {
    /** Number of cities in `/cities`. */
    cities: number;
    /** Number of figures in this response. */
    figures: number;
    /** Number of national figures in the cost-of-living data. */
    cost_of_living_figures: number;
    /** Number of national figures in the quality-of-life data. */
    quality_of_life_figures: number;
    /** Groups of country metrics for which no source has a figure here: unknown, not zero. */
    groups_without_figures: Array<string>;
  };
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** Basic information about one city. */
export interface CitySummary {
  /** Lower-case slug; never reused for another place. */
  id: string;
  /** Name in GeoNames. */
  name: string;
  country: CountryReference;
  /** First-level region, such as a state, province or district (GeoNames); null if GeoNames names none. */
  region: string | null;
  /** Degrees north, WGS 84 (GeoNames). */
  latitude: number;
  /** Degrees east, WGS 84 (GeoNames). */
  longitude: number;
  /** Inhabitants according to GeoNames, which states no year; some counts are older than others. Null if GeoNames has no count. */
  population: number | null;
  /** Whether the city is the capital of its country (GeoNames). */
  is_capital: boolean;
  /** GeoNames feature code, such as PPLC (capital), PPLA (seat of a first-level region), PPL (populated place) or PPLX (section of a city). */
  kind: string;
  /** Id of the main city of the urban agglomeration that the place is part of; null for main cities and all others. */
  part_of: string | null;
  /** IATA codes of the airports with scheduled flights that serve the city (OurAirports), large ones first, then the nearest; `iata:<code>` is accepted wherever a city id is. Null if no airport names the city, which does not mean that none is near. */
  iata: Array<string> | null;
  /** Great-circle distance from the point in `near`, in kilometres, to 100 m; only with `near`. */
  distance_km?: number;
  /** The figures that the request filters or sorts by, or names in `include`, by name: `cost`, `quality`, `housing`, ... Absent if the request uses none. */
  figures?: Record<string, {
    /** Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100). */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** Only of `budget`: the currency of the amounts. */
    currency?: string;
    /** What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings. */
    evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | null;
    /** The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay. */
    grain: 'city' | 'metro' | 'region' | 'country' | null;
    /** How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures. */
    measured: {
      /** The city itself. */
      city: number;
      /** Its metropolitan area. */
      metro: number;
      /** Its region or county. */
      region: number;
      /** Its country. */
      country: number;
    } | null;
  } | null>;
  /** What `month` is like, as in the climate normals of the city’s quality-of-life data, and distances, as in its figures. Has what the request filters or sorts by or names in `include`, and with `month` everything about it; null if the city has no such figure. Absent if the request uses none. */
  conditions?: {
    /** As in the request: 1 is January. */
    month?: number;
    /** Average daily high of the month, in degrees Celsius. */
    high?: number | null;
    /** Precipitation of the month, in millimetres. */
    rain?: number | null;
    /** Sunshine of the month, in hours. */
    sun?: number | null;
    /** Distance of the weather station of the temperatures, in kilometres. */
    station?: number | null;
    /** Distance to the nearest coast, in kilometres. */
    sea?: number | null;
    /** Distance to the nearest airport with scheduled service, in kilometres. */
    airport?: number | null;
  };
}

/** Detailed information about one city. */
export interface City {
  /** Lower-case slug; never reused for another place. */
  id: string;
  /** Name in GeoNames. */
  name: string;
  country: CountryReference;
  /** First-level region, such as a state, province or district (GeoNames); null if GeoNames names none. */
  region: string | null;
  /** Degrees north, WGS 84 (GeoNames). */
  latitude: number;
  /** Degrees east, WGS 84 (GeoNames). */
  longitude: number;
  /** Inhabitants according to GeoNames, which states no year; some counts are older than others. Null if GeoNames has no count. */
  population: number | null;
  /** Whether the city is the capital of its country (GeoNames). */
  is_capital: boolean;
  /** GeoNames feature code, such as PPLC (capital), PPLA (seat of a first-level region), PPL (populated place) or PPLX (section of a city). */
  kind: string;
  /** Id of the main city of the urban agglomeration that the place is part of; null for main cities and all others. */
  part_of: string | null;
  /** IATA codes of the airports with scheduled flights that serve the city (OurAirports), large ones first, then the nearest; `iata:<code>` is accepted wherever a city id is. Null if no airport names the city, which does not mean that none is near. */
  iata: Array<string> | null;
  /** Name in ASCII (GeoNames). */
  ascii_name: string;
  /** Other names and spellings in many languages (GeoNames), and a few common abbreviations that we added. */
  alternative_names: Array<string>;
  /** GeoNames code of the first-level region; null without one. */
  region_code: string | null;
  /** GeoNames id; `geonames:<id>` is accepted wherever a city id is. */
  geonames_id: number;
  /** The airports of `iata`. */
  airports: Array<{
    /** IATA code. */
    code: string;
    /** Name (OurAirports). */
    name: string;
    /** Great-circle distance from the city’s coordinates. */
    distance_km: number;
    /** Ids of all cities that it serves; the first is the one that `iata:<code>` means. */
    serves: Array<string>;
    /** Ids in `sources`. */
    sources: Array<string>;
  }>;
  /** Time zone. */
  time_zone: {
    /** IANA time zone (GeoNames). */
    id: string;
    /** UTC offset of standard time, such as `+09:00` (IANA data in Node.js). */
    standard_offset: string;
    /** UTC offset of daylight-saving time; null if the clocks do not change. */
    daylight_offset: string | null;
  };
  /** Metres above sea level, as in `figures.elevation`; null if no source has it. */
  elevation_m: number | null;
  /** Where `population` comes from. */
  population_record: {
    /** Day on which GeoNames last changed its record of this place; not the date of a census. */
    modified: string;
    /** Why the GeoNames figure was not used; null if it was. */
    note: string | null;
    /** Ids in `sources`. */
    sources: Array<string>;
  };
  /** The urban agglomeration around the city, with its population in a stated year; null if no source has one. */
  agglomeration: {
    /** Name used by the United Nations. */
    name: string;
    /** Inhabitants of the agglomeration, to the nearest thousand; countries draw its limits in different ways. */
    population: number;
    /** Year of `population`. */
    year: string;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** Figures about the city itself, such as its elevation, by metric id. */
  figures: Record<string, Figure>;
  /** URLs of the API’s data about this city. */
  links: {
    /** This resource. */
    self: string;
    /** Its country. */
    country: string;
    /** Its cost-of-living data. */
    cost_of_living: string;
    /** Its quality-of-life data. */
    quality_of_life: string;
  };
  /** How many figures were measured for this city, for an area around it, and for its country. */
  coverage: {
    /** Figures in the cost-of-living data, by the kind of place that was measured. */
    cost_of_living: {
      /** Measured for the city itself. */
      city: number;
      /** Measured for its metropolitan area. */
      metro: number;
      /** Measured for its region or county. */
      region: number;
      /** Measured for its country. */
      country: number;
    };
    /** Figures in the quality-of-life data, by the kind of place that was measured. */
    quality_of_life: {
      /** Measured for the city itself. */
      city: number;
      /** Measured for its metropolitan area. */
      metro: number;
      /** Measured for its region or county. */
      region: number;
      /** Measured for its country. */
      country: number;
    };
  };
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** Id, name and country of a city. */
export interface CityReference {
  /** Lower-case slug; never reused for another place. */
  id: string;
  /** Name in GeoNames. */
  name: string;
  country: CountryReference;
}

/** An estimated price level with its 80 % interval. */
export interface IndexFigure {
  /** The price level; the reference city is 100. */
  value: number;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** The price level with that of the country as a whole as 100. That is the average of its cities; in the United States it is lower, because the official levels include rural areas. For a country, it is 100. */
  country_average_100: number;
  /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
  /** ISO 8601 day or year up to which the price level is known: of the national price level, or of a regional price index. Overall, the earliest of the categories. */
  period: string;
  /** The kind of place for which the most local figure used was measured; all else is national. The overall index has the evidence and grain of its most local category. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Always `estimated`; the page Cost index explains how. */
  method: 'estimated';
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** The estimated price level of a category; null if `index_withheld` says why. */
export type CategoryFigure = {
  /** The price level; the reference city is 100. */
  value: number;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** The price level with that of the country as a whole as 100. That is the average of its cities; in the United States it is lower, because the official levels include rural areas. For a country, it is 100. */
  country_average_100: number;
  /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
  /** ISO 8601 day or year up to which the price level is known: of the national price level, or of a regional price index. Overall, the earliest of the categories. */
  period: string;
  /** The kind of place for which the most local figure used was measured; all else is national. The overall index has the evidence and grain of its most local category. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Always `estimated`; the page Cost index explains how. */
  method: 'estimated';
  /** Ids in `sources`. */
  sources: Array<string>;
} | null;

/** A price, rent or allowance, as published. */
export interface Price {
  /** Metric id, as listed in the data dictionary. */
  item: string;
  /** What the amount is for, in words. */
  title: string;
  /** The amount as published, in `currency`. */
  amount: number;
  /** Currency of `amount` (ISO 4217). */
  currency: string;
  /** What the amount is per: `item`, `night`, `day`, `week`, `month`, `year` or `square_metre_month`. */
  per: string;
  /** The amount in US dollars, to the cent: as the publisher states it, otherwise converted with `usd_rate`. Amounts in US dollars are unchanged. Null if there is no rate of the same time. */
  usd: number | null;
  /** The exchange rate used; null for amounts in US dollars and if there is no rate. */
  usd_rate: {
    /** Units of `currency` for one US dollar. */
    value: number;
    /** Day or year that the rate is for. */
    period: string;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate. */
  converted?: {
    /** The amount in `currency`, to the cent. */
    amount: number;
    /** The requested currency (ISO 4217). */
    currency: string;
    /** The rate used, from reference rates of one day; null if none was needed. */
    rate: {
      /** Units of that currency per unit of the price’s own currency. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** What the publisher measured. Definitions differ, so compare only prices of one publisher. */
  definition: string;
  /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
  period: string | null;
  /** The kind of place that was actually measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was actually measured. */
  place: string;
  /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** Earnings, a minimum wage or an income, as published: a price with what it means. */
export interface PayFigure {
  /** Metric id, as listed in the data dictionary. */
  item: string;
  /** What the amount is, in words. */
  title: string;
  /** The amount as published, in `currency`. */
  amount: number;
  /** Currency of `amount` (ISO 4217); null if it is in dollars at purchasing power parity, which are not money that anyone is paid. */
  currency: string | null;
  /** What the amount is per. */
  per: 'month' | 'year';
  /** The amount in US dollars, to the cent: as the publisher states it, otherwise converted with `usd_rate`. Amounts in US dollars are unchanged. Null if there is no rate of the same time. */
  usd: number | null;
  /** The exchange rate used; null for amounts in US dollars and if there is no rate. */
  usd_rate: {
    /** Units of `currency` for one US dollar. */
    value: number;
    /** Day or year that the rate is for. */
    period: string;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate. */
  converted?: {
    /** The amount in `currency`, to the cent. */
    amount: number;
    /** The requested currency (ISO 4217). */
    currency: string;
    /** The rate used, from reference rates of one day; null if none was needed. */
    rate: {
      /** Units of that currency per unit of the price’s own currency. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** What the publisher measured. Definitions differ, so compare only prices of one publisher. */
  definition: string;
  /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
  period: string | null;
  /** The kind of place that was actually measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was actually measured. */
  place: string;
  /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
  /** Unit of an amount at purchasing power parity; null for money. */
  unit: string | null;
  /** earnings: what employees are paid; minimum_wage: the least that the law allows; household_income: what people in households have, from work and otherwise. */
  kind: 'earnings' | 'minimum_wage' | 'household_income';
  /** Mean or median; null for amounts set by law. */
  statistic: 'mean' | 'median' | null;
  /** gross: before taxes; net: after taxes and transfers. */
  tax: 'gross' | 'net';
  /** Whom the amount is for. */
  covers: string;
}

/** How local the figures of this response are, and which groups of metrics have none. */
export interface Coverage {
  /** Number of figures by the kind of place that was actually measured. */
  figures: {
    /** The city itself. */
    city: number;
    /** Its metropolitan area. */
    metro: number;
    /** Its region or county. */
    region: number;
    /** Its country. */
    country: number;
  };
  /** Groups of metrics for which no source has a figure here: unknown, not zero. */
  groups_without_figures: Array<string>;
}

/** Cost-of-living data for one city. */
export interface CostOfLiving {
  city: CityReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** The base of the index: the city that is 100. */
  reference: {
    /** Id of the city. */
    id: string;
    /** Name of the city. */
    name: string;
    /** Always 100. */
    value: 100;
  };
  /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category; null if `index_reason` says why. */
  index: {
    overall: IndexFigure;
    housing: CategoryFigure;
    utilities: CategoryFigure;
    food: CategoryFigure;
    restaurants: CategoryFigure;
    transport: CategoryFigure;
    communication: CategoryFigure;
    recreation: CategoryFigure;
    clothing: CategoryFigure;
    health: CategoryFigure;
    education: CategoryFigure;
  } | null;
  /** Why `index` is null; null if it is not. */
  index_reason: {
    /** no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict' | 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** Categories that are null in `index` because too little is known of them; mostly none. */
  index_withheld: Array<{
    /** The category. */
    category: 'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education';
    /** Its 80 % interval spans a factor above 3.2. */
    code: 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  }>;
  /** Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s. */
  index_notes: Array<{
    /** `one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes. */
    code: 'one_index' | 'no_rent_measured' | 'no_rent_published' | 'other_homes';
    /** What the remark is about, such as `Goods`. */
    title: string;
    /** The categories; their `sources` are those of the figure. */
    categories: Array<'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education'>;
    /** The remark in a sentence. */
    detail: string;
  }>;
  /** Shares of the categories in the overall index, which add up to 1. */
  weights: {
    /** Share of housing. */
    housing: number;
    /** Share of utilities. */
    utilities: number;
    /** Share of food. */
    food: number;
    /** Share of restaurants. */
    restaurants: number;
    /** Share of transport. */
    transport: number;
    /** Share of communication. */
    communication: number;
    /** Share of recreation. */
    recreation: number;
    /** Share of clothing. */
    clothing: number;
    /** Share of health. */
    health: number;
    /** Share of education. */
    education: number;
  };
  /** The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year. */
  rate: 'smoothed' | 'spot';
  /** What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket. */
  budget: {
    /** The household that the budget is for. */
    household: 'one' | 'couple' | 'family';
    /** Currency of all amounts (ISO 4217). */
    currency: string;
    /** Always `month`. */
    per: 'month';
    /** Always `same_basket`: the same goods and services everywhere, without income tax. */
    basis: 'same_basket';
    /** All categories together. */
    total: {
      /** The amount, to the hundredth. */
      value: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
    };
    /** The amounts that add up to the total. */
    categories: {
      /** Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it. */
      housing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it. */
      utilities: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it. */
      food: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it. */
      restaurants: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it. */
      transport: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it. */
      communication: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it. */
      recreation: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it. */
      clothing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it. */
      health: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it. */
      education: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    };
    /** The rate by which all amounts were converted; null for US dollars. */
    exchange_rate: {
      /** Units of `currency` for one US dollar. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** Published prices, the most local first, then the most recent. */
  prices: Array<Price>;
  /** Price levels, parities, wages, taxes and allowances by metric id: the most local and most recent figure of each. */
  indicators: Record<string, Figure>;
  /** Published earnings, minimum wages and incomes, and wages computed from them (`method` derived): the most local first, then earnings, minimum wages and incomes. None is modelled. */
  pay: Array<PayFigure>;
  /** What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old. */
  earnings: {
    /** US dollars a month, before tax: a mean, in whole dollars. */
    value: number;
    /** Lower end of the 80 % interval of what employees there earn: surveys count differently, and a city’s pay is not its country’s. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The figure of `pay` that it is computed from. */
    item: string;
    /** The exchange rate used; null for figures in US dollars. */
    usd_rate: {
      /** Units of the figure’s currency for one US dollar. */
      value: number;
      /** Day or year that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
    /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
    period: string | null;
    /** The kind of place that was actually measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** Name of the place that was actually measured. */
    place: string;
    /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
    method: 'observed' | 'derived' | 'estimated';
    /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
    note: string | null;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** `earnings` divided by `prices`. The interval has the errors of both. */
  purchasing_power: {
    /** The city in `reference` is 100. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices. */
    prices: {
      /** The city in `reference` is 100. */
      value: number;
      /** Whose price level it is. */
      grain: 'city' | 'country';
    };
    /** Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places. */
    ranking: {
      /** `cities` for a city and `countries` for a country; no longer `regions`. */
      among: 'cities' | 'regions' | 'countries';
      /** Name of the city or country with this rank. */
      place: string;
      /** 1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`. */
      rank: number;
      /** Number of ranked places. */
      of: number;
      /** Percentage of these places that are lower; a place with the same figure counts half. */
      percentile: number;
      /** The best rank that is possible: every place before it is surely higher. */
      first: number;
      /** The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap. */
      last: number;
      /** The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive. */
      band: 'top_tenth' | 'top_quarter' | 'top_half' | 'middle_half' | 'bottom_half' | 'bottom_quarter' | 'bottom_tenth' | null;
    } | null;
  } | null;
  /** What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`. */
  rent_burden: {
    /** Per cent of earnings before tax. */
    value: number;
    /** Lower end of the 80 % interval, which has the errors of both. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The earnings. */
    earnings: {
      /** US dollars a month: `earnings`, or if these are of the whole country, `earnings` times `country_average_100` ÷ 100, because pay rises with prices. */
      usd: number;
      /** The overall price level of the city, where its country is 100; null if the earnings are of the place. */
      country_average_100: number | null;
    };
    /** The rent. */
    rent: {
      /** US dollars a month. */
      usd: number;
      /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
      evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
      /** Ids in `sources`. */
      sources: Array<string>;
    };
  } | null;
  /** Why `earnings`, `purchasing_power` or `rent_burden` are null. */
  pay_withheld: Array<{
    /** The measure. */
    measure: 'earnings' | 'purchasing_power' | 'rent_burden';
    /** no_earnings: no comparable earnings are published; stale_earnings: they are older than five years; no_exchange_rate: no rate of their time; no_price_level: there is no level of prices or of housing; no_base: the reference city has no earnings; too_uncertain: the 80 % interval spans a factor above 3.2; other_homes: the rent takes a larger share of average earnings than in any place where both are official, so most people there live in other homes. */
    code: 'no_earnings' | 'stale_earnings' | 'no_exchange_rate' | 'no_price_level' | 'no_base' | 'too_uncertain' | 'other_homes';
    /** The reason in a sentence. */
    detail: string;
  }>;
  coverage: Coverage;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
  /** Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places. */
  ranking: {
    /** `cities` for a city and `countries` for a country; no longer `regions`. */
    among: 'cities' | 'regions' | 'countries';
    /** Name of the city or country with this rank. */
    place: string;
    /** 1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`. */
    rank: number;
    /** Number of ranked places. */
    of: number;
    /** Percentage of these places that are lower; a place with the same figure counts half. */
    percentile: number;
    /** The best rank that is possible: every place before it is surely higher. */
    first: number;
    /** The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap. */
    last: number;
    /** The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive. */
    band: 'top_tenth' | 'top_quarter' | 'top_half' | 'middle_half' | 'bottom_half' | 'bottom_quarter' | 'bottom_tenth' | null;
  } | null;
}

/** Cost-of-living data for one country: the same fields as for a city, with `country` instead of `city`. */
export interface CountryCostOfLiving {
  country: CountryReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** The base of the index: the city that is 100. */
  reference: {
    /** Id of the city. */
    id: string;
    /** Name of the city. */
    name: string;
    /** Always 100. */
    value: 100;
  };
  /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category; null if `index_reason` says why. */
  index: {
    overall: IndexFigure;
    housing: CategoryFigure;
    utilities: CategoryFigure;
    food: CategoryFigure;
    restaurants: CategoryFigure;
    transport: CategoryFigure;
    communication: CategoryFigure;
    recreation: CategoryFigure;
    clothing: CategoryFigure;
    health: CategoryFigure;
    education: CategoryFigure;
  } | null;
  /** Why `index` is null; null if it is not. */
  index_reason: {
    /** no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict' | 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** Categories that are null in `index` because too little is known of them; mostly none. */
  index_withheld: Array<{
    /** The category. */
    category: 'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education';
    /** Its 80 % interval spans a factor above 3.2. */
    code: 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  }>;
  /** Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s. */
  index_notes: Array<{
    /** `one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes. */
    code: 'one_index' | 'no_rent_measured' | 'no_rent_published' | 'other_homes';
    /** What the remark is about, such as `Goods`. */
    title: string;
    /** The categories; their `sources` are those of the figure. */
    categories: Array<'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education'>;
    /** The remark in a sentence. */
    detail: string;
  }>;
  /** Shares of the categories in the overall index, which add up to 1. */
  weights: {
    /** Share of housing. */
    housing: number;
    /** Share of utilities. */
    utilities: number;
    /** Share of food. */
    food: number;
    /** Share of restaurants. */
    restaurants: number;
    /** Share of transport. */
    transport: number;
    /** Share of communication. */
    communication: number;
    /** Share of recreation. */
    recreation: number;
    /** Share of clothing. */
    clothing: number;
    /** Share of health. */
    health: number;
    /** Share of education. */
    education: number;
  };
  /** The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year. */
  rate: 'smoothed' | 'spot';
  /** What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket. */
  budget: {
    /** The household that the budget is for. */
    household: 'one' | 'couple' | 'family';
    /** Currency of all amounts (ISO 4217). */
    currency: string;
    /** Always `month`. */
    per: 'month';
    /** Always `same_basket`: the same goods and services everywhere, without income tax. */
    basis: 'same_basket';
    /** All categories together. */
    total: {
      /** The amount, to the hundredth. */
      value: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
    };
    /** The amounts that add up to the total. */
    categories: {
      /** Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it. */
      housing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it. */
      utilities: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it. */
      food: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it. */
      restaurants: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it. */
      transport: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it. */
      communication: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it. */
      recreation: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it. */
      clothing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it. */
      health: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it. */
      education: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    };
    /** The rate by which all amounts were converted; null for US dollars. */
    exchange_rate: {
      /** Units of `currency` for one US dollar. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** Published prices, the most local first, then the most recent. */
  prices: Array<Price>;
  /** Price levels, parities, wages, taxes and allowances by metric id: the most local and most recent figure of each. */
  indicators: Record<string, Figure>;
  /** Published earnings, minimum wages and incomes, and wages computed from them (`method` derived): the most local first, then earnings, minimum wages and incomes. None is modelled. */
  pay: Array<PayFigure>;
  /** What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old. */
  earnings: {
    /** US dollars a month, before tax: a mean, in whole dollars. */
    value: number;
    /** Lower end of the 80 % interval of what employees there earn: surveys count differently, and a city’s pay is not its country’s. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The figure of `pay` that it is computed from. */
    item: string;
    /** The exchange rate used; null for figures in US dollars. */
    usd_rate: {
      /** Units of the figure’s currency for one US dollar. */
      value: number;
      /** Day or year that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
    /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
    period: string | null;
    /** The kind of place that was actually measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** Name of the place that was actually measured. */
    place: string;
    /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
    method: 'observed' | 'derived' | 'estimated';
    /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
    note: string | null;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** `earnings` divided by `prices`. The interval has the errors of both. */
  purchasing_power: {
    /** The city in `reference` is 100. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices. */
    prices: {
      /** The city in `reference` is 100. */
      value: number;
      /** Whose price level it is. */
      grain: 'city' | 'country';
    };
    /** Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places. */
    ranking: {
      /** `cities` for a city and `countries` for a country; no longer `regions`. */
      among: 'cities' | 'regions' | 'countries';
      /** Name of the city or country with this rank. */
      place: string;
      /** 1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`. */
      rank: number;
      /** Number of ranked places. */
      of: number;
      /** Percentage of these places that are lower; a place with the same figure counts half. */
      percentile: number;
      /** The best rank that is possible: every place before it is surely higher. */
      first: number;
      /** The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap. */
      last: number;
      /** The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive. */
      band: 'top_tenth' | 'top_quarter' | 'top_half' | 'middle_half' | 'bottom_half' | 'bottom_quarter' | 'bottom_tenth' | null;
    } | null;
  } | null;
  /** What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`. */
  rent_burden: {
    /** Per cent of earnings before tax. */
    value: number;
    /** Lower end of the 80 % interval, which has the errors of both. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The earnings. */
    earnings: {
      /** US dollars a month: `earnings`, or if these are of the whole country, `earnings` times `country_average_100` ÷ 100, because pay rises with prices. */
      usd: number;
      /** The overall price level of the city, where its country is 100; null if the earnings are of the place. */
      country_average_100: number | null;
    };
    /** The rent. */
    rent: {
      /** US dollars a month. */
      usd: number;
      /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
      evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
      /** Ids in `sources`. */
      sources: Array<string>;
    };
  } | null;
  /** Why `earnings`, `purchasing_power` or `rent_burden` are null. */
  pay_withheld: Array<{
    /** The measure. */
    measure: 'earnings' | 'purchasing_power' | 'rent_burden';
    /** no_earnings: no comparable earnings are published; stale_earnings: they are older than five years; no_exchange_rate: no rate of their time; no_price_level: there is no level of prices or of housing; no_base: the reference city has no earnings; too_uncertain: the 80 % interval spans a factor above 3.2; other_homes: the rent takes a larger share of average earnings than in any place where both are official, so most people there live in other homes. */
    code: 'no_earnings' | 'stale_earnings' | 'no_exchange_rate' | 'no_price_level' | 'no_base' | 'too_uncertain' | 'other_homes';
    /** The reason in a sentence. */
    detail: string;
  }>;
  coverage: Coverage;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** How much more expensive a place is than the first place. */
export interface IndexDifference {
  /** Difference in per cent; negative if the place is cheaper. */
  percent: number;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. */
  significant: boolean;
}

/** One of the compared cities. */
export interface ComparedCost {
  /** Always `city`. */
  kind: 'city';
  city: CityReference;
  /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category; null if `index_reason` says why. */
  index: {
    overall: IndexFigure;
    housing: CategoryFigure;
    utilities: CategoryFigure;
    food: CategoryFigure;
    restaurants: CategoryFigure;
    transport: CategoryFigure;
    communication: CategoryFigure;
    recreation: CategoryFigure;
    clothing: CategoryFigure;
    health: CategoryFigure;
    education: CategoryFigure;
  } | null;
  /** Why `index` is null; null if it is not. */
  index_reason: {
    /** no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict' | 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** Categories that are null in `index` because too little is known of them; mostly none. */
  index_withheld: Array<{
    /** The category. */
    category: 'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education';
    /** Its 80 % interval spans a factor above 3.2. */
    code: 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  }>;
  /** Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s. */
  index_notes: Array<{
    /** `one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes. */
    code: 'one_index' | 'no_rent_measured' | 'no_rent_published' | 'other_homes';
    /** What the remark is about, such as `Goods`. */
    title: string;
    /** The categories; their `sources` are those of the figure. */
    categories: Array<'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education'>;
    /** The remark in a sentence. */
    detail: string;
  }>;
  /** How much more expensive the place is than the first place; null if one of the two has no index. */
  difference: {
    overall: IndexDifference;
    housing: IndexDifference;
    utilities: IndexDifference;
    food: IndexDifference;
    restaurants: IndexDifference;
    transport: IndexDifference;
    communication: IndexDifference;
    recreation: IndexDifference;
    clothing: IndexDifference;
    health: IndexDifference;
    education: IndexDifference;
  } | null;
  /** What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket. */
  budget?: {
    /** The household that the budget is for. */
    household: 'one' | 'couple' | 'family';
    /** Currency of all amounts (ISO 4217). */
    currency: string;
    /** Always `month`. */
    per: 'month';
    /** Always `same_basket`: the same goods and services everywhere, without income tax. */
    basis: 'same_basket';
    /** All categories together. */
    total: {
      /** The amount, to the hundredth. */
      value: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
    };
    /** The amounts that add up to the total. */
    categories: {
      /** Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it. */
      housing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it. */
      utilities: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it. */
      food: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it. */
      restaurants: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it. */
      transport: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it. */
      communication: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it. */
      recreation: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it. */
      clothing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it. */
      health: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it. */
      education: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    };
    /** The rate by which all amounts were converted; null for US dollars. */
    exchange_rate: {
      /** Units of `currency` for one US dollar. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget. */
  remaining?: {
    /** The amount less the budget, in the requested currency. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
  } | null;
  /** Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index. */
  equivalent?: {
    /** The amount in the requested currency, to the hundredth, at the exchange rate of the index (`rate`). For the first place, it is the requested amount itself. */
    amount: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The requested currency. */
    currency: string;
    /** Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes. */
    basis: 'before_taxes';
    /** The same in the country’s main currency, converted with `rate`; null if the two currencies have no rates of the same day. */
    own_currency: {
      /** The amount in `currency`, to the hundredth. */
      amount: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
      /** The main currency of the country. */
      currency: string;
      /** The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same. */
      rate: {
        /** Units of the country’s currency per unit of the requested currency. */
        value: number;
        /** Day that the rate is for. */
        period: string;
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    } | null;
  } | null;
}

/** One of the compared countries, as a whole. */
export interface ComparedCountryCost {
  /** Always `country`. */
  kind: 'country';
  country: CountryReference;
  /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category; null if `index_reason` says why. */
  index: {
    overall: IndexFigure;
    housing: CategoryFigure;
    utilities: CategoryFigure;
    food: CategoryFigure;
    restaurants: CategoryFigure;
    transport: CategoryFigure;
    communication: CategoryFigure;
    recreation: CategoryFigure;
    clothing: CategoryFigure;
    health: CategoryFigure;
    education: CategoryFigure;
  } | null;
  /** Why `index` is null; null if it is not. */
  index_reason: {
    /** no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict' | 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** Categories that are null in `index` because too little is known of them; mostly none. */
  index_withheld: Array<{
    /** The category. */
    category: 'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education';
    /** Its 80 % interval spans a factor above 3.2. */
    code: 'too_uncertain';
    /** The reason in a sentence. */
    detail: string;
  }>;
  /** Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s. */
  index_notes: Array<{
    /** `one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes. */
    code: 'one_index' | 'no_rent_measured' | 'no_rent_published' | 'other_homes';
    /** What the remark is about, such as `Goods`. */
    title: string;
    /** The categories; their `sources` are those of the figure. */
    categories: Array<'housing' | 'utilities' | 'food' | 'restaurants' | 'transport' | 'communication' | 'recreation' | 'clothing' | 'health' | 'education'>;
    /** The remark in a sentence. */
    detail: string;
  }>;
  /** How much more expensive the place is than the first place; null if one of the two has no index. */
  difference: {
    overall: IndexDifference;
    housing: IndexDifference;
    utilities: IndexDifference;
    food: IndexDifference;
    restaurants: IndexDifference;
    transport: IndexDifference;
    communication: IndexDifference;
    recreation: IndexDifference;
    clothing: IndexDifference;
    health: IndexDifference;
    education: IndexDifference;
  } | null;
  /** What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket. */
  budget?: {
    /** The household that the budget is for. */
    household: 'one' | 'couple' | 'family';
    /** Currency of all amounts (ISO 4217). */
    currency: string;
    /** Always `month`. */
    per: 'month';
    /** Always `same_basket`: the same goods and services everywhere, without income tax. */
    basis: 'same_basket';
    /** All categories together. */
    total: {
      /** The amount, to the hundredth. */
      value: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
    };
    /** The amounts that add up to the total. */
    categories: {
      /** Every month: rent of a home let now on the market, without utilities: one bedroom for one adult, two for a couple, three for a family. Null if `index_withheld` says why; the total includes it. */
      housing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: gas, electricity, heating oil, water and waste. Null if `index_withheld` says why; the total includes it. */
      utilities: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: food at home, and household supplies. Null if `index_withheld` says why; the total includes it. */
      food: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: meals out, and nights in hotels. Null if `index_withheld` says why; the total includes it. */
      restaurants: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: a car with its purchase, fuel, insurance and repair; no public transport or flights. Null if `index_withheld` says why; the total includes it. */
      transport: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: mobile phones; no internet at home. Null if `index_withheld` says why; the total includes it. */
      communication: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: entertainment, pets, and personal care. Null if `index_withheld` says why; the total includes it. */
      recreation: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: clothing, furniture and things for the home. Null if `index_withheld` says why; the total includes it. */
      clothing: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: doctors, drugs and supplies paid out of pocket; no insurance. Null if `index_withheld` says why; the total includes it. */
      health: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
      /** Every month: fees; no care for children. Null if `index_withheld` says why; the total includes it. */
      education: {
        /** The amount, to the hundredth. */
        value: number;
        /** Lower end of the 80 % interval. */
        low: number;
        /** Upper end of the 80 % interval. */
        high: number;
        /** What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country’s own price level. */
        evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    };
    /** The rate by which all amounts were converted; null for US dollars. */
    exchange_rate: {
      /** Units of `currency` for one US dollar. */
      value: number;
      /** Day that the rate is for. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget. */
  remaining?: {
    /** The amount less the budget, in the requested currency. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
  } | null;
  /** Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index. */
  equivalent?: {
    /** The amount in the requested currency, to the hundredth, at the exchange rate of the index (`rate`). For the first place, it is the requested amount itself. */
    amount: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The requested currency. */
    currency: string;
    /** Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes. */
    basis: 'before_taxes';
    /** The same in the country’s main currency, converted with `rate`; null if the two currencies have no rates of the same day. */
    own_currency: {
      /** The amount in `currency`, to the hundredth. */
      amount: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
      /** The main currency of the country. */
      currency: string;
      /** The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same. */
      rate: {
        /** Units of the country’s currency per unit of the requested currency. */
        value: number;
        /** Day that the rate is for. */
        period: string;
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    } | null;
  } | null;
}

/** The price levels of several cities and countries, and how they differ. */
export interface CostComparison {
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** The base of the index: the city that is 100. */
  reference: {
    /** Id of the city. */
    id: string;
    /** Name of the city. */
    name: string;
    /** Always 100. */
    value: 100;
  };
  /** Shares of the categories in the overall index, which add up to 1. */
  weights: {
    /** Share of housing. */
    housing: number;
    /** Share of utilities. */
    utilities: number;
    /** Share of food. */
    food: number;
    /** Share of restaurants. */
    restaurants: number;
    /** Share of transport. */
    transport: number;
    /** Share of communication. */
    communication: number;
    /** Share of recreation. */
    recreation: number;
    /** Share of clothing. */
    clothing: number;
    /** Share of health. */
    health: number;
    /** Share of education. */
    education: number;
  };
  /** The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year. */
  rate: 'smoothed' | 'spot';
  /** Only with `amount`: the amount in the request. */
  amount?: {
    /** The amount in the first place. */
    value: number;
    /** Currency of `value` (ISO 4217). */
    currency: string;
    /** Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes. */
    basis: 'before_taxes';
  };
  /** In the requested order. All places are compared with the first city or, if there are no cities, with the first country. */
  cities: Array<ComparedCost>;
  /** In the requested order; empty without the parameter `countries`. */
  countries: Array<ComparedCountryCost>;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** The overall score of a city or country. */
export interface QualityScore {
  /** Score from 0 to 100, to a tenth; null if there is none, and `reason` says why. */
  value: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** Why there is no score; null if there is one. */
  reason: 'too_few_groups' | null;
  /** The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score. */
  grain: 'city' | 'metro' | 'region' | 'country' | null;
  /** How much of the weight of its groups was measured, by kind of place; the rest was estimated. */
  measured: {
    /** The city itself. */
    city: number;
    /** Its metropolitan area. */
    metro: number;
    /** Its region or county. */
    region: number;
    /** Its country. */
    country: number;
  };
  /** How many of the parts that count have a score. */
  coverage: {
    /** Parts that have a score. */
    scored: number;
    /** Parts that count. */
    of: number;
  };
  /** Groups that count but were not measured here. They count with their `estimate`, so that the score covers the same groups everywhere. */
  estimated: Array<string>;
  /** Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places. */
  ranking: {
    /** `cities` for a city and `countries` for a country; no longer `regions`. */
    among: 'cities' | 'regions' | 'countries';
    /** Name of the city or country with this rank. */
    place: string;
    /** 1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`. */
    rank: number;
    /** Number of ranked places. */
    of: number;
    /** Percentage of these places that are lower; a place with the same figure counts half. */
    percentile: number;
    /** The best rank that is possible: every place before it is surely higher. */
    first: number;
    /** The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap. */
    last: number;
    /** The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive. */
    band: 'top_tenth' | 'top_quarter' | 'top_half' | 'middle_half' | 'bottom_half' | 'bottom_quarter' | 'bottom_tenth' | null;
  } | null;
}

/** A figure and its score. */
export interface Indicator {
  /** The value, in `unit`. */
  value: number;
  /** Unit id, as listed in the data dictionary. */
  unit: string;
  /** What the number is, in words. */
  title: string;
  /** Standard error stated by the publisher, in `unit`; null if none is stated. */
  standard_error: number | null;
  /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
  period: string | null;
  /** The kind of place that was actually measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was actually measured. */
  place: string;
  /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
  /** Score from 0 to 100, to a tenth; null if there is none, and `reason` says why. */
  score: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** Weight of the indicator in its group’s score; 0 if it does not count. */
  weight: number;
  /** Why the figure has no score; null if it has one. */
  reason: 'no_goalposts' | 'stale' | null;
  /** The values that score 0 and 100; null if the metric is not scored. */
  goalposts: {
    /** The value that scores 0, in `unit`; worse values do too. */
    worst: number;
    /** The value that scores 100, in `unit`; better values do too. */
    best: number;
    /** Whether the score is linear in the value or in its logarithm. */
    scale: 'linear' | 'log';
  } | null;
}

/** One group of indicators, and its score. */
export interface QualityGroup {
  /** Score from 0 to 100, to a tenth; null if there is none, and `reason` says why. */
  score: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** The score estimated for a group that has none here, from the country’s other scores; it counts in the overall score. Null if there is a score. */
  estimate: {
    /** Score from 0 to 100, to a tenth. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
  } | null;
  /** Why there is no score; null if there is one. */
  reason: 'no_goalposts' | 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score. */
  grain: 'city' | 'metro' | 'region' | 'country' | null;
  /** How much of the weight of its indicators was measured, by kind of place; the rest was estimated. */
  measured: {
    /** The city itself. */
    city: number;
    /** Its metropolitan area. */
    metro: number;
    /** Its region or county. */
    region: number;
    /** Its country. */
    country: number;
  };
  /** How many of the parts that count have a score. */
  coverage: {
    /** Parts that have a score. */
    scored: number;
    /** Parts that count. */
    of: number;
  };
  /** What the score leaves out, such as all air pollution but particles; null if nothing that its title names. */
  caveat: string | null;
  /** Its rank, in one ranking of the world per measure. Cities are ranked among agglomerations with at least 100,000 people, each by the figure of its main city; a smaller city as if it were one of them. Countries are ranked among countries. Null without a figure, with your own weights, for parts of an agglomeration, and with fewer than 50 ranked places. */
  ranking: {
    /** `cities` for a city and `countries` for a country; no longer `regions`. */
    among: 'cities' | 'regions' | 'countries';
    /** Name of the city or country with this rank. */
    place: string;
    /** 1 for the best score or the highest price level; equal figures share a rank. Read it with `first` and `last`. */
    rank: number;
    /** Number of ranked places. */
    of: number;
    /** Percentage of these places that are lower; a place with the same figure counts half. */
    percentile: number;
    /** The best rank that is possible: every place before it is surely higher. */
    first: number;
    /** The worst rank that is possible. The place cannot be told apart from `last` - `first` others, because their 80 % intervals overlap. */
    last: number;
    /** The part of the ranking that both `first` and `last` are in; null if they are too far apart for any. For price levels, top is expensive. */
    band: 'top_tenth' | 'top_quarter' | 'top_half' | 'middle_half' | 'bottom_half' | 'bottom_quarter' | 'bottom_tenth' | null;
  } | null;
  /** The most local and most recent figure of each indicator, by metric id; empty if no source has one. */
  indicators: Record<string, Indicator>;
  /** Scored metrics for which no source has a figure here: unknown, not zero. */
  indicators_without_figures: Array<string>;
  /** By metric id: scores of indicators that were not measured, or not in the last ten years, estimated from the other scores. They count in the group’s score, so that it covers the same indicators everywhere. */
  estimates: Record<string, {
    /** Score from 0 to 100, to a tenth. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** Weight of the indicator in the group’s score. */
    weight: number;
  }>;
}

/** Monthly normals of one climate element, from a weather station. */
export interface ClimateNormals {
  /** What the values are, in words. */
  title: string;
  /** Unit id, as listed in the data dictionary. */
  unit: string;
  /** Values of the twelve months, January first, in `unit`. */
  values: Array<number>;
  /** Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean. */
  year: number;
  /** The years that the normals cover, as an ISO 8601 interval. */
  period: string;
  /** The kind of place that was actually measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
  method: 'observed' | 'derived' | 'estimated';
  /** The weather station that measured the element. */
  station: {
    /** Name used by its weather service. */
    name: string;
    /** Distance from the city, in kilometres. */
    distance_km: number;
    /** How much higher the city is than the station, in metres; negative if it is lower. */
    height_difference_m: number;
  };
  /** That the station is more than 50 km away or at least 300 m higher or lower than the city, and what was corrected for it; null if neither. */
  note: string | null;
  /** How the station’s values were corrected for the city; null if they were not. */
  correction: {
    /** height: 0.6 °C colder for every 100 m higher; climatology: adjusted towards the annual figure of a gridded climatology, because the station is not in the city or has different seasons. */
    by: 'height' | 'climatology';
    /** Degrees Celsius added to each month; null for elements other than temperatures. */
    added: number | null;
    /** Factor by which each month is multiplied; null for temperatures. */
    factor: number | null;
    /** Factor by which the difference between each month’s mean temperature and the year’s is multiplied, if the climatology has different seasons in the city than at the station; maxima and minima move with the mean. Null if the seasons were not corrected. */
    stretch: number | null;
    /** Distance from the city to the point of the climatology, in kilometres; null if no climatology was used. */
    distance_km: number | null;
  } | null;
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** The city’s climate, by month. */
export interface Climate {
  /** Köppen-Geiger climate class of the 0.1-degree grid cell that contains the city; null if the grid has no land there. */
  koppen: {
    /** Symbol of the class, such as `Csb`. */
    class: string;
    /** The symbol in words. */
    title: string;
    /** The years that the class covers, as an ISO 8601 interval. */
    period: string;
    /** The kind of place that was actually measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
    method: 'observed' | 'derived' | 'estimated';
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** By element: `temperature_mean`, `temperature_max`, `temperature_min`, `precipitation`, `wet_days`, `sunshine`, `relative_humidity`. An element is absent if no station is near enough. */
  normals: Record<string, ClimateNormals>;
  /** Holiday Climate Index for cities (HCI:Urban) of each month, from 0 to 100; null without temperature or precipitation. */
  holiday_climate_index: {
    /** Unit id, as listed in the data dictionary. */
    unit: string;
    /** Values of the twelve months, January first, in `unit`. */
    values: Array<number>;
    /** Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean. */
    year: number;
    /** The years that the normals cover, as an ISO 8601 interval. */
    period: string;
    /** The kind of place that was actually measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
    method: 'observed' | 'derived' | 'estimated';
    /** What we estimated because no station near the city measures it; null if nothing. */
    note: string | null;
    /** The months (1 to 12) with an index of 70 or higher, which the index’s authors call very good. */
    comfortable_months: Array<number>;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** Climate index for residents of each month, from 0 to 100: comfort by day and night times dryness; null without temperature or precipitation. */
  resident_climate_index: {
    /** Unit id, as listed in the data dictionary. */
    unit: string;
    /** Values of the twelve months, January first, in `unit`. */
    values: Array<number>;
    /** Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean. */
    year: number;
    /** The years that the normals cover, as an ISO 8601 interval. */
    period: string;
    /** The kind of place that was actually measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
    method: 'observed' | 'derived' | 'estimated';
    /** What we estimated because no station near the city measures it; null if nothing. */
    note: string | null;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
}

/** Quality-of-life metrics for one city. */
export interface QualityOfLife {
  city: CityReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  score: QualityScore;
  /** How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count. */
  weights: {
    /** Weight of healthcare. */
    healthcare: number;
    /** Weight of safety. */
    safety: number;
    /** Weight of environment. */
    environment: number;
    /** Weight of education. */
    education: number;
    /** Weight of infrastructure. */
    infrastructure: number;
    /** Weight of economy. */
    economy: number;
    /** Weight of mobility. */
    mobility: number;
    /** Weight of climate. */
    climate: number;
    /** Weight of hardship. */
    hardship: number;
    /** Weight of opinions. */
    opinions: number;
  };
  /** Indicators by group. */
  groups: {
    healthcare: QualityGroup;
    safety: QualityGroup;
    environment: QualityGroup;
    education: QualityGroup;
    infrastructure: QualityGroup;
    economy: QualityGroup;
    mobility: QualityGroup;
    climate: QualityGroup;
    hardship: QualityGroup;
    opinions: QualityGroup;
  };
  climate: Climate;
  coverage: Coverage;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** Quality-of-life metrics for one country: the same fields as for a city, with `country` instead of `city` and without `climate`, because a country has no single climate. */
export interface CountryQualityOfLife {
  country: CountryReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  score: QualityScore;
  /** How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count. */
  weights: {
    /** Weight of healthcare. */
    healthcare: number;
    /** Weight of safety. */
    safety: number;
    /** Weight of environment. */
    environment: number;
    /** Weight of education. */
    education: number;
    /** Weight of infrastructure. */
    infrastructure: number;
    /** Weight of economy. */
    economy: number;
    /** Weight of mobility. */
    mobility: number;
    /** Weight of climate. */
    climate: number;
    /** Weight of hardship. */
    hardship: number;
    /** Weight of opinions. */
    opinions: number;
  };
  /** Indicators by group. */
  groups: {
    healthcare: QualityGroup;
    safety: QualityGroup;
    environment: QualityGroup;
    education: QualityGroup;
    infrastructure: QualityGroup;
    economy: QualityGroup;
    mobility: QualityGroup;
    climate: QualityGroup;
    hardship: QualityGroup;
    opinions: QualityGroup;
  };
  coverage: Coverage;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** A figure minus that of the first place, if the publisher states the standard errors of both. */
export interface FigureDifference {
  /** The difference, in `unit`. */
  value: number;
  /** Unit id, as listed in the data dictionary. */
  unit: string;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. */
  significant: boolean;
}

/** A group’s score in one of the compared places. */
export interface ComparedQualityGroup {
  /** Score from 0 to 100, to a tenth; null if there is none, and `reason` says why. */
  score: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** The score estimated for a group that has none here, from the country’s other scores; it counts in the overall score. Null if there is a score. */
  estimate: {
    /** Score from 0 to 100, to a tenth. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
  } | null;
  /** Why there is no score; null if there is one. */
  reason: 'no_goalposts' | 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score. */
  grain: 'city' | 'metro' | 'region' | 'country' | null;
  /** How much of the weight of its indicators was measured, by kind of place; the rest was estimated. */
  measured: {
    /** The city itself. */
    city: number;
    /** Its metropolitan area. */
    metro: number;
    /** Its region or county. */
    region: number;
    /** Its country. */
    country: number;
  };
  /** How much better the place is than the first place; null if one of the two has no score. */
  difference: {
    /** The score minus that of the first place; negative if the place is worse. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. */
    significant: boolean;
    /** Always null, because every difference has an interval. */
    uncertainty_reason: 'no_error_model' | null;
  } | null;
  /** By metric id: differences between figures whose publisher states standard errors. For all other figures, the error of a difference is unknown. */
  differences: Record<string, FigureDifference>;
  /** Ids in `sources` of the figures behind `score` and `differences`. */
  sources: Array<string>;
}

/** One of the compared cities. */
export interface ComparedQuality {
  /** Always `city`. */
  kind: 'city';
  city: CityReference;
  score: QualityScore;
  /** How much better the place is than the first place. */
  difference: {
    /** The overall score minus that of the first place; negative if the place is worse. Null if one of the two has no score. */
    value: number | null;
    /** The counted groups in which both places have a score. */
    groups: Array<string>;
    /** The counted groups whose score is estimated in one of the two places or in both. */
    estimated: Array<string>;
    /** Why `value` is null; null if it is not. */
    reason: 'too_few_groups' | null;
    /** Lower end of the 80 % interval; null if `value` is. */
    low: number | null;
    /** Upper end of the 80 % interval; null if `value` is. */
    high: number | null;
    /** Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. Null if `value` is. */
    significant: boolean | null;
    /** Always null, because every difference has an interval. */
    uncertainty_reason: 'no_error_model' | null;
  };
  /** Scores by group. */
  groups: {
    healthcare: ComparedQualityGroup;
    safety: ComparedQualityGroup;
    environment: ComparedQualityGroup;
    education: ComparedQualityGroup;
    infrastructure: ComparedQualityGroup;
    economy: ComparedQualityGroup;
    mobility: ComparedQualityGroup;
    climate: ComparedQualityGroup;
    hardship: ComparedQualityGroup;
    opinions: ComparedQualityGroup;
  };
  /** By metric id: the figures measured for this city itself. Its quality-of-life data have all others. */
  figures: Record<string, Indicator>;
}

/** One of the compared countries, as a whole. */
export interface ComparedCountryQuality {
  /** Always `country`. */
  kind: 'country';
  country: CountryReference;
  score: QualityScore;
  /** How much better the place is than the first place. */
  difference: {
    /** The overall score minus that of the first place; negative if the place is worse. Null if one of the two has no score. */
    value: number | null;
    /** The counted groups in which both places have a score. */
    groups: Array<string>;
    /** The counted groups whose score is estimated in one of the two places or in both. */
    estimated: Array<string>;
    /** Why `value` is null; null if it is not. */
    reason: 'too_few_groups' | null;
    /** Lower end of the 80 % interval; null if `value` is. */
    low: number | null;
    /** Upper end of the 80 % interval; null if `value` is. */
    high: number | null;
    /** Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. Null if `value` is. */
    significant: boolean | null;
    /** Always null, because every difference has an interval. */
    uncertainty_reason: 'no_error_model' | null;
  };
  /** Scores by group. */
  groups: {
    healthcare: ComparedQualityGroup;
    safety: ComparedQualityGroup;
    environment: ComparedQualityGroup;
    education: ComparedQualityGroup;
    infrastructure: ComparedQualityGroup;
    economy: ComparedQualityGroup;
    mobility: ComparedQualityGroup;
    climate: ComparedQualityGroup;
    hardship: ComparedQualityGroup;
    opinions: ComparedQualityGroup;
  };
}

/** The quality of life in several cities and countries, and how they differ. */
export interface QualityComparison {
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count. */
  weights: {
    /** Weight of healthcare. */
    healthcare: number;
    /** Weight of safety. */
    safety: number;
    /** Weight of environment. */
    environment: number;
    /** Weight of education. */
    education: number;
    /** Weight of infrastructure. */
    infrastructure: number;
    /** Weight of economy. */
    economy: number;
    /** Weight of mobility. */
    mobility: number;
    /** Weight of climate. */
    climate: number;
    /** Weight of hardship. */
    hardship: number;
    /** Weight of opinions. */
    opinions: number;
  };
  /** In the requested order. All places are compared with the first city or, if there are no cities, with the first country. */
  cities: Array<ComparedQuality>;
  /** In the requested order; empty without the parameter `countries`. */
  countries: Array<ComparedCountryQuality>;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** A figure of one period. */
export interface PastFigure {
  /** Metric id, as listed in the data dictionary. */
  metric: string;
  /** What the number is, in words. */
  title: string;
  /** The value, in `unit`. */
  value: number;
  /** Unit id; for a price, its currency (ISO 4217). */
  unit: string;
  /** What a price is per, such as `month`; null for other figures. */
  per: string | null;
  /** The price in US dollars, at the exchange rate of its period; null if there is no rate, and for other figures. */
  usd: number | null;
  /** Standard error stated by the publisher, in `unit`; null if none is stated. */
  standard_error: number | null;
  /** Lower end of the 80 % interval of an estimate; null for published figures. */
  low: number | null;
  /** Upper end of the 80 % interval of an estimate; null for published figures. */
  high: number | null;
  /** ISO 8601 date, month, year or interval that the value is for; null if the publisher states none. */
  period: string | null;
  /** The kind of place that was actually measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was actually measured. */
  place: string;
  /** observed: as published; derived: computed from published values, without a model; estimated: computed by a model. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits what it says; null if there is nothing to add. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
  /** Whether this is the latest figure of its series. The other endpoints use only the latest figures. */
  latest: boolean;
}

/** The figures of a city over time. */
export interface CityHistory {
  city: CityReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** Ordered by metric, then by period, earliest first. Published figures, and `cost_index`, our estimate of the price level in each year since 2015, with New York as 100 in each. Published figures are not interpolated: periods without one are absent. */
  observations: Array<PastFigure>;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** The figures of a country over time. */
export interface CountryHistory {
  country: CountryReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** Ordered by metric, then by period, earliest first. Published figures, and `cost_index`, our estimate of the price level in each year since 2015, with New York as 100 in each. Published figures are not interpolated: periods without one are absent. */
  observations: Array<PastFigure>;
  /** Every source that this response cites, once. */
  sources: Array<Source>;
}

/** A similar city, and why it is similar. */
export interface SimilarCity {
  city: CityReference;
  /** First-level region, such as a state, province or district (GeoNames); null if GeoNames names none. */
  region: string | null;
  /** Inhabitants according to GeoNames; null if GeoNames has no count. */
  population: number | null;
  /** How different the two cities are: the square root of the sum of `parts.*.contribution`, and of twice the weight of each part in `missing`, which is what two arbitrary cities differ by. 0 means alike in every part. */
  distance: number;
  /** Share of the squared distance that comes from the uncertainty of the figures instead of their differences, 0 to 1. */
  uncertainty: number;
  /** The 3 parts in which the two cities differ least, in spreads, the most alike first. */
  most_alike: Array<string>;
  /** Up to 3 parts in which the two cities differ most, in spreads, the most different first; parts without a difference are left out. */
  most_different: Array<string>;
  /** What each part adds to the distance. */
  parts: Record<string, {
    /** How far this city is above the requested city, in spreads; above 0 means more expensive or better. */
    difference: number;
    /** What the part adds to the squared distance: its weight times the sum of the squared difference and its squared standard error, in spreads. */
    contribution: number;
  }>;
  /** Figures of the city by part, as in `/cities`. Its cost-of-living and quality-of-life data have their sources. */
  figures: Record<string, {
    /** Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100). */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** Only of `budget`: the currency of the amounts. */
    currency?: string;
    /** What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings. */
    evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | null;
    /** The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay. */
    grain: 'city' | 'metro' | 'region' | 'country' | null;
    /** How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures. */
    measured: {
      /** The city itself. */
      city: number;
      /** Its metropolitan area. */
      metro: number;
      /** Its region or county. */
      region: number;
      /** Its country. */
      country: number;
    } | null;
  } | null>;
}

/** The cities that are most similar to one city. */
export interface SimilarCities {
  city: CityReference;
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  release: string;
  /** Why `similar` is empty; null if it is not. no_figures: the city has no price level; no_candidates: no other city that matches the request has firm figures. weak_evidence is no longer used: a modelled price level adds its uncertainty to the distance. */
  reason: 'no_figures' | 'weak_evidence' | 'no_candidates' | null;
  /** The parts of the profile for which the city has no figure; `parts` lacks them. */
  missing: Array<string>;
  /** Number of cities that were compared: those with figures for every part and firm evidence, one per agglomeration. */
  among: number;
  /** The parts that are compared: price categories and quality-of-life groups. */
  profile: Record<string, {
    /** How much the part counts; the weights add up to 1. */
    weight: number;
    /** The standard deviation among cities with firm evidence, which is one spread: a factor for price levels, points for scores. */
    spread: number;
  }>;
  /** Figures of the requested city by part, as in `/cities`. Its cost-of-living and quality-of-life data have their sources. */
  figures: Record<string, {
    /** Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100). */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** Only of `budget`: the currency of the amounts. */
    currency?: string;
    /** What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings. */
    evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | null;
    /** The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay. */
    grain: 'city' | 'metro' | 'region' | 'country' | null;
    /** How much of a score’s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures. */
    measured: {
      /** The city itself. */
      city: number;
      /** Its metropolitan area. */
      metro: number;
      /** Its region or county. */
      region: number;
      /** Its country. */
      country: number;
    } | null;
  } | null>;
  /** Most similar first; at the same distance, the larger city first. */
  similar: Array<SimilarCity>;
}

/** A data set from which the release has figures. */
export interface ReleaseSource {
  /** Id that figures list in `sources`. */
  id: string;
  /** Who published the data set. */
  publisher: string;
  /** Title of the data set. */
  title: string;
  /** The publisher’s page about the data set. */
  url: string;
  /** Licence or terms of reuse. */
  licence: string;
  /** Page with the text of the licence or terms; null if there is none. */
  licence_url: string | null;
  /** The credit line to print when you reuse the figures. */
  attribution: string;
  /** Date or edition of the file that we read. */
  vintage: string;
  /** Whose copy, extract, transcription or compilation of the publisher’s data we read; null if we read the publisher’s own file. */
  read_from: string | null;
  /** Uses on which the terms are unclear, such as commercial use: ask the publisher first. Null if we know of none. */
  terms_unclear: string | null;
  /** Who states the licence: `publisher`; `law`, which exempts official works from copyright; `copy`, the copy that we read quotes it; `understood`, nobody that we read does, and it is our understanding. Null if the operator did not say. */
  terms_stated_by: 'publisher' | 'law' | 'copy' | 'understood' | null;
  /** Where it is stated; for our understanding, the reason. */
  terms_stated_where: string | null;
  /** How a newer edition gets here: `automatic`, by a command that downloads it; `by_hand`, a person has to fetch it; `frozen`, not at all. Null if the operator did not say. */
  refresh: 'automatic' | 'by_hand' | 'frozen' | null;
  /** The command that downloads it; the address, the reason and the step for a person; or why the source is frozen. */
  refresh_how: string | null;
}

/** The data release that the API serves, and its files. */
export interface Release {
  /** Version of the data release; also in the header `X-Dataset-Release`. */
  version: string;
  /** SHA-256 of the release’s content, in hexadecimal. Every machine that builds the release from the same data gets the same hash. Cite version and hash with figures. */
  content_hash: string;
  /** When the release was published (UTC). */
  published_at: string;
  /** Numbers of records in the release. */
  counts: {
    /** Countries and territories. */
    countries: number;
    /** Cities. */
    cities: number;
    /** Figures of all periods. */
    observations: number;
    /** Sources. */
    sources: number;
    /** Metrics. */
    metrics: number;
  };
  /** Number of figures, counted in three ways. */
  figures: {
    /** By the resource that has them: `country`, `cost_of_living` or `quality_of_life`. */
    by_resource: Record<string, number>;
    /** Number of figures by the kind of place that was actually measured. */
    by_grain: {
      /** Cities. */
      city: number;
      /** Metropolitan areas. */
      metro: number;
      /** Regions and counties. */
      region: number;
      /** Countries. */
      country: number;
    };
    /** By metric id, for every metric of the data dictionary. */
    by_metric: Record<string, {
      /** Cities. */
      city: number;
      /** Metropolitan areas. */
      metro: number;
      /** Regions and counties. */
      region: number;
      /** Countries. */
      country: number;
    }>;
  };
  /** The release’s changelog, in Markdown; null if it has none. */
  changelog: string | null;
  /** How the latest figures differ from those of the previous release; null for a first release. */
  changes: {
    /** The previous release. */
    from: {
      /** Version of the previous release. */
      version: string;
      /** Content hash of the previous release. */
      content_hash: string;
    };
    /** Relative change above which a figure counts as moved. */
    threshold: number;
    /** Countries that appeared or vanished. */
    countries: {
      /** New in this release. */
      appeared: number;
      /** No longer in this release. */
      vanished: number;
    };
    /** Cities that appeared or vanished. */
    cities: {
      /** New in this release. */
      appeared: number;
      /** No longer in this release. */
      vanished: number;
    };
    /** Number of figures that changed. */
    figures: {
      /** New: the previous release has none. */
      appeared: number;
      /** Gone: this release has none. */
      vanished: number;
      /** The value changed by more than `threshold` times the smaller of the two values. */
      moved: number;
      /** The value, unit, period or source changed, but the value has not moved. */
      revised: number;
    };
    /** By metric id, for metrics with changes. Two of our estimates are counted like metrics: `cost_of_living_index` (overall, United States = 100) and `quality_of_life_score` (overall). */
    by_metric: Record<string, {
      /** New: the previous release has none. */
      appeared: number;
      /** Gone: this release has none. */
      vanished: number;
      /** The value changed by more than `threshold` times the smaller of the two values. */
      moved: number;
      /** The value, unit, period or source changed, but the value has not moved. */
      revised: number;
    }>;
  } | null;
  /** The release as files. Just after a service starts for the first time, only `sqlite` is listed; the others follow in a moment. */
  downloads: Array<{
    /** `sqlite`: an SQLite database. `data-package`: CSV with a Frictionless schema, zipped. `parquet`: the same tables as Parquet files, zipped. */
    format: 'sqlite' | 'data-package' | 'parquet';
    /** Download it here, with the same key. */
    url: string;
    /** Size of the file in bytes. */
    bytes: number;
    /** SHA-256 of the file, in hexadecimal; also its entity tag. */
    sha256: string;
    /** Media type of the file. */
    media_type: string;
  }>;
  /** Every source of the release, with its terms of reuse. */
  sources: Array<ReleaseSource>;
  /** Ids of the sources whose licence requires you to share adapted figures under the same terms. Every figure names its sources, so you can leave these figures out. */
  share_alike: Array<string>;
}

/** Stable, machine-readable code; see the error catalogue. Later versions may add codes: handle an unknown code by its `status`. */
export type ProblemCode = 'malformed_request' | 'invalid_parameter' | 'unknown_parameter' | 'unknown_country' | 'unknown_city' | 'invalid_cursor' | 'conflicting_credentials' | 'missing_credentials' | 'invalid_token' | 'insufficient_scope' | 'key_not_for_urls' | 'address_not_allowed' | 'path_not_found' | 'country_not_found' | 'city_not_found' | 'release_not_found' | 'method_not_allowed' | 'not_acceptable' | 'request_timeout' | 'place_withdrawn' | 'precondition_failed' | 'uri_too_long' | 'range_not_satisfiable' | 'rate_limit_exceeded' | 'too_many_downloads' | 'too_many_failed_authentications' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'starting' | 'unavailable' | (string & {});

/** RFC 9457 problem details. */
export interface Problem {
  /** Page that explains this kind of problem. */
  type: string;
  /** The kind of problem in words; the same for every problem with this `code`. */
  title: string;
  /** HTTP status code. */
  status: number;
  /** What is wrong with this request, and what to do. */
  detail: string;
  /** Path of the request, without the query. */
  instance: string;
  /** Id of the response, as in `X-Request-Id`. Include it when you report a problem. */
  request_id: string;
  /** One entry per invalid parameter, or per unknown place in it. */
  errors?: Array<{
    /** Name of the parameter. */
    parameter: string;
    /** What is wrong with the parameter. */
    message: string;
    /** Places that you may have meant, most likely first. Empty if no name is similar. */
    candidates?: Array<{
      /** Id of a place that you may have meant. */
      id: string;
      /** Name of the place; for a city with region and country. */
      name: string;
      /** Path of the place below the base address. */
      path: string;
    }>;
  }>;
  /** Places that you may have meant, most likely first. Empty if no name is similar. */
  candidates?: Array<{
    /** Id of a place that you may have meant. */
    id: string;
    /** Name of the place; for a city with region and country. */
    name: string;
    /** Path of the place below the base address. */
    path: string;
  }>;
  /** Id of the place that replaced a withdrawn one; null if there is none. */
  successor?: string | null;
  /** Versions of the data releases that you can ask for, the current one first. */
  releases?: Array<string>;
  /** Seconds to wait, as in `Retry-After`. */
  retry_after?: number;
  /** Stable, machine-readable code; see the error catalogue. Later versions may add codes: handle an unknown code by its `status`. */
  code: ProblemCode;
}

export interface ListCountriesQuery {
  /** Only countries on this continent (GeoNames); separate several by commas: africa, antarctica, asia, europe, north-america, oceania, south-america. For example `europe`. */
  continent?: string;
  /** Only countries in this sub-region or intermediate region of UN M49 (DataHub); separate several by commas: australia-and-new-zealand, central-asia, eastern-asia, eastern-europe, latin-america-and-the-caribbean, melanesia, micronesia, northern-africa, northern-america, northern-europe, polynesia, south-eastern-asia, southern-asia, southern-europe, sub-saharan-africa, western-asia, western-europe, caribbean, central-america, eastern-africa, middle-africa, south-america, southern-africa, western-africa. For example `southern-europe`. */
  subregion?: string;
  /** Items per page. Default: the complete list on one page. */
  limit?: number;
  /** Opaque position of a page, from the `Link` header of an earlier response. */
  cursor?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCountryQuery {
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface ListCitiesQuery {
  /** Only cities of this country: its id, ISO 3166-1 code or name. For example `japan`. */
  country?: string;
  /** Only cities with a name, or a word in a name, that starts with this text. Names in all languages count; case, accents and script do not matter. A region or country may follow (`Lisbon, Portugal`). An airport’s IATA code finds its city, before cities whose name in any language begins like it. If nothing matches, one or two typing errors are forgiven; a far better known city that one typing error leads to is listed, too. A single letter finds the cities whose id begins with it. For example `münchen`. */
  q?: string;
  /** Only cities around this point: latitude and longitude in degrees. For example `38.72,-9.14`. */
  near?: string;
  /** Radius around `near`, in kilometres. Default: 50. */
  radius_km?: number;
  /** Only cities with at least this many inhabitants. */
  min_population?: number;
  /** Only places of these kinds, separated by commas. `section`: parts of cities, such as Brooklyn. `former`: historical or abandoned places. `city`: all others. `capital`: capitals of countries. `region_seat`: seats of first-level regions. Default: all. For example `city`. */
  kind?: string;
  /** Only cities in the first-level region with this name or code, or in the island or area with this name: `california`, `CA`, `tenerife`, `cornwall`. If several countries have one, add `country`. For example `california`. */
  region?: string;
  /** Only cities on this continent (GeoNames); separate several by commas: africa, antarctica, asia, europe, north-america, oceania, south-america. For example `europe`. */
  continent?: string;
  /** Only cities in this sub-region or intermediate region of UN M49 (DataHub); separate several by commas: australia-and-new-zealand, central-asia, eastern-asia, eastern-europe, latin-america-and-the-caribbean, melanesia, micronesia, northern-africa, northern-america, northern-europe, polynesia, south-eastern-asia, southern-asia, southern-europe, sub-saharan-africa, western-asia, western-europe, caribbean, central-america, eastern-africa, middle-africa, south-america, southern-africa, western-africa. For example `southern-europe`. */
  subregion?: string;
  /** `true`: only capitals of countries. Default: all cities. For example `true`. */
  capital?: 'true' | 'false';
  /** `agglomeration`: only one city of each urban agglomeration, its main one (Tokyo, not Yokohama), and capitals. Leaves out parts of cities and former places. */
  fold?: 'agglomeration';
  /** Only cities with at least this price level (New York is 100). */
  cost_min?: number;
  /** Only cities with at most this price level (New York is 100). */
  cost_max?: number;
  /** Only cities with at least this price level of housing. */
  housing_min?: number;
  /** Only cities with at most this price level of housing. */
  housing_max?: number;
  /** Only cities with at least this price level of utilities. */
  utilities_min?: number;
  /** Only cities with at most this price level of utilities. */
  utilities_max?: number;
  /** Only cities with at least this price level of food. */
  food_min?: number;
  /** Only cities with at most this price level of food. */
  food_max?: number;
  /** Only cities with at least this price level of restaurants. */
  restaurants_min?: number;
  /** Only cities with at most this price level of restaurants. */
  restaurants_max?: number;
  /** Only cities with at least this price level of transport. */
  transport_min?: number;
  /** Only cities with at most this price level of transport. */
  transport_max?: number;
  /** Only cities with at least this price level of communication. */
  communication_min?: number;
  /** Only cities with at most this price level of communication. */
  communication_max?: number;
  /** Only cities with at least this price level of recreation. */
  recreation_min?: number;
  /** Only cities with at most this price level of recreation. */
  recreation_max?: number;
  /** Only cities with at least this price level of clothing. */
  clothing_min?: number;
  /** Only cities with at most this price level of clothing. */
  clothing_max?: number;
  /** Only cities with at least this price level of health. */
  health_min?: number;
  /** Only cities with at most this price level of health. */
  health_max?: number;
  /** Only cities with at least this price level of education; `education` is the score. */
  education_cost_min?: number;
  /** Only cities with at most this price level of education; `education` is the score. */
  education_cost_max?: number;
  /** Only cities with at least this average of earnings, in US dollars a month before tax. */
  earnings_min?: number;
  /** Only cities with at most this average of earnings, in US dollars a month before tax. */
  earnings_max?: number;
  /** Only cities with at least this purchasing power of earnings (New York is 100). */
  purchasing_power_min?: number;
  /** Only cities with at most this purchasing power of earnings (New York is 100). */
  purchasing_power_max?: number;
  /** Only cities with at least this rent of a one-bedroom home in per cent of earnings. */
  rent_burden_min?: number;
  /** Only cities with at most this rent of a one-bedroom home in per cent of earnings. */
  rent_burden_max?: number;
  /** Only cities with at least this overall score of the quality of life (0 to 100). */
  quality_min?: number;
  /** Only cities with at most this overall score of the quality of life (0 to 100). */
  quality_max?: number;
  /** Only cities with at least this score of healthcare. */
  healthcare_min?: number;
  /** Only cities with at most this score of healthcare. */
  healthcare_max?: number;
  /** Only cities with at least this score of safety. */
  safety_min?: number;
  /** Only cities with at most this score of safety. */
  safety_max?: number;
  /** Only cities with at least this score of environment. */
  environment_min?: number;
  /** Only cities with at most this score of environment. */
  environment_max?: number;
  /** Only cities with at least this score of education. */
  education_min?: number;
  /** Only cities with at most this score of education. */
  education_max?: number;
  /** Only cities with at least this score of infrastructure. */
  infrastructure_min?: number;
  /** Only cities with at most this score of infrastructure. */
  infrastructure_max?: number;
  /** Only cities with at least this score of economy. */
  economy_min?: number;
  /** Only cities with at most this score of economy. */
  economy_max?: number;
  /** Only cities with at least this score of mobility. */
  mobility_min?: number;
  /** Only cities with at most this score of mobility. */
  mobility_max?: number;
  /** Only cities with at least this score of climate. */
  climate_min?: number;
  /** Only cities with at most this score of climate. */
  climate_max?: number;
  /** Only cities with at least this score of hardship. */
  hardship_min?: number;
  /** Only cities with at most this score of hardship. */
  hardship_max?: number;
  /** Only cities with at least this climate index for residents (0 to 100). */
  resident_climate_min?: number;
  /** Only cities with at most this climate index for residents (0 to 100). */
  resident_climate_max?: number;
  /** Only cities where `household` needs at least this much a month, in `currency`. For example `1800`. */
  budget_min?: number;
  /** Only cities where `household` needs at most this much a month, in `currency`. For example `1800`. */
  budget_max?: number;
  /** The household of `budget`: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. Needs `budget` in a filter, in `sort` or in `include`. For example `family`. */
  household?: 'one' | 'couple' | 'family';
  /** The currency of `budget` (ISO 4217), which needs to be in a filter, in `sort` or in `include`. Default: USD. For example `EUR`. */
  currency?: string;
  /** The month that `high`, `rain` and `sun` are of: 1 is January. The response then includes all three, and how far away the weather station is. For example `1`. */
  month?: number;
  /** Only cities with at least this average daily high of the month, in degrees Celsius. Needs `month`. */
  high_min?: number;
  /** Only cities with at most this average daily high of the month, in degrees Celsius. Needs `month`. */
  high_max?: number;
  /** Only cities with at most this precipitation of the month, in millimetres. Needs `month`. */
  rain_max?: number;
  /** Only cities with at least this sunshine of the month, in hours. Needs `month`. */
  sun_min?: number;
  /** Only cities with at most this distance of the weather station of the temperatures, in kilometres. */
  station_max?: number;
  /** Only cities with at most this distance to the nearest coast, in kilometres. */
  sea_max?: number;
  /** Only cities with at most this distance to the nearest airport with scheduled service, in kilometres. */
  airport_max?: number;
  /** Only cities whose overall price level is based on this evidence; separate several by commas: official_local, official_regional, derived_from_official, modelled_from_national_rents, modelled. For example `official_local,official_regional`. */
  evidence?: string;
  /** Only cities whose overall price level is based on figures for this kind of place; separate several by commas: city, metro, region, country. For example `city,metro`. */
  grain?: string;
  /** What must be within minimum and maximum: the estimate (`likely`, the default) or its whole 80 % interval (`sure`). With `cost_max` and `sure`, for example, the upper end of the interval counts. */
  certainty?: 'likely' | 'sure';
  /** Sort by up to 5 names, separated by commas. A minus before a name sorts from high to low. Ties stay in the usual order. Names: name, population, cost, housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education_cost, earnings, purchasing_power, rent_burden, quality, healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, resident_climate, budget, high, rain, sun, station, sea, airport. For example `-quality,cost`. */
  sort?: string;
  /** Also include these figures of each city, separated by commas; a figure that a city lacks is null. Names: cost, housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education_cost, earnings, purchasing_power, rent_burden, quality, healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, resident_climate, budget, high, rain, sun, station, sea, airport. For example `cost,quality`. */
  include?: string;
  /** Items per page. Default: the complete list on one page. */
  limit?: number;
  /** Opaque position of a page, from the `Link` header of an earlier response. */
  cursor?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCityQuery {
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCostOfLivingQuery {
  /** Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education. */
  weights?: string;
  /** The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`. */
  reference?: string;
  /** The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. */
  rate?: 'smoothed' | 'spot';
  /** Shows the budget in this currency (ISO 4217) instead of the place’s own, and every price in it as well, converted with the latest daily reference rate. The currency must have a daily rate; prices are converted only if it is a reference rate. For example `EUR`. */
  currency?: string;
  /** The household of the budget: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. For example `family`. */
  household?: 'one' | 'couple' | 'family';
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `city,index.overall`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCountryCostOfLivingQuery {
  /** Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education. */
  weights?: string;
  /** The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`. */
  reference?: string;
  /** The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. */
  rate?: 'smoothed' | 'spot';
  /** Shows the budget in this currency (ISO 4217) instead of the place’s own, and every price in it as well, converted with the latest daily reference rate. The currency must have a daily rate; prices are converted only if it is a reference rate. For example `EUR`. */
  currency?: string;
  /** The household of the budget: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age. For example `family`. */
  household?: 'one' | 'couple' | 'family';
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `country,index.overall`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface CompareCostOfLivingQuery {
  /** The cities to compare, separated by commas: ids, `geonames:<id>`, `iata:<code>`, or names such as `paris-france`. Use semicolons if a name has a comma: `Lisbon, Portugal; Austin, TX`. Cities and countries together: 2 to 20. All others are compared with the first place. For example `lisbon,porto,tokyo`. */
  cities?: string;
  /** The countries to compare, each as a whole, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the others are compared with the first country. For example `portugal,spain`. */
  countries?: string;
  /** Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education. */
  weights?: string;
  /** The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`. */
  reference?: string;
  /** The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. */
  rate?: 'smoothed' | 'spot';
  /** Each place also has the budget of this household: `one` adult, a `couple`, or a `family` of two adults and two children of school age. Default: no budgets. For example `family`. */
  household?: 'one' | 'couple' | 'family';
  /** An amount of money in the first place, such as a salary. Each place then has `equivalent`: the amount that buys the same there according to the index. Taxes are not counted, so net pay gives net pay. Needs `currency`. With `household`, it is an amount per month, and each place also has `remaining`. For example `60000`. */
  amount?: number;
  /** The currency of `amount` and of the amounts in the response (ISO 4217). Without `amount`, the budgets are in the currency of the first place unless it is given. For example `EUR`. */
  currency?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `cities.city,cities.index.overall`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetQualityOfLifeQuery {
  /** Your own weights for the groups in the overall score: `healthcare:0.5,safety:0.5`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions. */
  weights?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `city,score`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCountryQualityOfLifeQuery {
  /** Your own weights for the groups in the overall score: `healthcare:0.5,safety:0.5`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions. */
  weights?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `country,score`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface CompareQualityOfLifeQuery {
  /** The cities to compare, separated by commas: ids, `geonames:<id>`, `iata:<code>`, or names such as `paris-france`. Use semicolons if a name has a comma: `Lisbon, Portugal; Austin, TX`. Cities and countries together: 2 to 20. All others are compared with the first place. For example `lisbon,porto,tokyo`. */
  cities?: string;
  /** The countries to compare, each as a whole, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the others are compared with the first country. For example `portugal,spain`. */
  countries?: string;
  /** Your own weights for the groups in the overall score: `healthcare:0.5,safety:0.5`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions. */
  weights?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `cities.city,cities.score`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCityHistoryQuery {
  /** Only these metrics: at most 20 ids of the data dictionary, separated by commas. Default: all. For example `population`. */
  metric?: string;
  /** Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out. For example `2015`. */
  from?: string;
  /** Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out. For example `2023-12`. */
  to?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `observations.metric,observations.period,observations.value`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetCountryHistoryQuery {
  /** Only these metrics: at most 20 ids of the data dictionary, separated by commas. Default: all. For example `population`. */
  metric?: string;
  /** Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out. For example `2015`. */
  from?: string;
  /** Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out. For example `2023-12`. */
  to?: string;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `observations.metric,observations.period,observations.value`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetSimilarCitiesQuery {
  /** How many cities to return. Default: 10. For example `5`. */
  limit?: number;
  /** Only cities of this country: its id, ISO 3166-1 code or name. For example `spain`. */
  country?: string;
  /** `true`: only cities of other countries. Default: cities of the same country are included. For example `true`. */
  elsewhere?: 'true' | 'false';
  /** Only cities with at least this many inhabitants. Default: 100,000, or all with `country`. For example `200000`. */
  min_population?: number;
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `similar.city,similar.distance`. */
  fields?: string;
  /** Language of the names of countries, as a BCP 47 tag: `de`, `pt-BR`, `zh-Hant` (CLDR). A country without a name in it keeps its English one and has `name_language`. Everything else stays English. For example `de`. */
  lang?: string;
}

export interface GetReleaseQuery {
  /** Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address. */
  release?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `version,content_hash,counts`. */
  fields?: string;
}

export interface Paths {
  '/countries': {
    query: ListCountriesQuery;
    response: Array<CountrySummary>;
    formats: 'csv' | 'ndjson' | 'geojson';
  };
  '/countries/{country_id}': {
    query: GetCountryQuery;
    response: Country;
    formats: never;
  };
  '/cities': {
    query: ListCitiesQuery;
    response: Array<CitySummary>;
    formats: 'csv' | 'ndjson' | 'geojson';
  };
  '/cities/{city_id}': {
    query: GetCityQuery;
    response: City;
    formats: never;
  };
  '/data/cost-of-living/{city_id}': {
    query: GetCostOfLivingQuery;
    response: CostOfLiving;
    formats: never;
  };
  '/data/cost-of-living/countries/{country_id}': {
    query: GetCountryCostOfLivingQuery;
    response: CountryCostOfLiving;
    formats: never;
  };
  '/data/cost-of-living': {
    query: CompareCostOfLivingQuery;
    response: CostComparison;
    formats: 'csv' | 'ndjson' | 'geojson';
  };
  '/data/quality-of-life/{city_id}': {
    query: GetQualityOfLifeQuery;
    response: QualityOfLife;
    formats: never;
  };
  '/data/quality-of-life/countries/{country_id}': {
    query: GetCountryQualityOfLifeQuery;
    response: CountryQualityOfLife;
    formats: never;
  };
  '/data/quality-of-life': {
    query: CompareQualityOfLifeQuery;
    response: QualityComparison;
    formats: 'csv' | 'ndjson' | 'geojson';
  };
  '/data/history/cities/{city_id}': {
    query: GetCityHistoryQuery;
    response: CityHistory;
    formats: 'csv' | 'ndjson';
  };
  '/data/history/countries/{country_id}': {
    query: GetCountryHistoryQuery;
    response: CountryHistory;
    formats: 'csv' | 'ndjson';
  };
  '/data/similar/{city_id}': {
    query: GetSimilarCitiesQuery;
    response: SimilarCities;
    formats: 'csv' | 'ndjson' | 'geojson';
  };
  '/release': {
    query: GetReleaseQuery;
    response: Release;
    formats: never;
  };
}
