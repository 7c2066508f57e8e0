import Type, { type Static } from 'typebox';
import {
  type CityClimateRecord,
  CLIMATE_ELEMENTS,
  CLIMATE_SOURCES,
  type ClimateElement,
  correctedMonths,
  ELEMENT_UNITS,
  estimatedFor,
  FAR_STATION,
  grainOfStation,
  HIGH_STATION,
  type IndexRecord,
  NORMALS_PERIOD,
  type ResidentIndexRecord,
  type StationRecord,
  stationOf,
  yearlyIndex,
  yearOf,
} from '../../release/climate-records.ts';
import type { City } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import NAMES from '../names.json' with { type: 'json' };
import { byName, GrainSchema, MethodSchema, resource, SourceIds } from '../schemas.ts';

/* The climate of a city: its Köppen class, and the months of each element. */

const TITLES: Readonly<Record<ClimateElement, string>> = NAMES.climate;

const months = {
  unit: field.text('Unit id, as listed in the data dictionary.'),
  values: field.list(Type.Number(), 'Values of the twelve months, January first, in `unit`.', {
    minItems: 12,
    maxItems: 12,
  }),
  year: field.number(
    'Value of the year, in `unit`: the sum of the months for precipitation, days and hours, otherwise their mean.',
  ),
  period: field.text('The years that the normals cover, as an ISO 8601 interval.'),
  grain: GrainSchema,
  method: MethodSchema,
};

const ClimateNormals = resource(
  'ClimateNormals',
  'Monthly normals of one climate element, from a weather station.',
  {
    title: field.text('What the values are, in words.'),
    ...months,
    station: field.part('The weather station that measured the element.', {
      name: field.text('Name used by its weather service.'),
      distance_km: field.number('Distance from the city, in kilometres.'),
      height_difference_m: field.integer(
        'How much higher the city is than the station, in metres; negative if it is lower.',
      ),
    }),
    note: field.textOrNull(
      'That the station is more than 50 km away or at least 300 m higher or lower than the city, and what was corrected for it; null if neither.',
    ),
    correction: field.partOrNull(
      'How the station\u2019s values were corrected for the city; null if they were not.',
      {
        by: field.oneOf(
          ['height', 'climatology'],
          'height: 0.6 °C colder for every 100 m higher; climatology: adjusted towards the annual figure of a gridded climatology, because the station is not in the city or has different seasons.',
        ),
        added: field.numberOrNull(
          'Degrees Celsius added to each month; null for elements other than temperatures.',
        ),
        factor: field.numberOrNull('Factor by which each month is multiplied; null for temperatures.'),
        stretch: field.numberOrNull(
          'Factor by which the difference between each month’s mean temperature and the year’s is multiplied, if the climatology has different seasons in the city than at the station; maxima and minima move with the mean. Null if the seasons were not corrected.',
        ),
        distance_km: field.numberOrNull(
          'Distance from the city to the point of the climatology, in kilometres; null if no climatology was used.',
        ),
      },
    ),
    sources: SourceIds,
  },
);

const INDEX = {
  ...months,
  note: field.textOrNull('What we estimated because no station near the city measures it; null if nothing.'),
};

