import type { Release } from '../engine/catalogue/release.ts';
import { guideText } from '../engine/guides/guides.ts';
import { Problem } from '../engine/problems.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';
import { categoryName, unitInWords, whole } from '../engine/summaries/words.ts';
import type { MetricRecord } from '../release/schema.ts';
import { documentationLayout } from './documentation-layout.ts';
import { valueRows, valuesMap, valuesSection } from './explorer/metric-values.ts';
import { inlineCode } from './field-markup.ts';
import { guideAddress } from './guide-address.ts';
import { type Html, html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';
import { heading, numeric, type Row, scrollTable } from './table.ts';

const RESOURCES: Readonly<Record<MetricRecord['resource'], string>> = {
  country: 'Of a country',
  cost_of_living: 'Cost of living',
  quality_of_life: 'Quality of life',
};
const GRAINS = {
  city: 'local',
  metro: 'metropolitan',
  region: 'regional',
  country: 'national',
} as const;

/**
 * Every metric of the release: its definition, its unit, its sources, and its values.
 *
 * @param withValues whether the pages of places are served, which the values link to
 */
export function metricPages({ withValues }: { withValues: boolean }): SitePage[] {
  return [
    {
      path: '/metrics',
      render: index,
      data: {
        json: ({ release }) => [...release.metrics.values()].map((metric) => described(metric, release)),
        csv: ({ release }) =>
          csvOf(
            [...release.metrics.values()].map((metric) => {
              const { figures, ...rest } = described(metric, release);
              return { ...rest, ...figures };
            }),
          ),
      },
    },
    {
      path: '/metrics/{metric_id}',
      query: ['order', 'page'],
      render: (request) => metricPage(request, withValues),
      data: {
        json: (request) => {
          const metric = metricOf(request);
          return { ...described(metric, request.release), values: valueRows(request, metric) };
        },
        csv: (request) => csvOf(valueRows(request, metricOf(request))),
        svg: (request) => valuesMap(request, metricOf(request)),
      },
    },
  ];
}

function index({ release }: PageRequest): PageView {
  const all = [...release.metrics.values()];
  const byResource = (Object.keys(RESOURCES) as MetricRecord['resource'][])
    .map((resource) => [resource, all.filter((metric) => metric.resource === resource)] as const)
    .filter(([, metrics]) => metrics.length > 0);
  return {
    title: 'Metrics',
    description: `The ${release.metrics.size} metrics of the data release: definition, unit and coverage of each.`,
    width: 'wide',
    main: documentationLayout({
      path: '/metrics',
      content: html`<article class="prose">
<h1>Metrics</h1>
<p>A metric is one thing that is measured, such as a rent or an unemployment rate. The numbers count the figures in the release, over all years, by what was measured: the city itself, its metropolitan area, its region or its country.</p>
${byResource.map(
  ([resource, metrics]) => html`<h2 id="${resource}">${RESOURCES[resource]}</h2>
${[...Map.groupBy(metrics, ({ grouping }) => grouping)].map(
  ([group, ofGroup]) => html`<h3 id="${resource}-${group}">${categoryName(group)}</h3>
${scrollTable({
  name: categoryName(group),
  columns: [heading('Metric'), 'Unit', ...Object.values(GRAINS).map((noun) => numeric(categoryName(noun)))],
  rows: ofGroup.map((metric) => row(metric, release)),
})}`,
)}`,
)}
</article>`,
      headings: byResource.map(([resource]) => ({
        id: resource,
        text: RESOURCES[resource],
        level: 2,
      })),
    }),
  };
}

function row(metric: MetricRecord, release: Release): Row {
  const figures = figuresOf(metric, release);
  return [
    html`<a href="/metrics/${metric.id}">${metric.title}</a>`,
    unitOf(metric),
    ...Object.keys(GRAINS).map((grain) => count(figures[grain as keyof typeof GRAINS])),
  ];
}

function metricPage(request: PageRequest, withValues: boolean): PageView {
  const { release } = request;
  const metric = metricOf(request);
  const figures = figuresOf(metric, release);
  const goalposts = release.goalposts.get(metric.id);
  const sources = documentedSources(metric);
  const values = withValues ? valuesSection(request, metric) : undefined;
  return {
    title: metric.title,
    description: `${metric.title}: definition, unit, sources and every value.`,
    width: 'wide',
    indexed: Object.keys(request.query).length === 0,
    main: documentationLayout({
      path: `/metrics/${metric.id}`,
      content: html`<article class="prose">
<h1>${metric.title}</h1>
<p class="lead">${inlineCode(metric.definition)}</p>
<dl class="facts">
<div><dt>Unit</dt><dd>${unitOf(metric)}</dd></div>
<div><dt>Part of</dt><dd><a href="/metrics#${metric.resource}-${metric.grouping}">${RESOURCES[metric.resource]}: ${metric.grouping.replaceAll('_', ' ')}</a></dd></div>
<div><dt>Figures</dt><dd>${
        Object.entries(GRAINS)
          .filter(([grain]) => figures[grain as keyof typeof GRAINS] > 0)
          .map(([grain, noun]) => `${count(figures[grain as keyof typeof GRAINS])} ${noun}`)
          .join(', ') || 'none in this release'
      }</dd></div>
<div><dt>Id</dt><dd><code>${metric.id}</code></dd></div>
</dl>
${goalposts && html`<p>It is scored from 0 to 100 for the <a href="/guides/quality-of-life">quality of life</a>.</p>`}
${sources !== undefined && html`<h2 id="sources">Sources</h2>${sources}`}
${values}
<p><a href="/metrics">All metrics</a></p>
</article>`,
      headings: [],
    }),
  };
}

/** The sources of the metric and what each covers, from the data dictionary. A field with the same name has fewer cells there. */
function documentedSources({ id }: MetricRecord): Html | undefined {
  const cells = guideText({ name: 'data-dictionary' })
    .split('\n')
    .filter((text) => text.startsWith(`| \`${id}\` |`))
    .map((text) => text.split(/(?<!\\)\|/))
    .find(({ length }) => length >= 6);
  const sources = cells?.at(-2)?.trim() ?? '';
  if (sources === '') return undefined;
  const list = sources
    .split('; ')
    .map((text) => `- ${text.replace(/`([a-z0-9-]+)`/g, '[`$1`](/sources/$1)')}`)
    .join('\n');
  return renderMarkdown(list, guideAddress).content;
}

function described(metric: MetricRecord, release: Release) {
  const { id, title, definition, resource, grouping, unit, per } = metric;
  return { id, title, definition, resource, group: grouping, unit, per, figures: figuresOf(metric, release) };
}

function figuresOf({ id }: MetricRecord, { manifest }: Release) {
  return manifest.figures.by_metric[id] ?? { city: 0, metro: 0, region: 0, country: 0 };
}

function metricOf({ release, parameters }: PageRequest): MetricRecord {
  const metric = release.metrics.get(parameters.metric_id ?? '');
  if (metric === undefined) throw new Problem('path_not_found', 'The data release has no such metric.');
  return metric;
}

function unitOf({ kind, unit, per }: MetricRecord): string {
  if (kind !== 'price') return unitInWords(unit);
  return per === '' ? 'currency' : `currency per ${unitInWords(per)}`;
}

function count(figures: number): string {
  return figures === 0 ? '–' : whole(figures);
}
