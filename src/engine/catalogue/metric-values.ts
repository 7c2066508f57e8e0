import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { MetricRecord, Observation } from '../../release/schema.ts';

/** Of a metric with 70,000 values, the list takes 20 MB. */
const KEPT = 3;

/** The values of one metric in all places: the reverse of the figures of a place, which the file is sorted by. */
export class MetricValues {
  readonly #query: ReturnType<DatabaseSync['prepare']>;
  readonly #readMainCities: () => { area: string; city: string }[];
  readonly #kept = new LRUCache<string, readonly Observation[], MetricRecord>({
    max: KEPT,
    memoMethod: (id, _, { context: { kind } }) =>
      this.#query.all(id, kind === 'price' ? 1 : 0) as unknown as Observation[],
  });
  #mainCities: ReadonlyMap<string, string> | undefined;

  constructor(database: DatabaseSync) {
    this.#query = database.prepare(
      `SELECT * FROM observation WHERE metric = ?1 AND latest = 1 AND place NOT LIKE 'currency/%'
       ORDER BY CASE WHEN ?2 AND usd IS NULL AND unit <> 'USD' THEN NULL ELSE coalesce(usd, value) END DESC NULLS LAST, place`,
    );
    this.#readMainCities = () =>
      database
        .prepare(
          'SELECT area, id AS city, MIN(city.rank) FROM city_area JOIN city ON city.id = city_area.city GROUP BY area',
        )
        .all() as unknown as { area: string; city: string }[];
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
    this.#mainCities ??= new Map(this.#readMainCities().map((row) => [row.area, row.city]));
    return this.#mainCities.get(area);
  }
}
