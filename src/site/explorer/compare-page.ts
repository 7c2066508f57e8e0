import { ask } from '../../engine/ask.ts';
import { levelRows } from '../../engine/cost/shown-levels.ts';
import type { Body } from '../../engine/operations.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { invalidParameter, Problem } from '../../engine/problems.ts';
import { comparisonDocument, namesApart, percentOf, pointsOf } from '../../engine/summaries/comparison.ts';
import { csv } from '../../engine/summaries/csv.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { betterSentence, priceDifferenceSentence } from '../../engine/summaries/sentences.ts';
import { typedAmount } from '../../engine/summaries/typed-amount.ts';
import {
  ENUMERATION,
  EVIDENCE_WORDS,
  GROUP_TITLES,
  lowerFirst,
  signed,
  tenths,
  whole,
  wholeInterval,
} from '../../engine/summaries/words.ts';
import { permanentAddress } from '../addresses.ts';
import { cardDrawing } from '../cards/card.ts';
import { comparisonCard } from '../cards/place-cards.ts';
import { dataLinks } from '../data-links.ts';
import { COMPARISON_QUERY, comparisonEmbed } from '../embed/embed.ts';
import { embedLinks, embedSection } from '../embed/embed-section.ts';
import { attribute, type Html, html } from '../html.ts';
import { ENGLISH } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, Redirect, SitePage } from '../site-page.ts';
import { CHART, heading, numeric, scrollTable } from '../table.ts';
import { budgetsSection } from './budget-section.ts';
import { rowsChart, sourceLine } from './chart-file.ts';
import { levelsTable, scoresTable } from './compare-table.ts';
import { EVIDENCE_LEGEND, evidenceBadge } from './evidence-badge.ts';
import { differenceAxis, differenceScale, intervalMark } from './interval-marks.ts';

type Cost = Body<'/data/cost-of-living'>;
type Quality = Body<'/data/quality-of-life'>;

export interface Comparison {
  cost: Cost;
  quality: Quality;
}

const WEIGHTS = ['weights', 'group_weights'] as const;

/** Up to 20 cities, each compared with the first: what is more expensive, what is better, and what cannot be told apart. */
export function comparePage(): SitePage {
  return {
    path: '/compare',
    query: ['cities', 'with', ...COMPARISON_QUERY],
    names: ['cities'],
    explorer: true,
    translated: 'countries',
    render: (request) => {
      try {
        return withAnother(request) ?? view(request);
      } catch (error) {
        const meant = error instanceof Problem && didYouMean(request, error);
        if (!meant) throw error;
        return meant;
      }
    },
    data: {
      json: (request) => comparisonOf(request),
      csv: (request) => csv(documentOf(request)),
      md: (request) => markdown(documentOf(request)),
      svg: (request) => comparisonChart(readable(comparisonOf(request), request), request),
    },
    drawings: {
      card: (request) =>
        cardDrawing(comparisonCard(readable(comparisonOf(request), request), request.release), request),
    },
  };
}

/** The form names the other city as people write it; the address has ids. */
function withAnother({ release, query }: PageRequest): Redirect | undefined {
  if (query.with === undefined) return undefined;
  const other = resolveCityOrThrow(release, query.with).place.id;
  const first = query.cities?.includes(',') ? query.cities : idOf(query.cities, release);
  const cities = first === undefined ? other : `${first},${other}`;
  return { location: `/compare${queryText({ cities, ...carried(query) })}`, status: 302 };
}

/** A name that no city has: the page asks which one is meant, and each answer is the comparison. */
function didYouMean({ release, query }: PageRequest, { detail, extras }: Problem): PageView | undefined {
  const { candidates = (extras.errors ?? []).flatMap((error) => error.candidates ?? []) } = extras;
  const names = [...(query.cities?.split(',') ?? []), ...(query.with === undefined ? [] : [query.with])];
  const wrong = names.findIndex((name) => release.resolveCity(name).kind === 'unknown');
  if (candidates.length === 0 || wrong === -1) return undefined;
  const address = (id: string) =>
    `/compare${queryText({ cities: names.with(wrong, id).join(), ...carried(query) })}`;
  return {
    title: 'Compare cities',
    description: detail,
    indexed: false,
    data: [],
    hasCard: false,
    main: html`<h1>Compare cities</h1>
<p class="lead">We don’t know “${names[wrong] ?? ''}”. Did you mean one of these?</p>
<ul class="plain-list" aria-label="Places you may mean">${candidates.map(({ id, name }) => html`<li><a href="${address(id)}">${name}</a></li>\n`)}</ul>
<p><a href="/compare">Start again</a></p>`,
  };
}

