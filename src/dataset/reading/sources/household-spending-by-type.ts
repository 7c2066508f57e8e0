import { join } from 'node:path';
import { mean } from 'simple-statistics';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { areaKey, firstLevelAreaId } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { type SpendingByHousehold, spendingRatios } from './household-ratios.ts';
import type { SourceReader } from './reader.ts';

const FILE = 'spending_by_household_type.csv';

/** The publishers’ names of our three households; the mean of several. School children where the publisher tells them apart. */
interface Survey extends Pick<Fact, 'source' | 'grain'> {
  households: Readonly<Record<keyof SpendingByHousehold, readonly string[]>>;
  place(gazetteer: Gazetteer): string;
}

/** By area and period, the surveys that have these households by item. Of the others, the file has only totals. */
const SURVEYS: Readonly<Record<string, Survey>> = {
  'NO 2007-2009': {
    source: 'ssb-consumer-expenditure-2007-2009',
    grain: 'country',
    place: (gazetteer) => gazetteer.countryByCode('NO')?.key ?? '',
    households: {
      one: ['one person'],
      couple: ['couple without children'],
      family: ['couple, youngest child 7-19'],
    },
  },
  'DE-HE 2013': {
    source: 'hessen-evs-2013',
    grain: 'region',
    place: () => areaKey(firstLevelAreaId('DE', '05')),
    households: {
      one: ['one person, woman', 'one person, man'],
      couple: ['couple without children'],
      family: ['couple with children'],
    },
  },
};

/** How many times as much couples and families spend as one adult, by item, in the two surveys of Europe that publish all three. */
export const householdSpendingByType: SourceReader = {
  id: 'household-spending-by-type',
  folder: 'household-spending-by-type',
  sources: Object.values(SURVEYS).map(({ source }) => source),
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['area', 'period', 'household', 'item', 'value'],
    });
    const bySurvey = Map.groupBy(rows, (row) => `${row.required('area')} ${row.required('period')}`);
    const facts = Object.entries(SURVEYS).flatMap(([name, survey]) => {
      const byItem = Map.groupBy(bySurvey.get(name) ?? [], (row) => row.required('item'));
      const period = name.replace(/^.* /, '').replace('-', '/');
      return [...byItem]
        .filter(([item]) => item !== 'total')
        .flatMap(([note, ofItem]) =>
          spendingRatios(spendingOf(ofItem, survey), {
            place: survey.place(gazetteer),
            period,
            grain: survey.grain,
            source: survey.source,
            note,
          }),
        );
    });
    return { facts, matches: [] };
  },
};

function spendingOf(rows: readonly PublishedRow[], { households }: Survey): SpendingByHousehold {
  const of = (names: readonly string[]) =>
    mean(
      names.map((name) => {
        const row = rows.find((each) => each.required('household') === name);
        if (row === undefined) throw new SourceFileError(FILE, 0, 'household', `there is no ${name}`);
        return row.requiredNumber('value');
      }),
    );
  return { one: of(households.one), couple: of(households.couple), family: of(households.family) };
}
