import { DatabaseSync } from 'node:sqlite';
import { type Metric, readMetrics, readUnits } from '../../src/dataset/building/facts/metric.ts';
import {
  readSourceCatalogue,
  type SourceCatalogue,
} from '../../src/dataset/building/facts/source-catalogue.ts';
import { refreshInWords, termsInWords } from '../../src/engine/summaries/words.ts';
import { toSourceRecord } from '../../src/release/source.ts';
import { code, table } from './markdown.ts';

/** A source's coverage of a metric: the number of places of one kind with a figure, and the periods of the latest ones. */
interface Coverage {
  metric: string;
  /** Several, separated by spaces, if the figure is derived from them. */
  source: string;
  /** The kind of place that has the figure: city, country, area or currency. */
  kind: string;
  /** What was actually measured. */
  grain: string;
  places: number;
  earliest: string;
  latest: string;
}

/** Metrics, units and sources, with the release's coverage of each. */
export class FigureTables {
  readonly #metrics: ReadonlyMap<string, Metric>;
  readonly #units: ReadonlyMap<string, string>;
  readonly #sources: SourceCatalogue;
  readonly #coverage: readonly Coverage[];

  constructor(dataDirectory: string, releaseFile: string) {
    this.#metrics = readMetrics(dataDirectory);
    this.#units = readUnits(dataDirectory);
    this.#sources = readSourceCatalogue(dataDirectory);
    this.#coverage = readCoverage(releaseFile);
  }

  /** The metrics of a resource, with a heading and a table for each group. */
  metrics(resource: string): string {
    const ofResource = [...this.#metrics.values()].filter((metric) => metric.resource === resource);
    if (ofResource.length === 0) throw new Error(`there is no metric of ${resource}`);
    return [...Map.groupBy(ofResource, ({ group }) => group)]
      .map(([group, metrics]) => `### ${sentence(group)}\n\n${this.#metricTable(metrics)}`)
      .join('\n\n');
  }

  units(): string {
    return table(
      ['Unit', 'Meaning'],
      [...this.#units].sort().map(([id, title]) => [code(id), title]),
    );
  }

  /** The editions of a source, and the metrics based on it. */
  source(reader: string): string {
    const sources = this.#sources.get(reader);
    if (sources === undefined) throw new Error(`there is no source ${reader}`);
    const editions = table(
      ['Id', 'Publisher and title', 'Licence', 'Attribution', 'Edition', 'Refreshed'],
      sources
        .map(toSourceRecord)
        .map(
          ({
            id,
            publisher,
            title,
            url,
            licence,
            licence_url,
            attribution,
            vintage,
            read_from,
            terms_unclear,
            ...source
          }) => [
            code(id),
            `${publisher}: [${title}](${url})`,
            `${licence_url === null ? licence : `[${licence}](${licence_url})`}. ${termsInWords(source)}${terms_unclear ? ` **Unclear:** ${terms_unclear}` : ''}`,
            attribution,
            read_from ? `${vintage}; read from a ${read_from}` : vintage,
            refreshInWords(source) ?? '',
          ],
        ),
    );
    const taken = this.#takenFrom(new Set(sources.map(({ id }) => id)));
    return taken === '' ? editions : `${editions}\n\nMetrics based on it: ${taken}.`;
  }

  #metricTable(metrics: readonly Metric[]): string {
    return table(
      ['Metric', 'Meaning', 'Unit', 'Sources'],
      metrics.map(({ id, title, definition, unit, kind, per }) => [
        `${code(id)}`,
        `**${title}.** ${definition}`,
        kind === 'price' ? currencyPer(per) : code(unit),
        this.#sourcesOf(id),
      ]),
    );
  }

  #sourcesOf(metric: string): string {
    const coverage = this.#coverage.filter((row) => row.metric === metric);
    return [...Map.groupBy(coverage, ({ source }) => source)]
      .map(
        ([source, rows]) => `${source.split(' ').map(code).join(' and ')}: ${rows.map(describe).join(', ')}`,
      )
      .join('; ');
  }

  #takenFrom(ids: ReadonlySet<string>): string {
    const metrics = this.#coverage
      .filter(({ source }) => source.split(' ').some((id) => ids.has(id)))
      .map(({ metric }) => metric);
    return [...new Set(metrics)].sort().map(code).join(', ');
  }
}

/** Figures of one metric can be per different units. */
function currencyPer(per: string): string {
  return per === '' ? 'currency' : `currency per ${per.replaceAll('_', ' ')}`;
}

function readCoverage(releaseFile: string): Coverage[] {
  const database = new DatabaseSync(releaseFile, { readOnly: true });
  try {
    return database
      .prepare(
        `SELECT metric, source, substr(place, 1, instr(place, '/') - 1) AS kind, grain,
                COUNT(DISTINCT place) AS places, MIN(period) AS earliest, MAX(period) AS latest
         FROM observation WHERE latest = 1 GROUP BY metric, source, kind, grain
         ORDER BY metric, source, CASE grain WHEN 'city' THEN 0 WHEN 'metro' THEN 1 WHEN 'region' THEN 2 ELSE 3 END`,
      )
      .all()
      .map((row) => ({ ...row })) as unknown as Coverage[];
  } finally {
    database.close();
  }
}

/** `452 metropolitan areas (2025)`. A city's figure may have been measured for more than the city. */
function describe({ kind, grain, places, earliest, latest }: Coverage): string {
  const years = [...new Set([earliest, latest].map((period) => period.slice(0, 4)))].filter(Boolean);
  const period = years.length === 0 ? '' : ` (${years.join(' to ')})`;
  const measured = kind === 'city' && grain !== 'city' ? `, measured for the ${grain}` : '';
  return `${places.toLocaleString('en')} ${nounFor(kind, grain, places)}${measured}${period}`;
}

function nounFor(kind: string, grain: string, places: number): string {
  const nouns: Record<string, [string, string]> = {
    city: ['city', 'cities'],
    country: ['country', 'countries'],
    currency: ['currency', 'currencies'],
    metro: ['metropolitan area', 'metropolitan areas'],
    region: ['region or county', 'regions or counties'],
  };
  const [one, many] = nouns[kind === 'area' ? grain : kind] ?? [kind, kind];
  return places === 1 ? one : many;
}

function sentence(group: string): string {
  const words = group.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
