// Generated from the OpenAPI document by `npm run docs`.

/** A country, named. */
export interface CountryReference {
  /** Lower-case slug; never given to another place. */
  id: string;
  /** Common English name. */
  name: string;
}

/** Basic information about one country. */
export interface CountrySummary {
  /** Lower-case slug; never given to another place. */
  id: string;
  /** Common English name (CLDR). */
  name: string;
  /** ISO 3166-1 alpha-2 (GeoNames). Kosovo has the user-assigned code XK. */
  iso_alpha2: string;
  /** ISO 3166-1 alpha-3 (GeoNames). Kosovo has the user-assigned code XKX. */
  iso_alpha3: string;
  /** ISO 3166-1 numeric, three digits (GeoNames); null where ISO assigns none. */
  iso_numeric: string | null;
  /** Flag emoji: the two regional indicator letters of `iso_alpha2`. */
  flag: string;
  /** UN M49 region (DataHub); null where M49 has none. */
  region: string | null;
  /** UN M49 sub-region (DataHub). */
  subregion: string | null;
  /** The capital (GeoNames); null where it names none. */
  capital: {
    /** Lower-case slug; never given to another place. */
    id: string;
    /** Name as GeoNames has it. */
    name: string;
    country: CountryReference;
  } | null;
  /** Persons, as in `figures.population`; null where no source has it. */
  population: number | null;
  /** Year of `population`; null where the source does not say (GeoNames). */
  population_year: string | null;
}

