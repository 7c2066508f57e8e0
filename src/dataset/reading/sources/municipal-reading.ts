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

/** What was measured: the city itself, or a municipality that it is only a part of. */
export type MunicipalGrain = 'city' | 'region';

/**
 * The figures of municipalities for the places of ours in them: for the city that is the municipality, and for the area of
 * the other places in it.
 */
export function municipalReading<Published extends Municipality>(
  gazetteer: Gazetteer,
  division: MunicipalDivision,
  published: readonly Published[],
  toFacts: (place: string, grain: MunicipalGrain, municipality: Published) => Fact[],
): Pick<SourceReading, 'facts' | 'matches'> {
  const byCode = new Map(published.map((municipality) => [municipality.code, municipality]));
  const { settled, outside } = settleMunicipalities(gazetteer, division, published);
  const facts = settled.flatMap((municipality) => {
    const figures = byCode.get(municipality.code) as Published;
    const { city, parts } = municipality;
    return [
      ...(city === undefined ? [] : toFacts(city.key, 'city', figures)),
      ...(parts.length === 0 ? [] : toFacts(areaKey(municipalityId(municipality)), 'region', figures)),
    ];
  });
  return { facts, matches: municipalityMatches(settled, outside) };
}
