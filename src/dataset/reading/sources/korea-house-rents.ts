import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'korea-house-rents';
const SOURCE = 'molit-house-rents-2016-derived';
const DEPOSIT = 'jeonse_10kKRW_m2';
/** Medians of fewer contracts move by chance. */
const FEWEST_CONTRACTS = 30;
/** Seoul and the cities of its rank, whose districts are directly below them. */
const METROPOLITAN = /(특별시|광역시)$/;
const WON = 10_000;

/**
 * Deposits for which houses in Korea were let without a monthly rent (jeonse), per square metre: medians of districts and
 * counties that the copyist computed from registered contracts of 2016. A city with districts has their mean, weighted by
 * contracts. An input of the estimates, not the publisher's figure.
 */
export const koreaHouseRents: SourceReader = {
  id: ID,
  folder: 'korea-rents-houses-2016',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'sigungu_house_rents_2016.csv'), {
      columns: ['sigungu', DEPOSIT, 'n_jeonse'],
    });
    const regions = new RegionMatches(gazetteer.dataDirectory, ID);
    const medians = rows.flatMap((row) => {
      const deposit = row.number(DEPOSIT, ['NA']);
      const contracts = row.number('n_jeonse', ['NA']);
      if (deposit === null || contracts === null) return [];
      return placesOf(row.required('sigungu')).map((place) => ({ place, deposit, contracts }));
    });
    const facts: Fact[] = [];
    for (const [published, districts] of Map.groupBy(medians, ({ place }) => place)) {
      const contracts = districts.reduce((sum, district) => sum + district.contracts, 0);
      const areas = regions.of(published);
      if (contracts < FEWEST_CONTRACTS) continue;
      const total = districts.reduce((sum, district) => sum + district.deposit * district.contracts, 0);
      for (const place of areas) {
        facts.push({
          place,
          metric: 'derived_city_rent',
          period: '2016-01/2016-11',
          grain: 'region',
          value: Math.round((WON * total) / contracts),
          unit: 'KRW',
          source: SOURCE,
          note: 'deposit per square metre for houses let without a monthly rent',
        });
      }
    }
    return { facts, matches: regions.matches() };
  },
};

/** `경기도 성남시 분당구` is a district of the city `경기도 성남시`; `서울특별시 강남구` one of `서울특별시`. */
function placesOf(sigungu: string): string[] {
  const [province = '', ...rest] = sigungu.split(' ');
  const place = [province, ...rest.slice(0, 1)].join(' ');
  return METROPOLITAN.test(province) ? [place, province] : [place];
}