function carried(query: PageRequest['query']): Record<string, string | undefined> {
  return Object.fromEntries(COMPARISON_QUERY.map((name) => [name, query[name]]));
}

function idOf(name: string | undefined, release: PageRequest['release']): string | undefined {
  return name === undefined ? undefined : resolveCityOrThrow(release, name).place.id;
}

function amountOf(text: string): string {
  const amount = typedAmount(text);
  if (amount === undefined) throw invalidParameter('amount', 'must be a number such as 60000 or 60,000.50');
  return amount;
}

export function comparisonOf(request: PageRequest): Comparison {
  const { cities = '', household = 'one', amount, currency, weights } = request.query;
  const spent = {
    ...(currency !== undefined && { currency: currency.trim() }),
    ...(amount !== undefined && currency !== undefined && { amount: amountOf(amount) }),
  };
  return {
    cost: ask(request, '/data/cost-of-living', { query: { cities, weights, household, ...spent } }).body,
    quality: ask(request, '/data/quality-of-life', {
      query: { cities, weights: request.query.group_weights },
    }).body,
  };
}

/** The comparison with names that people can tell apart: cities that share a name have their region or country with it. */
export function readable({ cost, quality }: Comparison, { release }: PageRequest): Comparison {
  const names = namesApart(
    cost.cities.map(({ city: { id, name, country } }) => {
      const region = release.city(id)?.region ?? null;
      const longer = region === null ? [] : [`${name}, ${region}`, `${name}, ${region}, ${country.name}`];
      return [name, ...longer, `${name}, ${country.name}`, `${name} (${id})`];
    }),
  );
  const renamed = <Compared extends { city: { name: string } }>(compared: Compared, index: number) => ({
    ...compared,
    city: { ...compared.city, name: names[index] ?? compared.city.name },
  });
  return {
    cost: { ...cost, cities: cost.cities.map(renamed) },
    quality: { ...quality, cities: quality.cities.map(renamed) },
  };
}

function documentOf(request: PageRequest) {
  const { cities } = request.query;
  const url = permanentAddress(request, '/compare', { cities, ...carried(request.query) });
  return comparisonDocument(comparisonOf(request), { url });
}

function view(request: PageRequest): PageView {
  const { cities = '', household, amount, currency, weights, release } = request.query;
  if (!cities.includes(',')) return startView(request);
  const { cost, quality } = readable(comparisonOf(request), request);
  const names = cost.cities.map(({ city }) => city.name);
  const [first = ''] = names;
  const title = ENUMERATION.format(names);
  const embed = comparisonEmbed(
    request,
    cost.cities.map(({ city }) => city),
  );
  return {
    title,
    head: embedLinks(embed, request),
    description: `Cost of living and quality of life in ${title}, and which differences are certain.`,
    width: 'wide',
    indexed: false,
    main: html`<article class="place">
<header><h1>${title}</h1>
<p class="lead">${cost.cities.slice(1).map((compared) => `${priceDifferenceSentence([compared.city.name, first], percentOf(compared.difference?.overall))} `)}</p></header>
${weightsNote(request)}
${budgetsSection(cost, request)}
${amountSection(cost, request)}
${costSection(cost, first)}
${qualitySection(quality, first)}
${anotherForm(request, cities)}
<section><h2 id="use">Use</h2>
<p>Download this page as ${dataLinks(request, ['json', 'csv', 'md'])}, or the price differences as a chart (${dataLinks(request, ['svg'])}), or get the same figures from the API with <a href="/keys">your key</a>:</p>
<div class="code-block"><pre tabindex="0"><code>curl -H "Authorization: Bearer $LDS_API_KEY" "${request.baseUrl}/data/cost-of-living${queryText({ cities, household, amount, currency, weights, release })}"</code></pre></div></section>
${embedSection(embed, request, [
  ['Price differences', ''],
  ['Card', '/card'],
])}
</article>`,
  };
}

/** Figures by own weights differ from those on other pages. */
function weightsNote({ query }: PageRequest): Html | undefined {
  const { weights, group_weights: groupWeights, ...standard } = query;
  const given = [
    weights && `your own basket (${weights})`,
    groupWeights && `your own weights of the quality of life (${groupWeights})`,
  ].filter((part) => part !== undefined);
  return given.length === 0
    ? undefined
    : html`<p class="panel">Calculated with ${given.join(' and ')}. <a href="/compare${queryText(standard)}">Compare with the standard weights</a></p>`;
}

