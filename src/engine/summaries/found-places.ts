import { MEASURES, type MeasureId } from '../../release/measures.ts';
import type { Asked } from '../ask.ts';
import type { Body } from '../operations.ts';
import { exact } from './cells.ts';
import { citationOf } from './citation.ts';
import type { Column, Row, SummaryDocument } from './document.ts';
import { MEASURE_TITLES, SHORT_EVIDENCE } from './words.ts';

/** A page of the list of cities. */
export type FoundCities = Pick<Asked<Body<'/cities'>>, 'body' | 'release' | 'total' | 'excluded'>;

/** Cities that a search found, with the requested figures. Their sources are in the data of each city. */
export function citiesDocument(found: FoundCities, options: { url?: string } = {}): SummaryDocument {
  const { body: cities, total = cities.length, excluded = 0, release } = found;
  const shown = MEASURES.filter((measure) => cities.some(({ figures }) => figures?.[measure] != null));
  return {
    title: 'Cities found',
    conclusion: [
      `${total === 1 ? 'One city' : `${exact(total)} cities`} found${cities.length < total ? `; these are the first ${exact(cities.length)}` : ''}.`,
      ...(excluded > 0
        ? [`${exact(excluded)} more are left out because they lack a figure that the search needs.`]
        : []),
    ],
    tables: [
      {
        id: 'cities',
        title: 'Cities, with 80 % intervals',
        columns: [...PLACE_COLUMNS, ...shown.flatMap(figureColumns)],
        rows: cities.map((city) => rowOf(city, shown)),
      },
    ],
    citation: citationOf(release, [], options.url),
  };
}

const PLACE_COLUMNS: readonly Column[] = [
  { id: 'id', title: 'Id', kind: 'text' },
  { id: 'name', title: 'City', kind: 'text' },
  { id: 'region', title: 'Region', kind: 'text' },
  { id: 'country', title: 'Country', kind: 'text' },
  { id: 'population', title: 'Population', kind: 'number' },
];

/** Only price levels have evidence. */
function figureColumns(measure: MeasureId): Column[] {
  const title = MEASURE_TITLES[measure];
  return [
    { id: measure, title, kind: 'estimate' },
    { id: `${measure}_grain`, title: `Grain of ${title}`, kind: 'text', dataOnly: true },
    ...(measure === 'cost'
      ? [{ id: 'cost_evidence', title: 'Evidence', kind: 'text' as const, words: SHORT_EVIDENCE }]
      : []),
  ];
}

function rowOf(city: FoundCities['body'][number], shown: readonly MeasureId[]): Row {
  const { id, name, region, country, population, figures } = city;
  const cells = shown.flatMap((measure): [string, Row[string]][] => {
    const figure = figures?.[measure];
    if (figure == null) return [];
    const { value, low, high, grain, evidence } = figure;
    return [
      [measure, { value, low, high }],
      [`${measure}_grain`, grain],
      ...(measure === 'cost' ? [['cost_evidence', evidence] as [string, string | null]] : []),
    ];
  });
  return { id, name, region, country: country.name, population, ...Object.fromEntries(cells) };
}