/** One number, with everything needed to cite it. */
export interface Figure {
  /** The value, in `unit`. */
  value: number;
  /** Unit id; the data dictionary explains each. */
  unit: string;
  /** Description of the number. */
  title: string;
  /** Standard error of the value as stated by its publisher, in `unit`; null where none is stated. */
  standard_error: number | null;
  /** ISO 8601 date, month, year or interval of the value; null where the publisher states none. */
  period: string | null;
  /** The kind of place that was really measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was really measured. */
  place: string;
  /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits it. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** A publisher’s data set, as cited by the figures of this response. */
export interface Source {
  /** Id, as in `sources` of a figure. */
  id: string;
  /** Who published it. */
  publisher: string;
  /** Title of the data set. */
  title: string;
  /** The publisher’s own page. */
  url: string;
  /** Terms of re-use. */
  licence: string;
  /** Text of the licence. */
  licence_url: string | null;
  /** The line to print when you re-use the figures. */
  attribution: string;
  /** Date or edition of the file that was read. */
  vintage: string;
  /** Where the figures were read when that was not the publisher’s own file: somebody else’s copy, extract, transcription or compilation of it. Null: the publisher’s own. */
  read_from: string | null;
  /** What the terms leave open, commercial use for example: ask the publisher before you rely on it. Null: nothing that we know of. */
  terms_unclear: string | null;
}

/** Detailed information about one country. */
export interface Country {
  /** Lower-case slug; never given to another place. */
  id: string;
  /** Common English name (CLDR). */
  name: string;
  /** ISO 3166-1 alpha-2 (GeoNames). Kosovo has the user-assigned code XK. */
  iso_alpha2: string;
  /** ISO 3166-1 alpha-3 (GeoNames). Kosovo has the user-assigned code XKX. */
  iso_alpha3: string;
  /** ISO 3166-1 numeric, three digits (GeoNames); null where ISO assigns none. */
  iso_numeric: string | null;
  /** Flag emoji: the two regional indicator letters of `iso_alpha2`. */
  flag: string;
  /** UN M49 region (DataHub); null where M49 has none. */
  region: string | null;
  /** UN M49 sub-region (DataHub). */
  subregion: string | null;
  /** The capital (GeoNames); null where it names none. */
  capital: {
    /** Lower-case slug; never given to another place. */
    id: string;
    /** Name as GeoNames has it. */
    name: string;
    country: CountryReference;
  } | null;
  /** Persons, as in `figures.population`; null where no source has it. */
  population: number | null;
  /** Year of `population`; null where the source does not say (GeoNames). */
  population_year: string | null;
  /** Formal English name, as the United Nations use it (UNTERM, by DataHub). */
  official_name: string | null;
  /** Name in the official languages, by BCP 47 code (CLDR). */
  native_names: Record<string, string>;
  /** Name in other languages, by BCP 47 code (CLDR). */
  translations: Record<string, string>;
  /** UN M49 intermediate region (DataHub); null where there is none. */
  intermediate_region: string | null;
  /** UN M49 codes of the regions above (DataHub). */
  m49_codes: {
    /** Code of `region`. */
    region: string | null;
    /** Code of `subregion`. */
    subregion: string | null;
    /** Code of `intermediate_region`. */
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
    /** `official`, `de_facto_official` or `official_regional` (CLDR); null when only spoken. */
    status: string | null;
    /** Share of the people who use it, 0 to 1 (CLDR); shares overlap. */
    population_share: number;
  }>;
  /** Currencies in force, the main one first. */
  currencies: Array<{
    /** ISO 4217 code (CLDR). */
    code: string;
    /** English name (CLDR). */
    name: string;
    /** Symbol used in English text (CLDR). */
    symbol: string;
    /** Latest exchange rate: a daily reference rate where there is one, else an annual average of the last three years; null where no source has either, and for the US dollar itself. */
    usd_rate: {
      /** Units of the currency for one US dollar. */
      value: number;
      /** Day or year of the rate. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
    /** Rate of one day from a compilation of free feeds: no official source, but there is one for nearly every currency. Null where it is known to be stale. */
    compiled_usd_rate: {
      /** Units of the currency for one US dollar. */
      value: number;
      /** Day of the rate. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  }>;
  /** International calling codes, with `+` (ITU, by DataHub). */
  calling_codes: Array<string>;
  /** Internet top-level domain, with its dot (GeoNames). */
  top_level_domain: string | null;
  /** Ids of the countries that share a land border (GeoNames). */
  borders: Array<string>;
  /** IANA time zones in use (CLDR). */
  time_zones: Array<string>;
  /** Population, density, GDP per head, price level and more, by metric id; a metric without a source is absent. */
  figures: Record<string, Figure>;
  /** What we know about this country. */
  coverage: {
    /** Cities in the gazetteer. */
    cities: number;
    /** Figures in this response. */
    figures: number;
    /** National figures used in the cost-of-living data of its cities. */
    cost_of_living_figures: number;
    /** National figures used in the quality-of-life data of its cities. */
    quality_of_life_figures: number;
    /** Groups of country metrics that no source covers for this country. */
    groups_without_figures: Array<string>;
  };
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** Basic information about one city. */
export interface CitySummary {
  /** Lower-case slug; never given to another place. */
  id: string;
  /** Name as GeoNames has it. */
  name: string;
  country: CountryReference;
  /** First-level region: state, province, district (GeoNames); null where it names none. */
  region: string | null;
  /** Degrees north, WGS 84 (GeoNames). */
  latitude: number;
  /** Degrees east, WGS 84 (GeoNames). */
  longitude: number;
  /** Persons, as GeoNames records them, of no stated year and of mixed age; null where it has none. */
  population: number | null;
  /** Whether it is the capital of its country (GeoNames). */
  is_capital: boolean;
  /** GeoNames feature code: PPLC capital, PPLA seat of a first-level region, PPL populated place, PPLX section of a city, ... */
  kind: string;
  /** Kilometres from the point in `near` along the great circle, to 100 m; only with `near`. */
  distance_km?: number;
  /** The figures that the request filters or sorts by, and those in `include`, by name: `cost`, `quality`, `housing`, ... Absent if it does neither. */
  figures?: Record<string, {
    /** Price level (New York is 100), or score (0 to 100). */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The evidence of a price level, as in the cost-of-living data; null for a score. */
    evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | null;
    /** For a price level, the most local kind of place that was measured for it; for a score, the least local one. */
    grain: 'city' | 'metro' | 'region' | 'country' | null;
    /** The share of the weight of a score that was measured, by kind of place, as in the quality-of-life data; null for a price level. */
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

/** Detailed information about one city. */
export interface City {
  /** Lower-case slug; never given to another place. */
  id: string;
  /** Name as GeoNames has it. */
  name: string;
  country: CountryReference;
  /** First-level region: state, province, district (GeoNames); null where it names none. */
  region: string | null;
  /** Degrees north, WGS 84 (GeoNames). */
  latitude: number;
  /** Degrees east, WGS 84 (GeoNames). */
  longitude: number;
  /** Persons, as GeoNames records them, of no stated year and of mixed age; null where it has none. */
  population: number | null;
  /** Whether it is the capital of its country (GeoNames). */
  is_capital: boolean;
  /** GeoNames feature code: PPLC capital, PPLA seat of a first-level region, PPL populated place, PPLX section of a city, ... */
  kind: string;
  /** Name in ASCII (GeoNames). */
  ascii_name: string;
  /** Other names and spellings, in many languages (GeoNames), and a few abbreviations in everyday use (ours). */
  alternative_names: Array<string>;
  /** GeoNames code of the first-level region. */
  region_code: string | null;
  /** GeoNames id; `geonames:<id>` is accepted wherever a city id is. */
  geonames_id: number;
  /** Time zone. */
  time_zone: {
    /** IANA name (GeoNames). */
    id: string;
    /** UTC offset of standard time, `+09:00` (IANA, by the runtime). */
    standard_offset: string;
    /** UTC offset while daylight-saving time is in force; null where the clocks do not change. */
    daylight_offset: string | null;
  };
  /** Metres above sea level, as in `figures.elevation`. */
  elevation_m: number | null;
  /** What is known of the population figure. */
  population_record: {
    /** Date on which GeoNames last changed the record of this place. It is not the date of a census. */
    modified: string;
    /** Why the GeoNames figure was not used; null if it was. */
    note: string | null;
    /** Ids in `sources`. */
    sources: Array<string>;
  };
  /** The urban agglomeration around the city, with a population of a known year; null where none is known. */
  agglomeration: {
    /** Name, as the United Nations write it. */
    name: string;
    /** Persons in the agglomeration, to the thousand; what belongs to it differs by country. */
    population: number;
    /** The year of the population. */
    year: string;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** Figures about the place itself, by metric id. */
  figures: Record<string, Figure>;
  /** URLs of the data about this city. */
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
  /** What we know about this city: figures measured for it, for an area around it, and for its country. */
  coverage: {
    /** Figures in the cost-of-living data, by what was measured. */
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
    /** Figures in the quality-of-life data, by what was measured. */
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
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** A city, named. */
export interface CityReference {
  /** Lower-case slug; never given to another place. */
  id: string;
  /** Name as GeoNames has it. */
  name: string;
  country: CountryReference;
}

/** An estimated price level, with its 80 % interval. */
export interface IndexFigure {
  /** Index; the reference city is 100. */
  value: number;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** The same against the average of the country’s cities, which is 100; the index of a country as a whole is that average. */
  country_average_100: number;
  /** The evidence: an official price index or rent of the city or its metropolitan area (`official_local`), of the region around it (`official_regional`), a rent that a third party computed from official figures of the city or region, which is an input and never shown (`derived_from_official`), the national price level spread by official rents of other cities (`modelled_from_national_rents`) or by the size of the agglomeration (`modelled`). Of a country as a whole, the national price level itself (`national`). */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national';
  /** ISO 8601: the latest period of the national price level. */
  period: string;
  /** The kind of place that the most local figure behind it was measured for. The rest is national: the overall index has the evidence and grain of its most local category, and each category says its own. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Always `estimated`: see the page on method. */
  method: 'estimated';
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** An amount of money, as observed by its publisher. */
export interface Price {
  /** Metric id; the data dictionary lists them. */
  item: string;
  /** Description of what is paid for. */
  title: string;
  /** The amount as published, in `currency`. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  /** What the amount pays for: `item`, `night`, `day`, `week`, `month`, `year` or `square_metre_month`. */
  per: string;
  /** The amount in US dollars, to the cent: as given by the publisher, otherwise converted with `usd_rate`; unchanged if it is in US dollars; null without a rate of the same time. */
  usd: number | null;
  /** The exchange rate used; null for amounts in US dollars, and without a rate. */
  usd_rate: {
    /** Units of `currency` for one US dollar. */
    value: number;
    /** Day or year of the rate. */
    period: string;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** Only with `currency`: the amount in that currency; null where one of the two has no daily rate. */
  converted?: {
    /** The amount in `currency`, to the cent. */
    amount: number;
    /** The requested currency (ISO 4217). */
    currency: string;
    /** The rate used, from the reference rates of one day; null where none was needed. */
    rate: {
      /** Units of that currency per unit of the price’s own currency. */
      value: number;
      /** Day that the rate is of. */
      period: string;
      /** Ids in `sources`. */
      sources: Array<string>;
    } | null;
  } | null;
  /** What the publisher measured. Definitions differ: compare within one publisher. */
  definition: string;
  /** ISO 8601 date, month, year or interval of the value; null where the publisher states none. */
  period: string | null;
  /** The kind of place that was really measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was really measured. */
  place: string;
  /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits it. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** How local the figures of this response are, and what is missing. */
export interface Coverage {
  /** Number of figures by the kind of place that was really measured. */
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
  /** Groups of metrics that no source covers for this city: unknown, not zero. */
  groups_without_figures: Array<string>;
}

/** Cost-of-living data for one city. */
export interface CostOfLiving {
  city: CityReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** The base of the index. */
  reference: {
    /** Id of the city that is 100. */
    id: string;
    /** Its name. */
    name: string;
    /** Always 100. */
    value: 100;
  };
  /** The evidence: an official price index or rent of the city or its metropolitan area (`official_local`), of the region around it (`official_regional`), a rent that a third party computed from official figures of the city or region, which is an input and never shown (`derived_from_official`), the national price level spread by official rents of other cities (`modelled_from_national_rents`) or by the size of the agglomeration (`modelled`). Of a country as a whole, the national price level itself (`national`). */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category. */
  index: {
    overall: IndexFigure;
    housing: IndexFigure;
    utilities: IndexFigure;
    food: IndexFigure;
    restaurants: IndexFigure;
    transport: IndexFigure;
    communication: IndexFigure;
    recreation: IndexFigure;
    clothing: IndexFigure;
    health: IndexFigure;
    education: IndexFigure;
  } | null;
  /** Why `index` is null; null where there is one. */
  index_reason: {
    /** no_source: no national figures at all; no_price_level: no price level since 2015; stale: too old, or overtaken by a devaluation or a war; conflict: official figures that contradict each other. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** Shares of the categories in the overall index; they add up to 1. */
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
  /** The exchange rate of the index: `smoothed`, the mean of the twelve months up to the day in `period`, in real terms, or `spot`, the rate of that day. Where the period is a year, no rate of a day is known, and both are the average of that year. */
  rate: 'smoothed' | 'spot';
  /** Observed prices, most local first, then most recent. */
  prices: Array<Price>;
  /** Price levels, parities, wages, taxes and allowances, by metric id: the most local and most recent figure of each. */
  indicators: Record<string, Figure>;
  coverage: Coverage;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** Cost-of-living data for one country: the fields of those for a city, with `country` in place of `city`. */
export interface CountryCostOfLiving {
  country: CountryReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** The base of the index. */
  reference: {
    /** Id of the city that is 100. */
    id: string;
    /** Its name. */
    name: string;
    /** Always 100. */
    value: 100;
  };
  /** The evidence: an official price index or rent of the city or its metropolitan area (`official_local`), of the region around it (`official_regional`), a rent that a third party computed from official figures of the city or region, which is an input and never shown (`derived_from_official`), the national price level spread by official rents of other cities (`modelled_from_national_rents`) or by the size of the agglomeration (`modelled`). Of a country as a whole, the national price level itself (`national`). */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category. */
  index: {
    overall: IndexFigure;
    housing: IndexFigure;
    utilities: IndexFigure;
    food: IndexFigure;
    restaurants: IndexFigure;
    transport: IndexFigure;
    communication: IndexFigure;
    recreation: IndexFigure;
    clothing: IndexFigure;
    health: IndexFigure;
    education: IndexFigure;
  } | null;
  /** Why `index` is null; null where there is one. */
  index_reason: {
    /** no_source: no national figures at all; no_price_level: no price level since 2015; stale: too old, or overtaken by a devaluation or a war; conflict: official figures that contradict each other. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** Shares of the categories in the overall index; they add up to 1. */
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
  /** The exchange rate of the index: `smoothed`, the mean of the twelve months up to the day in `period`, in real terms, or `spot`, the rate of that day. Where the period is a year, no rate of a day is known, and both are the average of that year. */
  rate: 'smoothed' | 'spot';
  /** Observed prices, most local first, then most recent. */
  prices: Array<Price>;
  /** Price levels, parities, wages, taxes and allowances, by metric id: the most local and most recent figure of each. */
  indicators: Record<string, Figure>;
  coverage: Coverage;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** How much more expensive a place is than the first one. */
export interface IndexDifference {
  /** Per cent; negative when it is cheaper. */
  percent: number;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** Whether the 80 % interval leaves out 0. */
  significant: boolean;
}

/** One of the compared cities. */
export interface ComparedCost {
  /** Always `city`. */
  kind: 'city';
  city: CityReference;
  /** The evidence: an official price index or rent of the city or its metropolitan area (`official_local`), of the region around it (`official_regional`), a rent that a third party computed from official figures of the city or region, which is an input and never shown (`derived_from_official`), the national price level spread by official rents of other cities (`modelled_from_national_rents`) or by the size of the agglomeration (`modelled`). Of a country as a whole, the national price level itself (`national`). */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category. */
  index: {
    overall: IndexFigure;
    housing: IndexFigure;
    utilities: IndexFigure;
    food: IndexFigure;
    restaurants: IndexFigure;
    transport: IndexFigure;
    communication: IndexFigure;
    recreation: IndexFigure;
    clothing: IndexFigure;
    health: IndexFigure;
    education: IndexFigure;
  } | null;
  /** Why `index` is null; null where there is one. */
  index_reason: {
    /** no_source: no national figures at all; no_price_level: no price level since 2015; stale: too old, or overtaken by a devaluation or a war; conflict: official figures that contradict each other. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** How much more expensive than the first place; null where one of the two has no index. */
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
  /** Only with `amount`: what buys here what the amount buys in the first place, before taxes; null where one of the two has no index. */
  equivalent?: {
    /** In the requested currency, to the hundredth, at the exchange rate of the index (`rate`). In the first place it is the given amount. */
    amount: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The requested currency. */
    currency: string;
    /** Always `before_taxes`: prices are compared and taxes are not. Two equal net amounts may be different gross ones. */
    basis: 'before_taxes';
    /** The same in the main currency of the country, converted with `rate`; null where the two currencies have no rate of one day. */
    own_currency: {
      /** In `currency`, to the hundredth. */
      amount: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
      /** The main currency of the country. */
      currency: string;
      /** From reference rates of one day, or where one of the two has none, from rates of one day that were compiled; null where the currency is the requested one. */
      rate: {
        /** Units of this currency per unit of the requested one. */
        value: number;
        /** Day that the rate is of. */
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
  /** The evidence: an official price index or rent of the city or its metropolitan area (`official_local`), of the region around it (`official_regional`), a rent that a third party computed from official figures of the city or region, which is an input and never shown (`derived_from_official`), the national price level spread by official rents of other cities (`modelled_from_national_rents`) or by the size of the agglomeration (`modelled`). Of a country as a whole, the national price level itself (`national`). */
  evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | 'national' | null;
  /** The price level, overall and by category. */
  index: {
    overall: IndexFigure;
    housing: IndexFigure;
    utilities: IndexFigure;
    food: IndexFigure;
    restaurants: IndexFigure;
    transport: IndexFigure;
    communication: IndexFigure;
    recreation: IndexFigure;
    clothing: IndexFigure;
    health: IndexFigure;
    education: IndexFigure;
  } | null;
  /** Why `index` is null; null where there is one. */
  index_reason: {
    /** no_source: no national figures at all; no_price_level: no price level since 2015; stale: too old, or overtaken by a devaluation or a war; conflict: official figures that contradict each other. */
    code: 'no_source' | 'no_price_level' | 'stale' | 'conflict';
    /** The reason in a sentence. */
    detail: string;
  } | null;
  /** How much more expensive than the first place; null where one of the two has no index. */
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
  /** Only with `amount`: what buys here what the amount buys in the first place, before taxes; null where one of the two has no index. */
  equivalent?: {
    /** In the requested currency, to the hundredth, at the exchange rate of the index (`rate`). In the first place it is the given amount. */
    amount: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The requested currency. */
    currency: string;
    /** Always `before_taxes`: prices are compared and taxes are not. Two equal net amounts may be different gross ones. */
    basis: 'before_taxes';
    /** The same in the main currency of the country, converted with `rate`; null where the two currencies have no rate of one day. */
    own_currency: {
      /** In `currency`, to the hundredth. */
      amount: number;
      /** Lower end of the 80 % interval. */
      low: number;
      /** Upper end of the 80 % interval. */
      high: number;
      /** The main currency of the country. */
      currency: string;
      /** From reference rates of one day, or where one of the two has none, from rates of one day that were compiled; null where the currency is the requested one. */
      rate: {
        /** Units of this currency per unit of the requested one. */
        value: number;
        /** Day that the rate is of. */
        period: string;
        /** Ids in `sources`. */
        sources: Array<string>;
      } | null;
    } | null;
  } | null;
}

/** The price levels of several cities and countries, and how they differ. */
export interface CostComparison {
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** The base of the index. */
  reference: {
    /** Id of the city that is 100. */
    id: string;
    /** Its name. */
    name: string;
    /** Always 100. */
    value: 100;
  };
  /** Shares of the categories in the overall index; they add up to 1. */
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
  /** The exchange rate of the index: `smoothed`, the mean of the twelve months up to the day in `period`, in real terms, or `spot`, the rate of that day. Where the period is a year, no rate of a day is known, and both are the average of that year. */
  rate: 'smoothed' | 'spot';
  /** Only with `amount`: the amount, as it was given. */
  amount?: {
    /** The amount in the first place. */
    value: number;
    /** Its currency (ISO 4217). */
    currency: string;
    /** Always `before_taxes`: prices are compared and taxes are not. Two equal net amounts may be different gross ones. */
    basis: 'before_taxes';
  };
  /** In the requested order. Differences are to the first city, or without cities to the first country. */
  cities: Array<ComparedCost>;
  /** In the requested order; empty without the parameter `countries`. */
  countries: Array<ComparedCountryCost>;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** The overall score of a city. */
export interface QualityScore {
  /** 0 to 100, to a tenth; null where `reason` says why. */
  value: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** Why there is no score; null where there is one. */
  reason: 'too_few_groups' | null;
  /** The kind of place that was really measured, for the least local part that counts; null without a score. */
  grain: 'city' | 'metro' | 'region' | 'country' | null;
  /** The share of the weight of its groups that was measured, by kind of place; the rest was estimated. */
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
  /** How many parts have a score, out of those that count. */
  coverage: {
    /** Parts that have a score. */
    scored: number;
    /** Parts that count. */
    of: number;
  };
  /** Groups that count and were not measured here: they count with their `estimate`, so that a missing group does not change the score. */
  estimated: Array<string>;
  /** The rank of the score among places measured in the same way; null where there are none. */
  ranking: {
    /** The kind of place that is ranked. A score that uses only national figures is ranked among countries, and the rank is that of the country; one that uses figures of regions and none of the city itself is ranked among regions. */
    among: 'cities' | 'regions' | 'countries';
    /** Name of the city, region or country that has this rank. */
    place: string;
    /** 1 for the best; equal scores share a rank. */
    rank: number;
    /** How many places are ranked. */
    of: number;
    /** Percentage of these places that score lower; places with the same score count half. */
    percentile: number;
  } | null;
}

/** A figure, and how well the city does by it. */
export interface Indicator {
  /** The value, in `unit`. */
  value: number;
  /** Unit id; the data dictionary explains each. */
  unit: string;
  /** Description of the number. */
  title: string;
  /** Standard error of the value as stated by its publisher, in `unit`; null where none is stated. */
  standard_error: number | null;
  /** ISO 8601 date, month, year or interval of the value; null where the publisher states none. */
  period: string | null;
  /** The kind of place that was really measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was really measured. */
  place: string;
  /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits it. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
  /** 0 to 100, to a tenth; null where `reason` says why. */
  score: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** How much it counts in the score of its group; 0: not at all. */
  weight: number;
  /** Why the figure has no score; null where it has one. */
  reason: 'no_goalposts' | 'stale' | null;
  /** The values that score 0 and 100; null where the metric has none. */
  goalposts: {
    /** The value that scores 0, as do all worse values; in `unit`. */
    worst: number;
    /** The value that scores 100, as do all better values; in `unit`. */
    best: number;
    /** Whether the score follows the value or its logarithm. */
    scale: 'linear' | 'log';
  } | null;
}

/** One group of indicators, and its score. */
export interface QualityGroup {
  /** 0 to 100, to a tenth; null where `reason` says why. */
  score: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** What the other scores of the country let expect of a group that has no score here, and what counts in the overall score; null where there is a score. */
  estimate: {
    /** 0 to 100, to a tenth. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
  } | null;
  /** Why there is no score; null where there is one. */
  reason: 'no_goalposts' | 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** The kind of place that was really measured, for the least local part that counts; null without a score. */
  grain: 'city' | 'metro' | 'region' | 'country' | null;
  /** The share of the weight of its indicators that was measured, by kind of place; the rest was estimated. */
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
  /** How many parts have a score, out of those that count. */
  coverage: {
    /** Parts that have a score. */
    scored: number;
    /** Parts that count. */
    of: number;
  };
  /** The rank of the score among places measured in the same way; null where there are none. */
  ranking: {
    /** The kind of place that is ranked. A score that uses only national figures is ranked among countries, and the rank is that of the country; one that uses figures of regions and none of the city itself is ranked among regions. */
    among: 'cities' | 'regions' | 'countries';
    /** Name of the city, region or country that has this rank. */
    place: string;
    /** 1 for the best; equal scores share a rank. */
    rank: number;
    /** How many places are ranked. */
    of: number;
    /** Percentage of these places that score lower; places with the same score count half. */
    percentile: number;
  } | null;
  /** By metric id: the most local and most recent figure of each. Empty when no source covers the city. */
  indicators: Record<string, Indicator>;
  /** Metrics with goalposts for which no source has a figure here: unknown, not zero. */
  indicators_without_figures: Array<string>;
  /** By metric id: scores that were not measured, or not in the last ten years, as estimated from the others. They count in the score of the group, so that a missing figure does not change it. */
  estimates: Record<string, {
    /** 0 to 100, to a tenth. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** How much it counts in the score of the group. */
    weight: number;
  }>;
}

/** Twelve months of one element, from a weather station. */
export interface ClimateNormals {
  /** What it is. */
  title: string;
  /** Unit id; the data dictionary explains each. */
  unit: string;
  /** The twelve months, January first, in `unit`. */
  values: Array<number>;
  /** The year: the sum of the months for precipitation, days and hours, otherwise their mean. */
  year: number;
  /** The years over which the normals were taken, as an ISO 8601 interval. */
  period: string;
  /** The kind of place that was really measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
  method: 'observed' | 'derived' | 'estimated';
  /** The weather station that measured it. */
  station: {
    /** Name, as its weather service writes it. */
    name: string;
    /** Kilometres from the city. */
    distance_km: number;
    /** Metres by which the city is higher than the station; negative where it is lower. */
    height_difference_m: number;
  };
  /** How the months differ from those of the station; null where they do not. */
  correction: {
    /** height: 0.6 °C colder for every 100 m higher; climatology: moved to the annual figure of a gridded climatology, because the station is far or has other seasons. */
    by: 'height' | 'climatology';
    /** Degrees Celsius added to each month. */
    added: number | null;
    /** Factor by which each month is multiplied. */
    factor: number | null;
    /** Factor for how far each month’s mean temperature lies from that of the year, where the climatology has other seasons in the city than at the station; maxima and minima move with the mean. */
    stretch: number | null;
    /** Kilometres from the city to the point of the climatology. */
    distance_km: number | null;
  } | null;
  /** Ids in `sources`. */
  sources: Array<string>;
}

/** The climate of the city, by month. */
export interface Climate {
  /** Köppen-Geiger climate class of the cell of 0.1 degrees that contains the city; null off the land of the grid. */
  koppen: {
    /** Symbol of the class, such as `Csb`. */
    class: string;
    /** What the symbol says. */
    title: string;
    /** The years that the class is for, as an ISO 8601 interval. */
    period: string;
    /** The kind of place that was really measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
    method: 'observed' | 'derived' | 'estimated';
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
  /** By element: `temperature_mean`, `temperature_max`, `temperature_min`, `precipitation`, `wet_days`, `sunshine`, `relative_humidity`. Elements for which no station is near enough are left out. */
  normals: Record<string, ClimateNormals>;
  /** Holiday Climate Index for cities, HCI:Urban, of each month, from 0 to 100; null without temperature or precipitation. */
  holiday_climate_index: {
    /** Unit id; the data dictionary explains each. */
    unit: string;
    /** The twelve months, January first, in `unit`. */
    values: Array<number>;
    /** The year: the sum of the months for precipitation, days and hours, otherwise their mean. */
    year: number;
    /** The years over which the normals were taken, as an ISO 8601 interval. */
    period: string;
    /** The kind of place that was really measured. */
    grain: 'city' | 'metro' | 'region' | 'country';
    /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
    method: 'observed' | 'derived' | 'estimated';
    /** What was estimated because no station near the city measures it. */
    note: string | null;
    /** The months, 1 to 12, whose index is 70 or higher, which its authors call very good. */
    comfortable_months: Array<number>;
    /** Ids in `sources`. */
    sources: Array<string>;
  } | null;
}

/** Quality-of-life metrics for one city. */
export interface QualityOfLife {
  city: CityReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  score: QualityScore;
  /** How much each group counts in the overall score; they add up to 1. A group with 0 is shown and does not count. */
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
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** Quality-of-life metrics for one country: the fields of those for a city, with `country` in place of `city`, and without the climate, which a country has not one of. */
export interface CountryQualityOfLife {
  country: CountryReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  score: QualityScore;
  /** How much each group counts in the overall score; they add up to 1. A group with 0 is shown and does not count. */
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
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** A figure minus that of the first city, where its publisher states the errors of both. */
export interface FigureDifference {
  /** The difference, in `unit`. */
  value: number;
  /** Unit id; the data dictionary explains each. */
  unit: string;
  /** Lower end of the 80 % interval. */
  low: number;
  /** Upper end of the 80 % interval. */
  high: number;
  /** Whether the 80 % interval leaves out 0. */
  significant: boolean;
}

/** The score of a group in one of the compared places. */
export interface ComparedQualityGroup {
  /** 0 to 100, to a tenth; null where `reason` says why. */
  score: number | null;
  /** Lower end of the 80 % interval; null without a score. */
  low: number | null;
  /** Upper end of the 80 % interval; null without a score. */
  high: number | null;
  /** What the other scores of the country let expect of a group that has no score here, and what counts in the overall score; null where there is a score. */
  estimate: {
    /** 0 to 100, to a tenth. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
  } | null;
  /** Why there is no score; null where there is one. */
  reason: 'no_goalposts' | 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** The kind of place that was really measured, for the least local part that counts; null without a score. */
  grain: 'city' | 'metro' | 'region' | 'country' | null;
  /** The share of the weight of its indicators that was measured, by kind of place; the rest was estimated. */
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
  /** How much better than the first place; null where one of the two has no score. */
  difference: {
    /** The score, minus that of the first place. */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** Whether the interval leaves out 0. Where it is false the two places cannot be told apart. */
    significant: boolean;
    /** Always null: every difference has an interval. */
    uncertainty_reason: 'no_error_model' | null;
  } | null;
  /** By metric id: the differences between figures whose publisher states their errors. The margin of all others is unknown. */
  differences: Record<string, FigureDifference>;
  /** Ids in `sources` of the figures that `score` and `differences` are made of. */
  sources: Array<string>;
}

/** One of the compared cities. */
export interface ComparedQuality {
  /** Always `city`. */
  kind: 'city';
  city: CityReference;
  score: QualityScore;
  /** How much better than the first place. */
  difference: {
    /** The overall score, minus that of the first place; negative when it is worse. Null where one of the two has none. */
    value: number | null;
    /** The groups that count and in which both places have a score. */
    groups: Array<string>;
    /** The groups that count as estimated in one of the two places, or in both. */
    estimated: Array<string>;
    /** Why `value` is null; null where it is not. */
    reason: 'too_few_groups' | null;
    /** Lower end of the 80 % interval; null without a difference. */
    low: number | null;
    /** Upper end of the 80 % interval; null without a difference. */
    high: number | null;
    /** Whether the interval leaves out 0. Where it is false the two places cannot be told apart; null without a difference. */
    significant: boolean | null;
    /** Always null: every difference has an interval. */
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
  /** By metric id: the figures measured for this city itself. All others are in its own response. */
  figures: Record<string, Indicator>;
}

/** One of the compared countries, as a whole. */
export interface ComparedCountryQuality {
  /** Always `country`. */
  kind: 'country';
  country: CountryReference;
  score: QualityScore;
  /** How much better than the first place. */
  difference: {
    /** The overall score, minus that of the first place; negative when it is worse. Null where one of the two has none. */
    value: number | null;
    /** The groups that count and in which both places have a score. */
    groups: Array<string>;
    /** The groups that count as estimated in one of the two places, or in both. */
    estimated: Array<string>;
    /** Why `value` is null; null where it is not. */
    reason: 'too_few_groups' | null;
    /** Lower end of the 80 % interval; null without a difference. */
    low: number | null;
    /** Upper end of the 80 % interval; null without a difference. */
    high: number | null;
    /** Whether the interval leaves out 0. Where it is false the two places cannot be told apart; null without a difference. */
    significant: boolean | null;
    /** Always null: every difference has an interval. */
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
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** How much each group counts in the overall score; they add up to 1. A group with 0 is shown and does not count. */
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
  /** In the requested order. Differences are to the first city, or without cities to the first country. */
  cities: Array<ComparedQuality>;
  /** In the requested order; empty without the parameter `countries`. */
  countries: Array<ComparedCountryQuality>;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** A figure of one period, as its publisher states it. */
export interface PastFigure {
  /** Id of the metric. */
  metric: string;
  /** Description of the number. */
  title: string;
  /** The value, in `unit`; of a price, the amount in that currency. */
  value: number;
  /** Unit id, or the ISO 4217 code of the currency of a price. */
  unit: string;
  /** What one buys for a price; null for other figures. */
  per: string | null;
  /** The price in US dollars, at the exchange rate of its period; null without a rate, and for other figures. */
  usd: number | null;
  /** Standard error of the value as stated by its publisher, in `unit`; null where none is stated. */
  standard_error: number | null;
  /** ISO 8601 date, month, year or interval of the value; null where the publisher states none. */
  period: string | null;
  /** The kind of place that was really measured. */
  grain: 'city' | 'metro' | 'region' | 'country';
  /** Name of the place that was really measured. */
  place: string;
  /** observed: as published; derived: computed from published values without a model; estimated: modelled. */
  method: 'observed' | 'derived' | 'estimated';
  /** What distinguishes this value from others of its metric, or limits it. */
  note: string | null;
  /** Ids in `sources`. */
  sources: Array<string>;
  /** Whether its series has no later figure: these are the figures of the other endpoints. */
  latest: boolean;
}

/** The figures of a city over time. */
export interface CityHistory {
  city: CityReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** By metric, then period, earliest first. A period without a figure is missing: nothing is interpolated. */
  observations: Array<PastFigure>;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** The figures of a country over time. */
export interface CountryHistory {
  country: CountryReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** By metric, then period, earliest first. A period without a figure is missing: nothing is interpolated. */
  observations: Array<PastFigure>;
  /** Every source cited in this response, once. */
  sources: Array<Source>;
}

/** A city that is similar to another, and why. */
export interface SimilarCity {
  city: CityReference;
  /** First-level region: state, province, district (GeoNames); null where it names none. */
  region: string | null;
  /** Persons, as GeoNames records them; null where it has none. */
  population: number | null;
  /** How unlike the two are: the square root of the sum of `parts.*.contribution`. 0 is alike in all. The same in both directions. */
  distance: number;
  /** The share of the squared distance that is uncertainty of the figures, and not a difference between them: 0 to 1. */
  uncertainty: number;
  /** The 3 parts in which the two differ least, in spreads, the most alike first. */
  most_alike: Array<string>;
  /** Up to 3 parts in which the two differ most, in spreads, the most different first; none without a difference. */
  most_different: Array<string>;
  /** What each part adds to the distance. */
  parts: Record<string, {
    /** How far this city is above the one asked for, in spreads: above 0 means more expensive or better. */
    difference: number;
    /** What the part adds to the squared distance: its weight times the sum of the squared difference and the squared standard error of it, in spreads. */
    contribution: number;
  }>;
  /** The figures of the city by part, as in the figures of `/cities`; their sources are in its cost-of-living and quality-of-life data. */
  figures: Record<string, {
    /** Price level (New York is 100), or score (0 to 100). */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The evidence of a price level, as in the cost-of-living data; null for a score. */
    evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | null;
    /** For a price level, the most local kind of place that was measured for it; for a score, the least local one. */
    grain: 'city' | 'metro' | 'region' | 'country' | null;
    /** The share of the weight of a score that was measured, by kind of place, as in the quality-of-life data; null for a price level. */
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

/** The cities that are most like one city. */
export interface SimilarCities {
  city: CityReference;
  /** Version of the data release, as in `X-Dataset-Release`. */
  release: string;
  /** Why `similar` is empty: `no_figures`, the city lacks the parts in `missing`; `weak_evidence`, its price level is modelled; `no_candidates`, no other city that the request admits has firm figures. Null where it is not empty. */
  reason: 'no_figures' | 'weak_evidence' | 'no_candidates' | null;
  /** The parts of the profile that the city has no figure of. */
  missing: Array<string>;
  /** How many cities the nearest were chosen from: those with all parts, on firm evidence. */
  among: number;
  /** The parts that are compared: categories of prices, and groups of the quality of life. */
  profile: Record<string, {
    /** How much it counts; the weights add up to 1. */
    weight: number;
    /** One spread, the standard deviation among cities on firm evidence: of a price level the factor between the two, of a score the points. */
    spread: number;
  }>;
  /** The figures of the city asked for by part, as in the figures of `/cities`; their sources are in its cost-of-living and quality-of-life data. */
  figures: Record<string, {
    /** Price level (New York is 100), or score (0 to 100). */
    value: number;
    /** Lower end of the 80 % interval. */
    low: number;
    /** Upper end of the 80 % interval. */
    high: number;
    /** The evidence of a price level, as in the cost-of-living data; null for a score. */
    evidence: 'official_local' | 'official_regional' | 'derived_from_official' | 'modelled_from_national_rents' | 'modelled' | null;
    /** For a price level, the most local kind of place that was measured for it; for a score, the least local one. */
    grain: 'city' | 'metro' | 'region' | 'country' | null;
    /** The share of the weight of a score that was measured, by kind of place, as in the quality-of-life data; null for a price level. */
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
  /** Nearest first; of equal ones, the largest. */
  similar: Array<SimilarCity>;
}

/** The served data release: what it is, and its files. */
export interface Release {
  /** Version of the data release, as in `X-Dataset-Release`. */
  version: string;
  /** SHA-256 of the content of the release, in hexadecimal: the same on every machine that builds it from the same data. Cite figures with version and hash. */
  content_hash: string;
  /** When it was published (UTC). */
  published_at: string;
  /** What it has. */
  counts: {
    /** Countries and territories. */
    countries: number;
    /** Cities. */
    cities: number;
    /** Figures, of all periods. */
    observations: number;
    /** Sources. */
    sources: number;
    /** Metrics. */
    metrics: number;
  };
  /** The number of figures, counted in three ways. */
  figures: {
    /** By where they are served: `country`, `cost_of_living`, `quality_of_life`. */
    by_resource: Record<string, number>;
    /** Number of figures by the kind of place that was really measured. */
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
    /** By metric id, every metric of the data dictionary. */
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
  /** Changelog of the release (Markdown); null if it has none. */
  changelog: string | null;
  /** How its latest figures differ from those of the previous release; null for a first release. */
  changes: {
    /** The previous release. */
    from: {
      /** Its version. */
      version: string;
      /** Its content hash. */
      content_hash: string;
    };
    /** Relative change above which a figure has moved. */
    threshold: number;
    /** Countries that differ. */
    countries: {
      /** Not there before. */
      appeared: number;
      /** There no more. */
      vanished: number;
    };
    /** Cities that differ. */
    cities: {
      /** Not there before. */
      appeared: number;
      /** There no more. */
      vanished: number;
    };
    /** Number of figures that differ. */
    figures: {
      /** There was none before. */
      appeared: number;
      /** There is none any more. */
      vanished: number;
      /** The values are further apart than `threshold` times the smaller one. */
      moved: number;
      /** Another value, unit, period or source, but not moved. */
      revised: number;
    };
    /** By metric id; only metrics with changes. Two results are included like metrics: `cost_of_living_index` (overall, United States = 100) and `quality_of_life_score` (overall). */
    by_metric: Record<string, {
      /** There was none before. */
      appeared: number;
      /** There is none any more. */
      vanished: number;
      /** The values are further apart than `threshold` times the smaller one. */
      moved: number;
      /** Another value, unit, period or source, but not moved. */
      revised: number;
    }>;
  } | null;
  /** The files of the release. `sqlite` alone until the others are made, which takes a moment after the first start of a service. */
  downloads: Array<{
    /** `sqlite`: an SQLite database. `data-package`: CSV with a Frictionless schema, zipped. `parquet`: the same tables as Parquet files, zipped. */
    format: 'sqlite' | 'data-package' | 'parquet';
    /** Where to get it, with the same key. */
    url: string;
    /** Its size. */
    bytes: number;
    /** Its SHA-256 in hexadecimal; also its entity tag. */
    sha256: string;
    /** Its media type. */
    media_type: string;
  }>;
  /** Every source of the release, with its terms. */
  sources: Array<Source>;
  /** Ids of the sources whose licence requires adapted figures to be shared under the same terms. Every figure names its sources, so you can leave these out. */
  share_alike: Array<string>;
}

/** Stable and machine-readable; see the error catalogue. Later versions may add codes: treat one that you do not know like its `status`. */
export type ProblemCode = 'malformed_request' | 'invalid_parameter' | 'unknown_parameter' | 'unknown_country' | 'unknown_city' | 'invalid_cursor' | 'conflicting_credentials' | 'missing_credentials' | 'invalid_token' | 'insufficient_scope' | 'key_not_for_urls' | 'path_not_found' | 'country_not_found' | 'city_not_found' | 'method_not_allowed' | 'not_acceptable' | 'request_timeout' | 'place_withdrawn' | 'precondition_failed' | 'uri_too_long' | 'range_not_satisfiable' | 'rate_limit_exceeded' | 'too_many_downloads' | 'too_many_failed_authentications' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'starting' | 'unavailable' | (string & {});

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
  /** As in `X-Request-Id`. Include it when you report a problem. */
  request_id: string;
  /** One entry per invalid parameter, or per city in it. */
  errors?: Array<{
    /** Name of the parameter. */
    parameter: string;
    /** What is wrong with it. */
    message: string;
    /** Places that you may have meant, most likely first. Empty if no name is similar. */
    candidates?: Array<{
      /** Id of a place that you may have meant. */
      id: string;
      /** Its name, with region and country for a city. */
      name: string;
      /** Its path below the base address. */
      path: string;
    }>;
  }>;
  /** Places that you may have meant, most likely first. Empty if no name is similar. */
  candidates?: Array<{
    /** Id of a place that you may have meant. */
    id: string;
    /** Its name, with region and country for a city. */
    name: string;
    /** Its path below the base address. */
    path: string;
  }>;
  /** Id of the place that replaced it; null if there is none. */
  successor?: string | null;
  /** Seconds to wait, as in `Retry-After`. */
  retry_after?: number;
  /** Stable and machine-readable; see the error catalogue. Later versions may add codes: treat one that you do not know like its `status`. */
  code: ProblemCode;
}

export interface ListCountriesQuery {
  /** Items per page. Without it, you get the complete list. */
  limit?: number;
  /** From the `Link` header of an earlier response; opaque. */
  cursor?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCountryQuery {
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface ListCitiesQuery {
  /** Only cities of this country: its id, ISO 3166-1 code or name. For example `japan`. */
  country?: string;
  /** Only cities with a name, or a word in a name, that starts with this text, in any of their languages; case, accents and script do not matter. A region or country may follow (`Lisbon, Portugal`). Where nothing matches, one or two typing errors are forgiven. One letter finds the cities whose id begins with it. For example `münchen`. */
  q?: string;
  /** Only cities around this point: latitude and longitude in degrees. For example `38.72,-9.14`. */
  near?: string;
  /** How far around `near`, in kilometres. Default: 50. */
  radius_km?: number;
  /** Only cities with at least this many inhabitants. */
  min_population?: number;
  /** Only places of these kinds, separated by commas. `section`: parts of cities, such as Brooklyn. `former`: historical or abandoned places. `city`: all others. `capital`: capitals of countries. `region_seat`: seats of first-level regions. Default: all. For example `city`. */
  kind?: string;
  /** Only cities in the first-level region with this name or code: `california`, `CA`, `bavaria`. If several countries have one, add `country`. For example `california`. */
  region?: string;
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
  /** Only cities whose overall price level is based on this evidence; separate several by commas: official_local, official_regional, derived_from_official, modelled_from_national_rents, modelled. For example `official_local,official_regional`. */
  evidence?: string;
  /** Only cities whose overall price level is based on figures that were measured for this kind of place; separate several by commas: city, metro, region, country. For example `city,metro`. */
  grain?: string;
  /** What must be within the minimum and maximum: with `likely`, the default, the estimate; with `sure`, the whole 80 % interval. With `cost_max` and `sure`, for example, the upper end of the interval. */
  certainty?: 'likely' | 'sure';
  /** Sort by up to 5 names, separated by commas. A minus in front sorts from high to low. Cities that tie stay in the usual order. Names: name, population, cost, housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education_cost, quality, healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship. For example `-quality,cost`. */
  sort?: string;
  /** Also include these figures in each item, separated by commas; null if a city has none. Names: cost, housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education_cost, quality, healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship. For example `cost,quality`. */
  include?: string;
  /** Items per page. Without it, you get the complete list. */
  limit?: number;
  /** From the `Link` header of an earlier response; opaque. */
  cursor?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCityQuery {
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCostOfLivingQuery {
  /** Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. A category that is not named has none. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education. */
  weights?: string;
  /** City that is 100 in the index, instead of New York: its id, `geonames:<id>`, or a name such as `Lisbon, Portugal`. */
  reference?: string;
  /** The exchange rate at which cities of different currencies are compared: `smoothed`, the default, the mean of the twelve months up to the day in `period`, in real terms; or `spot`, the rate of that day. */
  rate?: 'smoothed' | 'spot';
  /** Also give every price in this currency (ISO 4217), converted with the latest daily reference rate. The currency must have such a rate. */
  currency?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCountryCostOfLivingQuery {
  /** Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. A category that is not named has none. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education. */
  weights?: string;
  /** City that is 100 in the index, instead of New York: its id, `geonames:<id>`, or a name such as `Lisbon, Portugal`. */
  reference?: string;
  /** The exchange rate at which cities of different currencies are compared: `smoothed`, the default, the mean of the twelve months up to the day in `period`, in real terms; or `spot`, the rate of that day. */
  rate?: 'smoothed' | 'spot';
  /** Also give every price in this currency (ISO 4217), converted with the latest daily reference rate. The currency must have such a rate. */
  currency?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface CompareCostOfLivingQuery {
  /** The cities to compare, separated by commas: ids, `geonames:<id>`, or names such as `paris-france`. Separate names that have commas themselves by semicolons: `Lisbon, Portugal; Austin, TX`. With `countries`, 2 to 20 places. The first one is the place that all others are compared with. For example `lisbon,porto,tokyo`. */
  cities?: string;
  /** Countries as a whole to compare, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the first country is the place that the others are compared with. For example `portugal,spain`. */
  countries?: string;
  /** Your own basket: categories with their shares, `housing:0.4,food:0.3,transport:0.3`. A category that is not named has none. Shares are scaled to add up to 1; the response lists the shares used. Categories: housing, utilities, food, restaurants, transport, communication, recreation, clothing, health, education. */
  weights?: string;
  /** City that is 100 in the index, instead of New York: its id, `geonames:<id>`, or a name such as `Lisbon, Portugal`. */
  reference?: string;
  /** The exchange rate at which cities of different currencies are compared: `smoothed`, the default, the mean of the twelve months up to the day in `period`, in real terms; or `spot`, the rate of that day. */
  rate?: 'smoothed' | 'spot';
  /** An amount of money in the first place, such as a salary: each place then has `equivalent`, the amount that buys the same there by the index, before taxes. Needs `currency`. For example `60000`. */
  amount?: number;
  /** The currency of `amount` (ISO 4217), and of the amounts in the response. For example `EUR`. */
  currency?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetQualityOfLifeQuery {
  /** Your own weights of the groups in the overall score: `healthcare:0.5,safety:0.5`. A group that is not named does not count. Weights are scaled to add up to 1; the response lists the weights used. There are no ranks by own weights. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions. */
  weights?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCountryQualityOfLifeQuery {
  /** Your own weights of the groups in the overall score: `healthcare:0.5,safety:0.5`. A group that is not named does not count. Weights are scaled to add up to 1; the response lists the weights used. There are no ranks by own weights. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions. */
  weights?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface CompareQualityOfLifeQuery {
  /** The cities to compare, separated by commas: ids, `geonames:<id>`, or names such as `paris-france`. Separate names that have commas themselves by semicolons: `Lisbon, Portugal; Austin, TX`. With `countries`, 2 to 20 places. The first one is the place that all others are compared with. For example `lisbon,porto,tokyo`. */
  cities?: string;
  /** Countries as a whole to compare, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the first country is the place that the others are compared with. For example `portugal,spain`. */
  countries?: string;
  /** Your own weights of the groups in the overall score: `healthcare:0.5,safety:0.5`. A group that is not named does not count. Weights are scaled to add up to 1; the response lists the weights used. There are no ranks by own weights. Groups: healthcare, safety, environment, education, infrastructure, economy, mobility, climate, hardship, opinions. */
  weights?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCityHistoryQuery {
  /** Only these metrics: at most 20 ids of the data dictionary, separated by commas. Without it, all of them. For example `population`. */
  metric?: string;
  /** Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out. For example `2015`. */
  from?: string;
  /** Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out. For example `2023-12`. */
  to?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetCountryHistoryQuery {
  /** Only these metrics: at most 20 ids of the data dictionary, separated by commas. Without it, all of them. For example `population`. */
  metric?: string;
  /** Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out. For example `2015`. */
  from?: string;
  /** Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out. For example `2023-12`. */
  to?: string;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetSimilarCitiesQuery {
  /** How many cities to return. Default: 10. For example `5`. */
  limit?: number;
  /** Only cities of this country: its id, ISO 3166-1 code or name. For example `spain`. */
  country?: string;
  /** `true`: only cities of other countries. Otherwise, cities of the same country are included. For example `true`. */
  elsewhere?: 'true' | 'false';
  /** Only cities with at least this many inhabitants. Without it, small towns are included. For example `200000`. */
  min_population?: number;
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
  fields?: string;
}

export interface GetReleaseQuery {
  /** Only these fields: at most 50 paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields. For example `id,name`. */
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
