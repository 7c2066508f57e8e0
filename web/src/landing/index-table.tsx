import type { CostIndex, CostOfLiving, Estimate } from './answers.ts';
import { categoryName } from './words.ts';

interface IndexTableProps extends Pick<CostOfLiving, 'weights' | 'reference'> {
  index: CostIndex;
}

/** The index overall and by category: a table whose middle column draws value and interval to one scale. */
export function IndexTable({ index, weights, reference }: IndexTableProps) {
  const categories = Object.keys(weights) as (keyof typeof weights)[];
  const rows = (['overall', ...categories] as const).map((id) => ({ id, estimate: index[id] }));
  const end = scaleEnd(rows.map(({ estimate }) => estimate));
  const place = (value: number) => `${(100 * value) / end}%`;

  return (
    <table className="index-table">
      <caption className="hidden">Cost-of-living index by category, with 80 % intervals</caption>
      <thead className="hidden">
        <tr>
          <th scope="col">Category</th>
          <th scope="col">Interval</th>
          <th scope="col">Index</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, estimate: { value, low, high, grain } }) => (
          <tr key={id} className={id === 'overall' ? 'overall' : ''}>
            <th scope="row">{categoryName(id)}</th>
            <td className="interval">
              <span className="hidden">
                {low} to {high}
              </span>
              <svg aria-hidden="true" height="16">
                <line className="reference" x1={place(reference.value)} x2={place(reference.value)} y2="16" />
                <line className="range" x1={place(low)} x2={place(high)} y1="8" y2="8" />
                <circle className={grain === 'city' ? 'local' : 'national'} cx={place(value)} cy="8" r="4" />
              </svg>
            </td>
            <td className="value">{value}</td>
          </tr>
        ))}
      </tbody>
      <tfoot aria-hidden="true">
        <tr>
          <td className="key">
            <span>
              <svg width="10" height="10" aria-hidden="true">
                <circle className="local" cx="5" cy="5" r="4" />
              </svg>{' '}
              city
            </span>
            <span>
              <svg width="10" height="10" aria-hidden="true">
                <circle className="national" cx="5" cy="5" r="3.5" />
              </svg>{' '}
              country
            </span>
          </td>
          <td className="interval">
            <svg height="16" aria-hidden="true">
              <text x={place(reference.value)} y="12" textAnchor="middle">
                {reference.name} {reference.value}
              </text>
            </svg>
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

/** Leaves room for the widest interval, and always for the reference's label. */
function scaleEnd(estimates: readonly Estimate[]): number {
  return Math.max(140, ...estimates.map(({ high }) => high)) * 1.02;
}