function startView({ release, query }: PageRequest): PageView {
  const chosen = query.cities === undefined ? undefined : resolveCityOrThrow(release, query.cities).place;
  return {
    title: 'Compare cities',
    description:
      'Compare the cost of living and the quality of life of cities, with the certainty of each difference.',
    // Without two cities there is nothing to download or to draw.
    data: [],
    hasCard: false,
    main: html`<h1>Compare cities</h1>
<p class="lead">See what is more expensive, what is better, and which differences are too small to be sure of. Enter an amount to see what buys the same in each city, before taxes.</p>
<form class="inline-form" action="/compare">
${chosen === undefined ? html`<label>City <input name="cities" placeholder="Lisbon" required></label>` : html`<input type="hidden" name="cities" value="${chosen.id}"><p>${chosen.name} and</p>`}
<label>Other city <input name="with" placeholder="Berlin, Germany" required></label>
${carriedFields(query)}
<button class="button small">Compare</button>
</form>
<p>For example: <a href="/compare?cities=lisbon,berlin&amp;amount=60000&amp;currency=EUR">Lisbon and Berlin for 60,000 EUR</a>, <a href="/compare?cities=london,paris,madrid,warsaw">London, Paris, Madrid and Warsaw</a>.</p>`,
  };
}

/** The parameters besides the cities as fields of a form. Weights are hidden, because people change them in the address only, and the household, which has links. */
function carriedFields(query: PageRequest['query']): Html {
  const hidden = (['household', ...WEIGHTS] as const).filter((name) => query[name] !== undefined);
  return html`${hidden.map((name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}">\n`)}${amountFields(query)}`;
}

/** The amount and its currency, which the page of a city has too. */
export function amountFields(query: PageRequest['query'] = {}, { budget, cost } = ENGLISH): Html {
  return html`<label>${cost.amount} <input name="amount" inputmode="decimal" size="9"${attribute('value', query.amount)} placeholder="60000"></label>
<label>${budget.currency} <input name="currency" size="4" maxlength="3"${attribute('value', query.currency)} placeholder="EUR"></label>`;
}

function amountSection({ amount, cities }: Cost, { query }: PageRequest): Html | undefined {
  if (amount === undefined)
    return query.amount === undefined
      ? undefined
      : html`<p class="panel warn">Enter the currency of the amount, such as EUR.</p>`;
  const money = (value: number, currency: string) => `${whole(value)} ${currency}`;
  return html`<section><h2 id="amount">What buys the same as ${money(amount.value, amount.currency)} in ${cities[0]?.city.name}</h2>
<p>Before taxes: we compare prices, not taxes.</p>
${scrollTable({
  name: 'Equivalent amounts',
  columns: [heading('City'), ...['Amount', '80 % interval', 'In its own currency'].map(numeric)],
  rows: cities.map(({ city, equivalent }) => {
    const link = html`<a href="/cities/${city.id}">${city.name}</a>`;
    if (equivalent == null) return [link, 'no price level', '', ''];
    const { amount: same, currency, low, high, own_currency: own } = equivalent;
    return [
      link,
      money(same, currency),
      wholeInterval({ low, high }),
      own !== null && money(own.amount, own.currency),
    ];
  }),
})}</section>`;
}

/** A row of a table of differences. */
interface Row {
  title: string;
  value: number;
  low: number;
  high: number;
  significant: boolean;
  /** The figures of the two places. */
  figures: [number | null | undefined, number | null | undefined];
  total?: boolean;
  /** For which kinds of place a score was measured in the second place. */
  measured?: Html;
}

function costSection({ cities }: Cost, first: string): Html {
  const [base, ...others] = cities;
  return html`<section><h2 id="cost-of-living">Cost of living</h2>
