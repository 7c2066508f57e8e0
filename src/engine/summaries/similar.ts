import type { Static } from 'typebox';
import type { MeasureId } from '../../release/measures.ts';
import type { SimilarCities } from '../similar/similar-cities.ts';
import { numberText } from './cells.ts';
import { citationOf } from './citation.ts';
import type { SummaryDocument } from './document.ts';
import { MEASURE_TITLES } from './words.ts';

type Similar = Static<typeof SimilarCities>;

/** The cities most similar to a given one in prices and quality of life. The figures and sources of each are in its own data. */
export function similarDocument(similar: Similar, options: { url?: string } = {}): SummaryDocument {
  const { city, release } = similar;
  return {
    title: `Cities like ${city.name}, ${city.country.name}`,
    conclusion: [conclusionOf(similar)],
    tables: [
      {
        id: 'similar',
        title: 'Most alike first',
        columns: [
          { id: 'id', title: 'Id', kind: 'text', dataOnly: true },
          { id: 'city', title: 'City', kind: 'text' },
          { id: 'distance', title: 'Distance', kind: 'number' },
          { id: 'uncertainty', title: 'Uncertain share', kind: 'number' },
          { id: 'most_alike', title: 'Most alike in', kind: 'text' },
          { id: 'most_different', title: 'Most different in', kind: 'text' },
        ],
        rows: similar.similar.map(({ city: other, distance, uncertainty, ...parts }) => ({
          id: other.id,
          city: `${other.name}, ${other.country.name}`,
          distance,
          uncertainty,
          most_alike: titles(parts.most_alike),
          most_different: titles(parts.most_different),
        })),
      },
    ],
    citation: citationOf(release, [], options.url),
  };
}

function conclusionOf({ city, reason, missing, among, similar: [nearest] }: Similar): string {
  if (reason === 'no_figures')
    return `${city.name} cannot be compared: it has no figures for ${titles(missing)}.`;
  if (nearest === undefined) return 'No other matching city has firm figures.';
  return `Of ${numberText(among)} cities with firm figures, ${nearest.city.name}, ${nearest.city.country.name} is most like ${city.name} in prices and quality of life. A distance of 0 means alike in every part.`;
}

function titles(parts: readonly string[]): string {
  return parts.map((part) => MEASURE_TITLES[part as MeasureId].toLowerCase()).join(', ');
}
