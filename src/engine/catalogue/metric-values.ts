import { LRUCache } from 'lru-cache';
import type { MetricRecord, Observation } from '../../release/schema.ts';
import type { Query } from './release-rows.ts';

/**
 * Values in memory: of 70,000, the list takes 20 MB. All metrics but those of every city have 98,000 together and stay, so that
 * reading one after the other costs a scan of the file for each of them once.
 */
const KEPT = 200_000;

/** The values of one metric in all places: the reverse of the figures of a place, which the file is sorted by. */
export class MetricValues {
  readonly #queries: { metricValues: Query; mainCities: Query };
  readonly #kept = new LRUCache<string, readonly Observation[], MetricRecord>({
    maxSize: KEPT,
    sizeCalculation: ({ length }) => Math.max(1, length),
    memoMethod: (id, _, { context: { kind } }) =>
      this.#queries.metricValues.all(id, kind === 'price' ? 1 : 0) as unknown as Observation[],
  });
  #mainCities: ReadonlyMap<string, string> | undefined;

  constructor(queries: { metricValues: Query; mainCities: Query }) {
    this.#queries = queries;
  }

  /**
   * The latest value of every place and source, the highest first; amounts by what they are in US dollars. Reading takes a
   * tenth of a second, whatever the metric.
   */
  of(metric: MetricRecord): readonly Observation[] {
    return this.#kept.memo(metric.id, { context: metric });
  }

  /** The id of the largest city in an area. */
  mainCityOf(area: string): string | undefined {
    this.#mainCities ??= new Map(
      this.#queries.mainCities.all().map((row) => [String(row.area), String(row.city)]),
    );
    return this.#mainCities.get(area);
  }
}
