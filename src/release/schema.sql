CREATE TABLE release (
  key TEXT PRIMARY KEY,      -- version, content_hash, published_at, format
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The columns of source.ts.
CREATE TABLE source (
  {columns},
  PRIMARY KEY (id)
) WITHOUT ROWID;

CREATE TABLE unit (id TEXT PRIMARY KEY, title TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE metric (
  id TEXT PRIMARY KEY, resource TEXT NOT NULL, grouping TEXT NOT NULL, kind TEXT NOT NULL,
  title TEXT NOT NULL, unit TEXT NOT NULL, per TEXT NOT NULL, definition TEXT NOT NULL,
  first_position INTEGER NOT NULL, positions INTEGER NOT NULL   -- of its figures: figure.position
) WITHOUT ROWID;

CREATE TABLE country (
  position INTEGER PRIMARY KEY,          -- order by name
  id TEXT NOT NULL UNIQUE, alpha2 TEXT NOT NULL UNIQUE, alpha3 TEXT NOT NULL, numeric TEXT,
  name TEXT NOT NULL, names TEXT NOT NULL,   -- names: folded by fold.ts, each between two bars, so that "|lisboa|" finds it whole
  wikidata TEXT,                         -- Q45
  part_of TEXT,                          -- id of the state that a territory belongs to
  detail TEXT NOT NULL                   -- JSON, CountryDetailRecord
);

CREATE TABLE city (
  rank INTEGER PRIMARY KEY,              -- order by population, largest first, then id
  id TEXT NOT NULL UNIQUE, geonames_id INTEGER NOT NULL UNIQUE, country TEXT NOT NULL,
  name TEXT NOT NULL, region TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL,
  population INTEGER, is_capital INTEGER NOT NULL,
  kind TEXT NOT NULL,                    -- GeoNames feature code
  part_of TEXT,                          -- id of the main city of its agglomeration
  iata TEXT,                             -- codes of the airports that serve it, separated by spaces, large ones first
  name_rank INTEGER NOT NULL,            -- order by name: folded, then as it is, then by rank
  detail TEXT NOT NULL                   -- JSON, CityDetailRecord
);

CREATE TABLE iata (                      -- what codes of airports and groups of airports lead to; several: in doubt
  code TEXT NOT NULL, city TEXT NOT NULL, PRIMARY KEY (code, city)
) WITHOUT ROWID;

CREATE TABLE qualifier (                 -- what people write beside the name of a city to say where it is
  name TEXT NOT NULL,                    -- folded: of a country or a first-level region, or its code
  country TEXT NOT NULL,
  region TEXT NOT NULL,                  -- empty: anywhere in the country
  PRIMARY KEY (name, country, region)
) WITHOUT ROWID;

CREATE TABLE island (                    -- an island that people name like a region, as a box; one row for each name
  name TEXT NOT NULL,                    -- folded
  country TEXT NOT NULL, title TEXT NOT NULL,
  south REAL NOT NULL, north REAL NOT NULL, west REAL NOT NULL, east REAL NOT NULL,
  PRIMARY KEY (name, country)
) WITHOUT ROWID;

CREATE TABLE area (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, country TEXT NOT NULL,
  extent INTEGER NOT NULL,               -- how many of our cities lie in it
  main_city TEXT                         -- id of the largest of them
) WITHOUT ROWID;
CREATE TABLE city_area (city TEXT NOT NULL, area TEXT NOT NULL, PRIMARY KEY (city, area)) WITHOUT ROWID;

CREATE TABLE series (                    -- what the figures of all places and periods of one series share
  id INTEGER PRIMARY KEY,
  metric TEXT NOT NULL, source TEXT NOT NULL, note TEXT NOT NULL,
  grain TEXT NOT NULL, method TEXT NOT NULL, unit TEXT NOT NULL,
  figures INTEGER NOT NULL, last_period TEXT NOT NULL   -- how many there are, and the period that ends last
);
CREATE TABLE figure (
  place TEXT NOT NULL,                   -- city/<id>, country/<id>, area/<id>, currency/<code>
  series INTEGER NOT NULL, period TEXT NOT NULL, value REAL NOT NULL,
  standard_error REAL,                   -- in the unit of the value, where its publisher states one
  latest INTEGER NOT NULL,               -- 1 where no later period of the same series exists
  usd REAL, usd_rate REAL, usd_rate_period TEXT, usd_rate_source TEXT,   -- prices in other currencies
  position INTEGER,                      -- of the latest figures of places: by metric, then the highest first
  PRIMARY KEY (place, series, period)
) WITHOUT ROWID;
CREATE VIEW observation AS
  SELECT place, metric, period, source, note, grain, method, value, unit, standard_error, latest,
    usd, usd_rate, usd_rate_period, usd_rate_source, position
  FROM figure JOIN series ON series.id = figure.series;

CREATE TABLE goalpost (                  -- quality-records.ts, GoalpostRecord
  metric TEXT PRIMARY KEY, worst REAL NOT NULL, best REAL NOT NULL, scale TEXT NOT NULL, reason TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE quality_weight (            -- quality-records.ts, QualityWeightRecord; no metric: of the group
  grouping TEXT NOT NULL, metric TEXT NOT NULL, weight REAL NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (grouping, metric)
) WITHOUT ROWID;
CREATE TABLE quality_part (              -- an overall score or a group; places with the same figures share it
  id INTEGER PRIMARY KEY,
  grouping TEXT NOT NULL,                -- empty for an overall score
  record TEXT NOT NULL                   -- JSON, quality-records.ts: Overall, GroupRecord
);
CREATE TABLE quality (
  place TEXT PRIMARY KEY,                -- country/<id>, every one; city/<id> where it differs from its country
  parts TEXT NOT NULL                    -- quality_part, separated by spaces: the overall score, then each group
) WITHOUT ROWID;

-- Price levels against the United States, as natural logarithms, by category and overall: cost-estimates.ts.
CREATE TABLE cost (
  place TEXT PRIMARY KEY,                -- city/<id>, country/<id>
  common_variance REAL, rent_variance REAL,
  estimates TEXT,                        -- JSON, CostEstimatesRecord
  reason TEXT, detail TEXT               -- where there is no estimate
) WITHOUT ROWID;
CREATE TABLE cost_basis (
  id INTEGER PRIMARY KEY, evidence TEXT NOT NULL, grain TEXT NOT NULL, period TEXT NOT NULL, sources TEXT NOT NULL
);

-- Budgets of households, in US dollars a month on the day of the release: household-budgets.ts.
CREATE TABLE household_basket (
  household TEXT NOT NULL, category TEXT NOT NULL,
  usd REAL NOT NULL, sources TEXT NOT NULL,
  PRIMARY KEY (household, category)
) WITHOUT ROWID;
CREATE TABLE home_rent (
  city TEXT PRIMARY KEY,                 -- city/<id>
  one REAL NOT NULL, couple REAL NOT NULL, family REAL NOT NULL, sd REAL NOT NULL,
  evidence TEXT NOT NULL, grain TEXT NOT NULL, period TEXT NOT NULL, source TEXT NOT NULL
) WITHOUT ROWID;

-- Climate normals: climate-records.ts.
CREATE TABLE climate_station (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, elevation REAL NOT NULL,
  normals TEXT NOT NULL                  -- JSON, ClimateNormals
) WITHOUT ROWID;
CREATE TABLE climate (
  city TEXT PRIMARY KEY,
  record TEXT NOT NULL                   -- JSON, CityClimateRecord
) WITHOUT ROWID;

-- Figures of all cities, in columns by rank: measures.ts, MeasureRow.
CREATE TABLE measure (
  id TEXT PRIMARY KEY,                   -- cost and its categories, pay, quality and its groups
  value BLOB NOT NULL, low BLOB NOT NULL, high BLOB NOT NULL,   -- tenths (earnings: dollars), two bytes a city; 65535: none
  evidence BLOB NOT NULL, grain BLOB NOT NULL,                  -- a byte a city; 255: none
  shared_error BLOB NOT NULL, own_error BLOB NOT NULL,          -- two bytes a city
  measured BLOB NOT NULL                                        -- four bytes a city; only of scores
);

-- Figures without an interval, in columns by rank: plain-measures.ts, PlainRow.
CREATE TABLE plain_measure (
  id TEXT PRIMARY KEY,                   -- sea, airport; of each month high_1, rain_1, sun_1
  value BLOB NOT NULL                    -- tenths, two bytes a city; 65535: none
);

CREATE TABLE retired (kind TEXT NOT NULL, id TEXT NOT NULL, successor TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;

CREATE TABLE city_names (                -- one row: every name of every city, to be searched in memory (name-index.ts)
  text BLOB NOT NULL, starts BLOB NOT NULL, cities BLOB NOT NULL
);
