import type { CostOfLiving } from '../../../src/api/cost/cost-of-living.ts';
import type { QualityOfLife } from '../../../src/api/quality/quality-of-life.ts';
import type { Example } from '../../../src/dashboard/interface.ts';

export type { CostOfLiving, QualityOfLife };
export type CostIndex = NonNullable<CostOfLiving['index']>;
export type Estimate = CostIndex['overall'];
export type Price = CostOfLiving['prices'][number];
export type Source = CostOfLiving['sources'][number];

export interface Answers {
  cities: Example['cities'];
  /** Path below the API's base address. */
  path: string;
  cost: CostOfLiving;
  quality: QualityOfLife | undefined;
}

/** The two responses that the page shows, found by their paths. */
export function answersIn({ cities, answers }: Example): Answers {
  const cost = answers.find(({ path }) => path.includes('cost-of-living'));
  const quality = answers.find(({ path }) => path.includes('quality-of-life'));
  if (cost === undefined) throw new Error('the example has no cost of living');
  return {
    cities,
    path: cost.path.replace(/^.*?(?=\/data\/)/, ''),
    cost: cost.body as CostOfLiving,
    quality: quality?.body as QualityOfLife | undefined,
  };
}
