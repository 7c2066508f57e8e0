import { queryText } from '../../engine/parameters/query-text.ts';
import type { Estimate } from '../../engine/summaries/document.ts';
import type { Grain } from '../../release/grain.ts';
import { levelsOf } from '../explorer/city-cost.ts';
import { figuresOf, summary } from '../explorer/city-data.ts';
import { leadOf } from '../explorer/compare-page.ts';
import { comparisonOf, type ReadableComparison, readable } from '../explorer/comparison.ts';
import { mapInFrame } from '../explorer/map-page.ts';
import { mapSteps } from '../explorer/map-points.ts';
import { axisRow, intervalMark, levelAxis, logScale, type Scale } from '../explorer/marks.ts';
import { fullName } from '../full-name.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { isVersion } from '../pinned.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';
import { chart, heading, numeric, scrollTable } from '../table.ts';
import { cityEmbed, comparisonEmbed, EMBEDS, mapEmbed } from './embed.ts';

/** What a frame shows, besides its sources. */
type Framed = ReturnType<typeof city>;

/** Pages of ours for other sites: the main thing of a page, its release, and a link to the page. They need no script. */
export const FRAME_PAGES: SitePage[] = [
  { ...framePage(EMBEDS.city, city), translated: 'all' },
  { ...framePage(EMBEDS.comparison, comparison), names: ['cities'] },
  {
    ...framePage(EMBEDS.map, (request) => ({ embed: mapEmbed(request), ...mapInFrame(request) })),
    prepare: mapSteps,
  },
];

function framePage(
  { frame, query }: (typeof EMBEDS)[keyof typeof EMBEDS],
  show: (request: PageRequest) => Framed,
): SitePage {
  return {
    path: frame,
    query,
    release: 'preferred',
    showsFigures: true,
    framed: true,
    render: (request) => view(show(request), request),
  };
}

function view({ embed, heading, lead, content }: Framed, request: PageRequest): PageView {
  const { version, publishedAt } = request.release;
  const { embed: words, figures } = request.messages;
  const page = `${embed.page}${queryText(embed.query)}`;
  return {
    title: embed.title,
    description: lead,
    head: html`<link rel="canonical" href="${request.publicUrl}${page}">\n`,
    main: html`<h1><a href="${page}">${heading}</a></h1>
${otherRelease(request)}
<p>${lead}</p>
${content}
<p class="source">${words.source(page, version, figures.day(publishedAt))}</p>`,
  };
}

/** A frame says so if the release that its page was written with is no longer kept. */
function otherRelease({ release, query, messages }: PageRequest): Html | undefined {
  const { release: asked = release.version } = query;
  if (asked === release.version) return undefined;
  const made = isVersion(asked) ? asked : undefined;
  return html`<p class="panel warn">${messages.embed.otherRelease(made, release.version)}</p>`;
}

function city(request: PageRequest) {
  const figures = figuresOf(request);
  const { cost, quality } = figures;
  const { score } = quality;
  const { value, low, high } = score;
  const { messages } = request;
  const { budget, embed: words, figures: f } = messages;
  return {
    embed: cityEmbed(request, figures.city),
    heading: fullName(request, figures.city),
    lead: cost.budget === null ? summary(figures, messages) : budget.sentence(figures.city.name, cost.budget),
    content: html`${levelTable(cost, messages)}
${value !== null && low !== null && high !== null && html`<p>${words.quality(value, f.interval({ low, high }))}</p>`}`,
  };
}

function levelTable(cost: ReturnType<typeof figuresOf>['cost'], messages: Messages): Html | undefined {
  if (cost.index === null) return undefined;
  const { cost: words, embed, figures } = messages;
  const { rows, scale } = levelsOf(cost, cost.index, messages);
  return scrollTable({
    name: words.name,
    className: 'marks',
    caption: embed.caption,
    columns: [heading(words.category), chart(figures.chart), numeric(words.level)],
    rows: [
      ...rows.map(({ part, title, figure }) => ({
        className: part === 'overall' ? 'total' : undefined,
        cells: [title, ...levelCells(figure, scale, messages)],
      })),
      axisRow(levelAxis(scale, messages), messages),
    ],
  });
}

function levelCells(
  figure: Estimate & { grain: Grain },
  scale: Scale,
  { figures: { tenths, interval } }: Messages,
): Html[] {
  const hollow = figure.grain === 'country';
  return [
    intervalMark(figure, scale, { against: 100, hollow }),
    html`${tenths(figure.value)} <small>${interval(figure)}</small>`,
  ];
}

function comparison(request: PageRequest): Framed {
  const compared = readable(comparisonOf(request), request);
  const places = compared.cost.places.map(({ place }) => place);
  return {
    embed: comparisonEmbed(request, { places, ids: compared.ids }),
    heading: request.messages.figures.list(places.map(({ name }) => name)),
    lead: leadOf(compared.cost.places, request.messages),
    content: comparedTable(compared, request.messages),
  };
}

function comparedTable({ cost: { places, amount }, quality }: ReadableComparison, messages: Messages): Html {
  const { compare: words, cost, quality: qualityWords, similar, embed, figures } = messages;
  const { whole, roughly, tenths } = figures;
  const levels = places.flatMap(({ index }) => index?.overall ?? []);
  const scale = logScale(levels, [100]);
  const [currency] = places.flatMap(({ budget }) => budget?.currency ?? []);
  return scrollTable({
    name: words.compared,
    className: 'marks compared',
    caption: `${embed.caption} ${words.outOf100}`,
    columns: [
      heading(similar.city),
      chart(figures.chart),
      numeric(cost.level),
      currency !== undefined && numeric(words.needed(currency)),
      amount !== undefined && numeric(words.asMuchAs(`${whole(amount.value)} ${amount.currency}`)),
      numeric(qualityWords.title),
    ],
    rows: [
      ...places.map(({ place, index, budget, equivalent }, at) => {
        const score = quality.places[at]?.score.value ?? null;
        return [
          place.name,
          ...(index === null ? ['', figures.notKnown] : levelCells(index.overall, scale, messages)),
          budget && roughly(budget.total.value),
          equivalent && roughly(equivalent.amount),
          score !== null && tenths(score),
        ];
      }),
      ...(levels.length > 0 ? [axisRow(levelAxis(scale, messages), messages)] : []),
    ],
  });
}
