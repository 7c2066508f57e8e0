import type { Grain } from '../../../release/grain.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import {
  type MunicipalDivision,
  type Municipality,
  municipalityId,
  municipalityMatches,
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
  const byCode = new Map(published.map((municipality) => [municipality.code, municipality]));
  const { settled, outside } = settleMunicipalities(gazetteer, division, published);
  const facts = settled.flatMap((municipality): Fact[] => {
    const { city, parts } = municipality;
    const { figures = [], isShared = false } = byCode.get(municipality.code) ?? {};
    const of = (place: string, grain: Grain) => figures.map((figure) => ({ ...figure, place, grain }));
    return [
      ...(city === undefined ? [] : of(city.key, isShared ? 'region' : 'city')),
      ...(parts.length === 0 ? [] : of(areaKey(municipalityId(municipality)), 'region')),
    ];
  });
  return { facts, matches: municipalityMatches(settled, outside) };
}
