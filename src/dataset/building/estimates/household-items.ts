import { join } from 'node:path';
import { CATEGORIES, type Category } from '../../../release/cost-basket.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** Which category an item of a household survey belongs to: rows of data/estimates/household-items.tsv. */
export interface HouseholdItem {
  source: string;
  /** The note of the facts. */
  item: string;
  /** Undefined if the budget leaves it out. */
  category: Category | undefined;
}

export function readHouseholdItems(dataDirectory: string): HouseholdItem[] {
  const file = join(dataDirectory, 'estimates', 'household-items.tsv');
  const columns = ['source', 'item', 'category', 'reason'] as const;
  return readTable(file, columns).map(({ line, source, item, category: name, reason }) => {
    const category = CATEGORIES.find((each) => each === name);
    if (category === undefined && name !== '')
      throw new SourceFileError(file, line, 'category', `no category: ${name}`);
    if (reason === '') throw new SourceFileError(file, line, 'reason', 'the cell is empty');
    return { source, item, category };
  });
}
