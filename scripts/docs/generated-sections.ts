import { readMetrics, readUnits } from '../../src/dataset/building/facts/metric.ts';
import { readGoalposts } from '../../src/dataset/building/scores/goalposts.ts';
import { readQualityWeights } from '../../src/dataset/building/scores/quality-weights.ts';
import { openSnapshot } from '../../src/engine/catalogue/open-release.ts';
import type { View } from '../../src/engine/endpoint.ts';
import { GUIDES } from '../../src/engine/guides/guides.ts';
import { OPERATIONS } from '../../src/engine/operations.ts';
import { readConfig } from '../../src/service/config.ts';
import { openApiDocument } from '../../src/v1/reference/openapi.ts';
import { endpointTable, headerTable, parameterTables } from './api-tables.ts';
import { basketTable, lisbonTable } from './budgets.ts';
import { clientMethods, clientOptions } from './client-reference.ts';
import { clientTypes, type DescribedApi } from './client-types.ts';
import { problemSection, problemTable } from './errors.ts';
import { FieldTables } from './fields.ts';
import { FigureTables } from './figures.ts';
import { goalpostTable, qualityWeightTable } from './goalposts.ts';
import { metricTable } from './metrics.ts';
import { fieldSourceTable } from './place-fields.ts';
import { publisherTable } from './publishers.ts';
import { pythonTypes } from './python-types.ts';
import { R_FILES } from './r-package.ts';
import { settingsTable } from './settings.ts';

export const ROOT = new URL('../../', import.meta.url);

/** Every page that may have generated parts. */
export const PAGES: readonly string[] = ['README.md', ...GUIDES.map(({ name }) => `docs/${name}.md`)];

/** Generated as a whole. */
const WHOLE_FILES: Readonly<Record<string, (api: DescribedApi) => string>> = {
  'client/src/api-types.ts': clientTypes,
  'client/python/location_data/types.py': pythonTypes,
  ...R_FILES,
};
/** Every file with generated parts. */
export const FILES: readonly string[] = [...PAGES, ...Object.keys(WHOLE_FILES)];

/** `<!-- generated: NAME -->`, the generated text, `<!-- end -->`. */
const SECTION = /(<!-- generated: ([\w -]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The parts of the documentation that are generated from code and data, by name. */
export class GeneratedSections {
  readonly #byName: Record<string, (argument: string) => string>;
  readonly #document: DescribedApi;

  /** @param releaseFile the release of `dataDirectory`, for examples and for counts of what it covers */
  constructor(dataDirectory: string, releaseFile: string) {
    const view: View = { release: openSnapshot(releaseFile), baseUrl: 'http://127.0.0.1:3000/v1' };
    const figures = new FigureTables(dataDirectory, releaseFile);
    this.#document = documentOf(view);
    const fields = new FieldTables(this.#document.components.schemas);
    const metrics = readMetrics(dataDirectory);
    const units = readUnits(dataDirectory);
    this.#byName = {
      endpoints: () => endpointTable(OPERATIONS),
      parameters: () => parameterTables(OPERATIONS),
      headers: () => headerTable(),
      'client-methods': () => clientMethods(),
      'client-options': () => clientOptions(),
      problems: () => problemTable(),
      problem: (code) => problemSection(code, view),
      settings: () => settingsTable(),
      'own-metrics': () => metricTable(),
      fields: (schema) => fields.table(schema),
      metrics: (resource) => figures.metrics(resource),
      units: () => figures.units(),
      source: (reader) => figures.source(reader),
      publishers: () => publisherTable(dataDirectory),
      goalposts: () => goalpostTable(readGoalposts(dataDirectory, metrics), metrics, units),
      'quality-weights': () =>
        qualityWeightTable(readQualityWeights(dataDirectory, readGoalposts(dataDirectory, metrics))),
      baskets: () => basketTable(view),
      'budget-of-lisbon': () => lisbonTable(view),
      'field-sources': () => fieldSourceTable(dataDirectory),
    };
  }

  /** The file with every generated part updated. */
  regenerate(page: string, markdown: string): string {
    const generate = WHOLE_FILES[page];
    if (generate !== undefined) return `${generate(this.#document)}\n`;
    return markdown.replace(SECTION, (_whole, start: string, name: string, end: string) => {
      const [kind = '', argument = ''] = name.split(/ (.*)/);
      const section = this.#byName[kind];
      if (section === undefined) throw new Error(`${page}: nothing generates ${JSON.stringify(name)}`);
      return `${start}\n${section(argument)}\n\n${end}`;
    });
  }
}

function documentOf(view: View): DescribedApi {
  const { plans } = readConfig({});
  const publicUrl = view.baseUrl.replace(/\/v1$/, '');
  return openApiDocument({ operations: OPERATIONS, view, publicUrl, plans }) as unknown as DescribedApi;
}
