import { join } from 'node:path';
import type { InhabitedArea } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { type MunicipalDivision, municipalityId, settleMunicipalities } from '../places/municipalities.ts';
import { municipalTables } from '../sources/table-reader.ts';
import { TABLE_RULES } from '../sources/table-rules.ts';

/**
 * Municipalities with published figures, as areas of the places of ours in them that are not the municipality itself.
 * `directory` holds the folders of all publishers.
 */
export function municipalAreas(directory: string, gazetteer: Gazetteer): InhabitedArea[] {
  return municipalTables(gazetteer.dataDirectory, TABLE_RULES).flatMap((division) =>
    areasOf(division, directory, gazetteer),
  );
}

function areasOf(division: MunicipalDivision, directory: string, gazetteer: Gazetteer): InhabitedArea[] {
  const published = division.municipalities(join(directory, division.folder), gazetteer);
  return settleMunicipalities(gazetteer, division, published)
    .settled.filter(({ parts }) => parts.length > 0)
    .map((municipality) => {
      const { code, names, country, isGroup, city, parts } = municipality;
      const extent = city === undefined ? '' : `, apart from ${city.name} itself`;
      return {
        id: municipalityId(municipality),
        kind: isGroup === true ? 'region' : 'county',
        name: names[0],
        country,
        definition: `${division.term}, code ${code}${extent}`,
        cities: parts,
      };
    });
}