export const Climate = resource('Climate', 'The city’s climate, by month.', {
  koppen: field.partOrNull(
    'Köppen-Geiger climate class of the 0.1-degree grid cell that contains the city; null if the grid has no land there.',
    {
      class: field.text('Symbol of the class, such as `Csb`.', { pattern: '^[A-E][A-Za-z]{1,2}$' }),
      title: field.text('The symbol in words.'),
      period: field.text('The years that the class covers, as an ISO 8601 interval.'),
      grain: GrainSchema,
      method: MethodSchema,
      sources: SourceIds,
    },
  ),
  normals: byName(
    CLIMATE_ELEMENTS,
    ClimateNormals,
    `By element: ${CLIMATE_ELEMENTS.map((element) => `\`${element}\``).join(', ')}. An element is absent if no station is near enough.`,
  ),
  holiday_climate_index: field.partOrNull(
    'Holiday Climate Index for cities (HCI:Urban) of each month, from 0 to 100; null without temperature or precipitation.',
    {
      ...INDEX,
      comfortable_months: field.list(
        Type.Integer(),
        'The months (1 to 12) with an index of 70 or higher, which the index\u2019s authors call very good.',
      ),
      sources: SourceIds,
    },
  ),
  resident_climate_index: field.partOrNull(
    'Climate index for residents of each month, from 0 to 100: comfort by day and night times dryness; null without temperature or precipitation.',
    { ...INDEX, sources: SourceIds },
  ),
});
export type Climate = Static<typeof Climate>;

/** From this index on, its authors call the weather very good. */
const COMFORTABLE = 70;

export function climateOf(release: Release, city: City): Climate {
  const record = release.climate(city);
  if (record === undefined)
    return { koppen: null, normals: {}, holiday_climate_index: null, resident_climate_index: null };
  const { index, residents } = record;
  return {
    koppen: record.koppen === null ? null : koppenClass(record.koppen),
    normals: Object.fromEntries(
      CLIMATE_ELEMENTS.flatMap((element) => {
        const chosen = stationOf(record, element);
        return chosen === null ? [] : [[element, normalsOf(release, element, chosen)]];
      }),
    ),
    holiday_climate_index:
      index === null
        ? null
        : { ...indexOf(record, index), comfortable_months: comfortableMonths(index.months) },
    resident_climate_index: residents === null ? null : indexOf(record, residents),
  };
}

const DERIVED = { period: NORMALS_PERIOD, method: 'derived' } as const;

function normalsOf(
  release: Release,
  element: ClimateElement,
  chosen: StationRecord,
): Static<typeof ClimateNormals> {
  const [id, kilometres, height] = chosen;
  const { name, normals } = release.climateStation(id);
  const published = normals[element];
  if (published === undefined) throw new Error(`the station ${id} has no normals of ${element}`);
  const values = correctedMonths(element, published, chosen, normals.temperature_mean);
  return {
    title: TITLES[element],
    unit: ELEMENT_UNITS[element].unit,
    values,
    year: yearOf(element, values),
    ...DERIVED,
    grain: grainOfStation(chosen),
    station: { name, distance_km: kilometres, height_difference_m: height },
    note: noteOf(name, chosen, correctionOf(element, chosen)),
    correction: correctionOf(element, chosen),
    sources: sourcesOf(chosen),
  };
}

/** `Huelva is 254 km away. Its months are moved and stretched towards the gridded climatology CHELSA, 4 km from the city.` */
function noteOf(
  name: string,
  [, kilometres, height]: StationRecord,
  correction: ReturnType<typeof correctionOf>,
): string | null {
  const differences = [
    ...(kilometres > FAR_STATION ? [`${Math.round(kilometres)} km away`] : []),
    ...(Math.abs(height) >= HIGH_STATION ? [`${Math.abs(height)} m ${height > 0 ? 'lower' : 'higher'}`] : []),
  ];
  if (differences.length === 0) return null;
  const corrected =
    correction === null
      ? 'Its months are not corrected.'
      : correction.by === 'height'
        ? 'Its months are corrected for the difference in height.'
        : `Its months are moved ${correction.stretch === null ? '' : 'and stretched '}towards the gridded climatology CHELSA, ${Math.round(correction.distance_km ?? 0)} km from the city.`;
  return `${name} is ${differences.join(' and ')}. ${corrected}`;
}

function correctionOf(
  element: ClimateElement,
  [, , , correction, kilometresToPoint, stretch]: StationRecord,
) {
  const isTemperature = element.startsWith('temperature_');
  if (!isTemperature && kilometresToPoint === null) return null;
  return {
    by: kilometresToPoint === null ? ('height' as const) : ('climatology' as const),
    added: isTemperature ? correction : null,
    factor: isTemperature ? null : correction,
    stretch: stretch ?? null,
    distance_km: kilometresToPoint,
  };
}

function indexOf(record: CityClimateRecord, index: IndexRecord | ResidentIndexRecord) {
  const estimated = estimatedFor(index);
  const stations = [record.temperature, record.precipitation].filter((station) => station !== null);
  return {
    unit: 'index_0_to_100',
    values: index.months,
    year: yearlyIndex(index.months),
    ...DERIVED,
    grain: grainOfStation(record.temperature),
    note: estimated === '' ? null : estimated,
    sources: [...new Set(stations.flatMap(sourcesOf))].sort(),
  };
}

function comfortableMonths(months: readonly number[]): number[] {
  return months.flatMap((value, month) => (value >= COMFORTABLE ? [month + 1] : []));
}

function sourcesOf([, , , , kilometresToPoint]: StationRecord): string[] {
  const { cities, grid, stations } = CLIMATE_SOURCES;
  return kilometresToPoint === null ? [cities, stations] : [grid, cities, stations];
}

function koppenClass(symbol: string) {
  return {
    class: symbol,
    title: koppenTitle(symbol),
    ...DERIVED,
    grain: 'city' as const,
    sources: [CLIMATE_SOURCES.cities, CLIMATE_SOURCES.koppen],
  };
}

const KOPPEN: Readonly<Record<keyof typeof NAMES.koppen, Readonly<Record<string, string>>>> = NAMES.koppen;

/** `Csb`: Temperate, dry summer, warm summer. */
function koppenTitle(symbol: string): string {
  const [zone = '', second = '', third = ''] = symbol;
  return [KOPPEN.zones[zone], KOPPEN.second[zone + second] ?? KOPPEN.second[second], KOPPEN.third[third]]
    .filter((word) => word !== undefined)
    .join(', ');
}
