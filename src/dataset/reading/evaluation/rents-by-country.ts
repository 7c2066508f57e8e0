import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import { accuracyColumns, accuracyHeadings, FEWEST } from './accuracy.ts';
import { markdownTable } from './markdown.ts';
import { testedRents } from './rent-interval-factors.ts';
import type { RentsLeftOut, RentTrial } from './trials-of-rents.ts';

const LEFT_OUT: readonly RentsLeftOut[] = ['city', 'region', 'country'];
/** Official rents of cities by country, predicted without their city, region and country, as a Markdown table. */
export function rentsByCountry(inputs: CostInputs): string {
  const trials = LEFT_OUT.map((leftOut) => ofCities(testedRents(inputs, leftOut)));
  const names = new Map(inputs.countries.map(({ key }) => [key, key.slice('country/'.length)]));
  const countries = [...names.keys()].filter(
    (country) => (trials[0]?.filter((trial) => trial.country === country).length ?? 0) >= FEWEST,
  );
  const rows = countries.map((country) =>
    row(
      names.get(country) ?? country,
      trials.map((all) => all.filter((trial) => trial.country === country)),
    ),
  );
  return byLeftOut('Country', [...rows, row('**all**', trials)]);
}

/** The same by kind of evidence. */
export function rentsByKind(inputs: CostInputs): string {
  const trials = LEFT_OUT.map((leftOut) => testedRents(inputs, leftOut));
  const kinds = new Map<string, (trial: RentTrial) => boolean>([
    ['published, new leases and rents asked', ({ derived, kind }) => !derived && isMarket(kind)],
    ['published, all tenancies', ({ derived, kind }) => !derived && kind === 'all_tenancies'],
    ['published, regulated', ({ derived, kind }) => !derived && kind === 'regulated'],
    ['derived from published figures', ({ derived }) => derived],
    ['of an area with several cities', ({ ofArea }) => ofArea],
  ]);
  const rows = [...kinds].map(([name, isOf]) =>
    row(
      name,
      trials.map((all) => (name.startsWith('of an area') ? all.filter(isOf) : ofCities(all).filter(isOf))),
    ),
  );
  return byLeftOut('Rents', rows);
}

function isMarket(kind: RentTrial['kind']): boolean {
  return kind === 'new_lease' || kind === 'asking';
}

function ofCities(trials: readonly RentTrial[]): RentTrial[] {
  return trials.filter(({ ofArea }) => !ofArea);
}

const SHOWN = ['Rank correlation', 'Median error', 'In the interval'] as const;

function byLeftOut(first: string, rows: readonly (readonly (string | number)[])[]): string {
  return markdownTable([first, '>Rents', ...accuracyHeadings(SHOWN, LEFT_OUT)], rows);
}

function row(name: string, trials: readonly (readonly RentTrial[])[]): (string | number)[] {
  return [name, Math.max(...trials.map((all) => all.length)), ...accuracyColumns(SHOWN, trials)];
}
