import { queryText } from '../../engine/parameters/query-text.ts';
import { budgetSentence } from '../../engine/summaries/budget-words.ts';
import { percentOf } from '../../engine/summaries/comparison.ts';
import { priceDifferenceSentence } from '../../engine/summaries/sentences.ts';
import { ENUMERATION, interval, tenths, whole } from '../../engine/summaries/words.ts';
import type { Grain } from '../../release/grain.ts';
import { levelsOf } from '../explorer/city-cost.ts';
import { figuresOf, summary } from '../explorer/city-data.ts';
import { type Comparison, comparisonOf, readable } from '../explorer/compare-page.ts';
import {
  axisMark,
  type Estimate,
  intervalMark,
  levelAxis,
  logScale,
  type Scale,
} from '../explorer/interval-marks.ts';
import { mapInFrame } from '../explorer/map-page.ts';
import { fullName } from '../full-name.ts';
import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { dayOf } from '../release-version-page.ts';
import type { PageView, SitePage } from '../site-page.ts';
import { CHART, heading, numeric, scrollTable } from '../table.ts';
import { cityEmbed, comparisonEmbed, EMBEDS, type Embed, mapEmbed } from './embed.ts';

/** What a frame shows, besides its sources. */
interface Framed {
  embed: Embed;
  heading: string;
  lead: string;
  content: Html;
}

/** Pages of ours for other sites: the main thing of a page, its release, and a link to the page. They need no script. */
export function framePages(): SitePage[] {
  return [
    framePage(EMBEDS.city, city),
    { ...framePage(EMBEDS.comparison, comparison), names: ['cities'] },
    framePage(EMBEDS.map, map),
  ];
}

function framePage(
  { frame, query }: (typeof EMBEDS)[keyof typeof EMBEDS],
  show: (request: PageRequest) => Framed,
): SitePage {
  return {
    path: frame,
    query: [...query, 'release'],
    explorer: true,
    framed: true,
    render: (request) => view(show(request), request),
  };
}

function view({ embed, heading, lead, content }: Framed, request: PageRequest): PageView {
  const { version, publishedAt } = request.release;
  const page = `${embed.page}${queryText(embed.query)}`;
  return {
    title: embed.title,
    description: lead,
    head: html`<link rel="canonical" href="${request.publicUrl}${page}">\n`,
    main: html`<h1><a href="${page}">${heading}</a></h1>
${otherRelease(request)}
<p>${lead}</p>
${content}
<p class="source">Source: <a href="${page}">Location Data Service</a>, data release <a href="/releases/${version}">${version}</a> of ${dayOf(publishedAt.toISOString())}, with the <a href="/sources">publishers of its figures</a></p>`,
  };
}

/** A frame says so if its figures are not those that its page was written with. */
function otherRelease({ release, query }: PageRequest): Html | undefined {
  const { release: asked = release.version } = query;
  if (asked === release.version) return undefined;
  const named = /^\d{4}\.\d{1,2}\.\d{1,4}$/.test(asked) ? `data release ${asked}` : 'another data release';
  return html`<p class="panel warn">This page was made with ${named}. The figures here are those of data release ${release.version}, the current one.</p>`;
}

function city(request: PageRequest): Framed {
  const figures = figuresOf(request);
  const { cost, quality } = figures;
  const { score } = quality;
  const { value, low, high } = score;
  return {
    embed: cityEmbed(request, figures.city),
    heading: fullName(request.release, figures.city),
    lead: cost.budget === null ? summary(figures) : budgetSentence(figures.city.name, cost.budget),
    content: html`${levelTable(cost)}
${value !== null && low !== null && high !== null && html`<p>Quality of life: ${tenths(value)} of 100 (80 % interval: ${interval({ low, high })}).</p>`}`,
  };
}

const CAPTION = 'Price levels with their 80 % intervals. A hollow dot is modelled from national figures.';

function levelTable(cost: ReturnType<typeof figuresOf>['cost']): Html | undefined {
  if (cost.index === null) return undefined;
  const { rows, scale } = levelsOf(cost, cost.index);
  return scrollTable({
    name: 'Price levels',
    className: 'marks',
    caption: CAPTION,
    columns: [heading('Category'), CHART, numeric('Level')],
    rows: [
      ...rows.map(({ title, figure }) => ({
        className: title === 'Overall' ? 'total' : undefined,
        cells: [title, ...levelCells(figure, scale)],
      })),
      axisRow(scale),
    ],
  });
}

function levelCells(figure: Estimate & { grain: Grain }, scale: Scale): Html[] {
  const hollow = figure.grain === 'country';
  return [
    intervalMark(figure, scale, { against: 100, hollow }),
    html`${tenths(figure.value)} <small>${interval(figure)}</small>`,
  ];
}

function axisRow(scale: Scale): (string | Html)[] {
  const axis = levelAxis(scale);
  return [axis.title, axisMark(axis), '', '', '', ''];
}

/** The table has all cities. */
const MOST_SENTENCES = 3;

function comparison(request: PageRequest): Framed {
  const compared = readable(comparisonOf(request), request);
  const { cities } = compared.cost;
  const names = cities.map(({ city }) => city.name);
  const [first = ''] = names;
  return {
    embed: comparisonEmbed(
      request,
      cities.map(({ city }) => city),
    ),
    heading: ENUMERATION.format(names),
    lead: cities
      .slice(1, MOST_SENTENCES + 1)
      .map(({ city, difference }) =>
        priceDifferenceSentence([city.name, first], percentOf(difference?.overall)),
      )
      .join(' '),
    content: comparedTable(compared),
  };
}

function comparedTable({ cost: { cities, amount }, quality }: Comparison): Html {
  const levels = cities.flatMap(({ index }) => index?.overall ?? []);
  const scale = logScale(levels, [100]);
  const [currency] = cities.flatMap(({ budget }) => budget?.currency ?? []);
  return scrollTable({
    name: 'Compared cities',
    className: 'marks',
    caption: `${CAPTION} Quality of life is out of 100.`,
    columns: [
      heading('City'),
      CHART,
      numeric('Level'),
      currency !== undefined && numeric(`${currency} needed a month`),
      amount !== undefined && numeric(`Same as ${whole(amount.value)} ${amount.currency}`),
      numeric('Quality of life'),
    ],
    rows: [
      ...cities.map(({ city, index, budget, equivalent }, at) => {
        const score = quality.cities[at]?.score.value ?? null;
        return [
          city.name,
          ...(index === null ? ['', 'not known'] : levelCells(index.overall, scale)),
          budget && whole(budget.total.value),
          equivalent && whole(equivalent.amount),
          score !== null && tenths(score),
        ];
      }),
      ...(levels.length > 0 ? [axisRow(scale)] : []),
    ],
  });
}

function map(request: PageRequest): Framed {
  const { title, lead, figure } = mapInFrame(request);
  return { embed: mapEmbed(request), heading: title, lead, content: figure };
}
