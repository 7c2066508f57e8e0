import type { PublishedRow } from '../../building/files/published-file.ts';
import type { TableRules } from './table-reader.ts';

/** The publisher's letters. */
const DIMENSIONS = ['va', 'pv', 'ge', 'rq', 'rl', 'cc'];

/** The workbook's mark for "no estimate". */
const NO_ESTIMATE = '..';

/** Every dimension lists the same countries, with or without an estimate, so unequal numbers of lines mean a truncated file. */
export const worldBankWgi: TableRules = {
  checkComplete(rows) {
    for (const row of rows) checkError(row);
    const byDimension = Map.groupBy(rows, (row) => row.required('indicator'));
    const last = rows.at(-1);
    for (const dimension of DIMENSIONS) {
      const found = byDimension.get(dimension)?.length ?? 0;
      if (found !== rows.length / DIMENSIONS.length && last !== undefined)
        throw last.fault('indicator', `truncated: ${found} lines of ${dimension}, unlike the others`);
    }
  },
};

function checkError(row: PublishedRow): void {
  if ((row.required('estimate') === NO_ESTIMATE) !== (row.required('stddev') === NO_ESTIMATE))
    throw row.fault('stddev', 'an estimate has an error, and nothing else has');
}
