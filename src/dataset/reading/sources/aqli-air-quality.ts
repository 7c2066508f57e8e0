import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, firstLevelAreaId, readAreaIds, secondLevelAreaId } from '../../building/places/areas.ts';
import { byCode } from './place-rules.ts';
import type { RulesOfTables } from './table-reader.ts';

const FIGURE = 'pm2023';

/** If several AQLI regions are in one of our first-level regions, none of them has its figure. */
const SEVERAL = 'the first-level region of GeoNames has several of AQLI';

export const aqliAirQuality: RulesOfTables = {
  'aqli-air-quality countries': {
    format: { endsWithoutLineEnd: true },
    places: (_, gazetteer) => (row) => byCode(gazetteer.countryByCode(row.required('id'))?.key ?? ''),
  },
  'aqli-air-quality regions': {
    format: { endsWithoutLineEnd: true },
    // AQLI uses GADM's regions; a table that came with the files says which of ours each one is.
    rows(rows, { dataDirectory }, directory) {
      const ours = readAreaIds(dataDirectory);
      const regions = new Map(rows.map((row) => [row.required('id'), row]));
      const links = readPublishedTable(join(directory, 'geonames_admin1_to_aqli.csv'));
      const linked = links.rows.filter((link) => link.text('aqli_id') !== '' && ours.has(areaOf(link)));
      return [...Map.groupBy(linked, areaOf)].flatMap(([area, ofArea]) => {
        const byId = new Map(ofArea.map((link) => [link.text('aqli_id'), link]));
        return [...byId].map(([id, link]) => {
          const region = regions.get(id);
          if (region === undefined) throw link.fault('aqli_id', `AQLI has no region ${id}`);
          const fit = byId.size > 1 ? SEVERAL : fitOf(link, region);
          const isUsed = fit === 'name' || fit === 'reviewed spelling';
          return region.with({
            '(published)': ['name0', 'name', 'id'].map((column) => region.required(column)).join(' | '),
            '(place)': isUsed ? areaKey(area) : '',
            '(how)': isUsed ? fit : `${area}: ${fit}`,
          });
        });
      });
    },
  },
};

function areaOf(link: PublishedRow): string {
  const country = link.required('country_code');
  const [admin1, admin2] = [link.text('geonames_admin1'), link.text('geonames_admin2')];
  return admin2 === '' ? firstLevelAreaId(country, admin1) : secondLevelAreaId(country, admin1, admin2);
}

/** How a region fits the one of ours that it alone is matched to. */
function fitOf(link: PublishedRow, region: PublishedRow): string {
  const match = link.required('match');
  if (match.startsWith('approximate')) return 'its units are older and other ones';
  // Islets and the far North, which the satellites do not cover.
  if (!((region.number(FIGURE) ?? 0) > 0)) return 'no data';
  return match.endsWith('name') ? 'name' : 'reviewed spelling';
}
