import type { Grain } from '../../../release/grain.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import {
  codesByTable,
  type MunicipalDivision,
  type Municipality,
  municipalityId,
  municipalityMatches,
  settleMunicipalities,
} from '../places/municipalities.ts';
import type { SourceReader } from './reader.ts';

/** A municipality, and what is published about it. */
export interface PublishedMunicipality extends Municipality {
  figures: readonly Omit<Fact, 'place' | 'grain'>[];
  /** True if neighbouring municipalities have the same figures, so that they are not the city's own. */
  isShared?: boolean;
}

/** What is particular to a publisher's figures of municipalities. */
interface MunicipalSource
  extends Omit<SourceReader, 'read'>,
    Omit<MunicipalDivision, 'municipalities' | 'codesOfCities'> {
  municipalities(directory: string, gazetteer: Gazetteer): PublishedMunicipality[];
  /** What the files say about larger areas than municipalities. */
  larger?: SourceReader['read'];
  /** Default: by data/readers/municipality-codes.tsv. */
  codesOfCities?: MunicipalDivision['codesOfCities'];
}

/**
 * Reads the figures of municipalities for the places of ours in them: for the city that is the municipality, and for the area
 * of the other places in it, which the step `areas` makes from the same division.
 */
export function municipalReader(source: MunicipalSource): SourceReader & MunicipalDivision {
  const [country = ''] = source.countries;
  const division = {
    codesOfCities: (dataDirectory: string) => codesByTable(dataDirectory, country),
    ...source,
  };
  return {
    ...division,
    read(directory, gazetteer) {
      const published = source.municipalities(directory, gazetteer);
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
      const larger = source.larger?.(directory, gazetteer) ?? { facts: [], matches: [] };
      return {
        facts: [...facts, ...larger.facts],
        matches: [...municipalityMatches(settled, outside), ...larger.matches],
      };
    },
  };
}
