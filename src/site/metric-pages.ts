import type { Release } from '../engine/catalogue/release.ts';
import { guideText } from '../engine/guides/guides.ts';
import { Problem } from '../engine/problems.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';
import { GRAINS } from '../release/grain.ts';
import type { MetricRecord } from '../release/schema.ts';
import { documentationPage } from './documentation-layout.ts';
import { everyValue, valueRow, valuesMap, valuesSection } from './explorer/metric-values.ts';
import { inlineCode } from './field-markup.ts';
import { html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { inEnglish } from './languages/quoted.ts';
import { csvPieces, jsonPieces } from './long-data.ts';
import { documented } from './markdown.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';
import { heading, numeric, type Row, scrollTable } from './table.ts';

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
        json: {
          *pieces(request) {
            const [metric, { release }] = [metricOf(request), request];
            yield `${JSON.stringify(described(metric, release)).slice(0, -1)},"values":`;
            yield* jsonPieces(everyValue(release, metric), valueRow(release));
            yield '}';
          },
        },
        csv: {
          pieces: (request) =>
            csvPieces(everyValue(request.release, metricOf(request)), valueRow(request.release)),
        },
        svg: { pieces: (request) => valuesMap(request, metricOf(request)) },
      },
    },
  ];
}

function index(request: PageRequest): PageView {
  const { release, messages } = request;
  const { metrics: words, figures } = messages;
  const all = [...release.metrics.values()];
  const byResource = RESOURCES.map(
    (resource) => [resource, all.filter((metric) => metric.resource === resource)] as const,
  ).filter(([, metrics]) => metrics.length > 0);
  return documentationPage(request, {
    title: messages.frame.links.metrics,
    description: words.description(release.metrics.size),
    content: html`<h1>${messages.frame.links.metrics}</h1>
<p>${words.lead}</p>
${byResource.map(
  ([resource, metrics]) => html`<h2 id="${resource}">${words.resources[resource]}</h2>
${[...Map.groupBy(metrics, ({ grouping }) => grouping)].map(
  ([group, ofGroup]) => html`<h3 id="${resource}-${group}">${words.group(group)}</h3>
${scrollTable({
  name: words.group(group),
  columns: [heading(words.metric), figures.inUnit, ...GRAINS.map((grain) => numeric(words.grains[grain]))],
  rows: ofGroup.map((metric) => row(metric, release, messages)),
})}`,
)}`,
)}`,
    headings: byResource.map(([resource]) => ({
      id: resource,
      text: words.resources[resource],
      level: 2,
    })),
  });
}

const RESOURCES: readonly MetricRecord['resource'][] = ['country', 'cost_of_living', 'quality_of_life'];

function row(metric: MetricRecord, release: Release, messages: Messages): Row {
  const { whole, metric: nameOf } = messages.figures;
  const figures = figuresOf(metric, release);
  return [
    html`<a href="/metrics/${metric.id}">${nameOf(metric.id, metric.title)}</a>`,
    unitOf(metric, messages),
    ...GRAINS.map((grain) => (figures[grain] === 0 ? '–' : whole(figures[grain]))),
  ];
}

function metricPage(request: PageRequest, withValues: boolean): PageView {
  const { release, messages } = request;
  const { metrics: words, figures: f } = messages;
  const metric = metricOf(request);
  const title = f.metric(metric.id, metric.title);
  const figures = figuresOf(metric, release);
  const goalposts = release.goalposts.get(metric.id);
  const sources = documentedSources(metric);
  const values = withValues ? valuesSection(request, metric) : undefined;
  return documentationPage(request, {
    title,
    description: words.about(title),
    indexed: Object.keys(request.query).length === 0,
    content: html`<h1>${title}</h1>
<p class="lead"${inEnglish(messages)}>${inlineCode(metric.definition)}</p>
<dl class="facts">
<div><dt>${f.inUnit}</dt><dd>${unitOf(metric, messages)}</dd></div>
<div><dt>${words.partOf}</dt><dd><a href="/metrics#${metric.resource}-${metric.grouping}">${words.part(words.resources[metric.resource], metric.grouping)}</a></dd></div>
<div><dt>${words.figures}</dt><dd>${
      GRAINS.filter((grain) => figures[grain] > 0)
        .map((grain) => words.count(figures[grain], words.grains[grain]))
        .join(', ') || words.none
    }</dd></div>
<div><dt>${words.id}</dt><dd><code>${metric.id}</code></dd></div>
</dl>
${goalposts && html`<p>${words.scored}</p>`}
${sources !== '' && html`<h2 id="sources">${messages.sources.name}</h2>${documented(sources, messages)}`}
${values}
<p><a href="/metrics">${words.all}</a></p>`,
  });
}

/** The sources of the metric and what each covers, from the data dictionary. A field with the same name has fewer cells there. */
function documentedSources({ id }: MetricRecord): string {
  const cells = guideText({ name: 'data-dictionary' })
    .split('\n')
    .filter((text) => text.startsWith(`| \`${id}\` |`))
    .map((text) => text.split(/(?<!\\)\|/))
    .find(({ length }) => length >= 6);
  const sources = cells?.at(-2)?.trim() ?? '';
  return sources.replace(/(?:^|; )(?=.)/g, '\n- ').replace(/`([a-z0-9-]+)`/g, '[`$1`](/sources/$1)');
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

function unitOf({ kind, unit, per }: MetricRecord, { metrics, figures }: Messages): string {
  return kind === 'price' ? metrics.currency(per) : figures.unit(unit);
}
