import type { Grain } from '../../../release/grain.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import {
  type MunicipalDivision,
  type Municipality,
  municipalityId,
  settleMunicipalities,
} from '../places/municipalities.ts';
import type { SourceReading } from './reader.ts';

/** A municipality, and what is published about it. */
export interface PublishedMunicipality extends Municipality {
  figures: readonly Omit<Fact, 'place' | 'grain'>[];
  /** True if neighbouring municipalities have the same figures, so that they are not the city's own. */
  isShared?: boolean;
}

/**
 * The figures of municipalities for the places of ours in them: for the city that is the municipality, and for the area of the other
 * places in it, which the step `areas` makes from the same division.
 */
export function municipalReading(
  gazetteer: Gazetteer,
  division: Pick<MunicipalDivision, 'countries' | 'codesOfCities'>,
  published: readonly PublishedMunicipality[],
): SourceReading {
  const facts: Fact[] = [];
  const matches: Match[] = [];
  const { settled, outside } = settleMunicipalities(gazetteer, division, published);
  for (const municipality of settled) {
    const { code, names, figures, isShared = false, city, parts } = municipality;
    const found = (place: string, grain: Grain, how: string) => {
      matches.push({ published: `${code} | ${names[0]}`, place, how });
      facts.push(...figures.map((figure) => ({ ...figure, place, grain })));
    };
    if (city !== undefined) found(city.key, isShared ? 'region' : 'city', 'code and name');
    const area = areaKey(municipalityId(municipality));
    if (parts.length > 0) found(area, 'region', `code: ${parts.map(({ name }) => name).join(', ')}`);
  }
  const how = 'no municipality with a published figure has its code';
  const none = outside.map(({ country, name, geonamesId }) => {
    return { published: `${country} | ${name} | ${geonamesId}`, place: '', how };
  });
  return { facts, matches: [...matches, ...none] };
}