${cities.map(rentNote)}
${
  others.length > 1
    ? levelsTable(cities)
    : others.map((compared) => {
        const { city, evidence } = compared;
        const rows = costDifferences(compared, base);
        if (rows === undefined)
          return html`<h3>${city.name}</h3><p>One of these cities has no price level, so we can’t compare them.</p>`;
        return html`<h3>${city.name} against ${first}</h3>
<p>${evidence !== null && `The price level of ${city.name} is based on ${lowerFirst(EVIDENCE_WORDS[evidence])}.`}</p>
${differenceTable(rows, {
  caption: `${COST_CAPTION} ${MARKS_CAPTION}`,
  names: [first, city.name],
  unit: ' %',
})}`;
      })
}</section>`;
}

function rentNote({ city, index_notes: notes }: Cost['cities'][number]): Html | undefined {
  const note = notes.find(({ code }) => code !== 'one_index');
  return note && html`<p>${city.name}: ${lowerFirst(note.detail)}</p>`;
}

const COST_CAPTION = 'Price difference in per cent, largest first.';
const MARKS_CAPTION =
  'The line is the 80 % interval; the grey mark means no difference. A hollow dot means that the two cannot be told apart.';

/** Overall, then by category from the largest; undefined if one of the two has no price level. */
function costDifferences(
  { index, index_notes: notes, difference }: Cost['cities'][number],
  base: Cost['cities'][number] | undefined,
): Row[] | undefined {
  if (index === null || difference === null) return undefined;
  const [overall, ...rows] = levelRows((part) => difference[part], [base?.index_notes ?? [], notes]).map(
    ({ part, title, figure }): Row => ({
      ...figure,
      value: figure.percent,
      title,
      figures: [base?.index?.[part]?.value, index[part]?.value],
    }),
  );
  rows.sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  return overall && [{ ...overall, total: true }, ...rows];
}

/** The differences in cost as a separate drawing: each city compared with the first. */
function comparisonChart({ cost: { cities } }: Comparison, request: PageRequest): string {
  const [base, ...others] = cities;
  const first = base?.city.name ?? '';
  const compared = others.map((other) => ({ other, rows: costDifferences(other, base) ?? [] }));
  const scale = differenceScale(compared.flatMap(({ rows }) => rows));
  return rowsChart(
    {
      title: `Cost of living compared with ${first}`,
      note: [
        ...others.map(({ city, difference }) =>
          priceDifferenceSentence([city.name, first], percentOf(difference?.overall)),
        ),
        COST_CAPTION,
        MARKS_CAPTION,
      ].join(' '),
      source: sourceLine(request),
    },
    compared.flatMap(({ other, rows }) => [
      { label: `${other.city.name}, ${other.city.country.name}` },
      ...rows.map(({ title, significant, total = false, ...row }) => ({
        label: title,
        mark: intervalMark(row, scale, { against: 0, hollow: !significant }),
        figures: `${signed(row.value)} % (${signed(row.low)} to ${signed(row.high)})`,
        strong: total,
      })),
    ]),
    differenceAxis('Per cent', scale),
  );
}

function qualitySection({ cities }: Quality, first: string): Html {
  const [base, ...others] = cities;
  return html`<section><h2 id="quality-of-life">Quality of life</h2>
${
  others.length > 1
    ? scoresTable(cities)
    : others.map(({ city, groups, difference }) => {
        const rows = Object.entries(groups).flatMap(([name, group]): Row[] => {
          const of = name as keyof typeof groups;
          if (group.difference === null) return [];
          return [
            {
              ...group.difference,
              title: GROUP_TITLES[name] ?? name,
              figures: [base?.groups[of].score, group.score],
              measured: evidenceBadge(group),
            },
          ];
        });
        return html`<h3>${city.name} against ${first}</h3>
<p>${betterSentence([city.name, first], pointsOf(difference))}</p>
${differenceTable(rows, { caption: `Difference in points, out of 100. ${MARKS_CAPTION} ${EVIDENCE_LEGEND}`, names: [first, city.name], unit: '' })}`;
      })
}</section>`;
}

function differenceTable(
  rows: readonly Row[],
  { caption, names, unit }: { caption: string; names: [string, string]; unit: string },
): Html {
  const scale = differenceScale(rows);
  return scrollTable({
    name: `${names[1]} against ${names[0]}`,
    className: 'marks',
    caption,
    columns: [
      heading('Category'),
      CHART,
      numeric('Difference'),
      numeric('80 % interval'),
      'Certain',
      ...names.map(numeric),
      rows.some(({ measured }) => measured !== undefined) && `Measured in ${names[1]} for`,
    ],
    rows: rows.map(({ title, total, significant, figures, measured, ...row }) => ({
      className: total ? 'total' : significant ? undefined : 'same',
      cells: [
        title,
        intervalMark(row, scale, { against: 0, hollow: !significant }),
        `${signed(row.value)}${unit}`,
        `${signed(row.low)} to ${signed(row.high)}`,
        significant ? 'yes' : 'cannot be told apart',
        ...figures.map((figure) => figure != null && tenths(figure)),
        measured,
      ],
    })),
  });
}

function anotherForm({ query }: PageRequest, cities: string): Html {
  return html`<form class="inline-form" action="/compare"><h2>Add a city</h2>
<input type="hidden" name="cities" value="${cities}">
<label>City <input name="with" placeholder="Porto" required></label>
${carriedFields(query)}
<button class="button small">Add</button>
</form>`;
}
