import { ask } from '../../engine/ask.ts';
import { levelRows } from '../../engine/cost/shown-levels.ts';
import type { Body } from '../../engine/operations.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { invalidParameter, Problem } from '../../engine/problems.ts';
import { comparisonDocument, namesApart, percentOf, pointsOf } from '../../engine/summaries/comparison.ts';
import { csv } from '../../engine/summaries/csv.ts';
import type { Difference } from '../../engine/summaries/document.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { typedAmount } from '../../engine/summaries/typed-amount.ts';
import { permanentAddress } from '../addresses.ts';
import { cardDrawing } from '../cards/card.ts';
import { comparisonCard } from '../cards/place-cards.ts';
import { dataLinks } from '../data-links.ts';
import { COMPARISON_QUERY, comparisonEmbed } from '../embed/embed.ts';
import { embedLinks, embedSection } from '../embed/embed-section.ts';
import { codeBlock } from '../field-markup.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, Redirect, SitePage } from '../site-page.ts';
import { chart, heading, numeric, scrollTable } from '../table.ts';
import { budgetsSection } from './budget-section.ts';
import { rowsChart, sourceLine } from './chart-file.ts';
import { levelsTable, scoresTable } from './compare-table.ts';
import { evidenceBadge } from './evidence-badge.ts';
import { axisRow, differenceAxis, differenceScale, intervalMark } from './interval-marks.ts';
import { levelNames } from './level-names.ts';

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
    showsFigures: true,
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
        cardDrawing(comparisonCard(readable(comparisonOf(request), request), request), request),
    },
  };
}

/** The form names the other city as people write it; the address has ids. */
function withAnother({ release, query }: PageRequest): Redirect | undefined {
  if (query.with === undefined) return undefined;
  const other = resolveCityOrThrow(release, query.with).place.id;
  const { cities: before } = query;
  const isOne = before !== undefined && !before.includes(',');
  const first = isOne ? resolveCityOrThrow(release, before).place.id : before;
  const cities = first === undefined ? other : `${first},${other}`;
  return { location: `/compare${queryText({ cities, ...carried(query) })}`, status: 302 };
}

/** A name that no city has: the page asks which one is meant, and each answer is the comparison. */
function didYouMean({ release, query, messages }: PageRequest, { extras }: Problem): PageView | undefined {
  const { candidates = (extras.errors ?? []).flatMap((error) => error.candidates ?? []) } = extras;
  const names = [...(query.cities?.split(',') ?? []), ...(query.with === undefined ? [] : [query.with])];
  const wrong = names.findIndex((name) => release.resolveCity(name).kind === 'unknown');
  if (candidates.length === 0 || wrong === -1) return undefined;
  const address = (id: string) =>
    `/compare${queryText({ cities: names.with(wrong, id).join(), ...carried(query) })}`;
  const { compare: words } = messages;
  const question = words.unknown(names[wrong] ?? '');
  return {
    title: words.title,
    description: question,
    indexed: false,
    data: [],
    hasCard: false,
    main: html`<h1>${words.title}</h1>
<p class="lead">${question}</p>
<ul class="plain-list" aria-label="${messages.problem.candidates}">${candidates.map(({ id, name }) => html`<li><a href="${address(id)}">${name}</a></li>\n`)}</ul>
<p><a href="/compare">${words.startAgain}</a></p>`,
  };
}

function carried(query: PageRequest['query']): Record<string, string | undefined> {
  return Object.fromEntries(COMPARISON_QUERY.map((name) => [name, query[name]]));
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
  const { messages } = request;
  const { compare: words, figures, embed: embedWords } = messages;
  const names = cost.cities.map(({ city }) => city.name);
  const [first = ''] = names;
  const title = figures.list(names);
  const embed = comparisonEmbed(
    request,
    cost.cities.map(({ city }) => city),
  );
  return {
    title,
    head: embedLinks(embed, request),
    description: words.description(title),
    width: 'wide',
    indexed: false,
    main: html`<article class="place">
<header><h1>${title}</h1>
<p class="lead">${cost.cities.slice(1).map((compared) => `${words.dearer([compared.city.name, first], percentOf(compared.difference?.overall))} `)}</p></header>
${weightsNote(request)}
${budgetsSection(cost, request)}
${amountSection(cost, request)}
${costSection(cost, first, messages)}
${qualitySection(quality, first, messages)}
${anotherForm(request, cities)}
<section><h2 id="use">${words.use}</h2>
<p>${words.download(dataLinks(request, ['json', 'csv', 'md']), dataLinks(request, ['svg']))}</p>
${codeBlock(`curl -H "Authorization: Bearer $LDS_API_KEY" "${request.baseUrl}/data/cost-of-living${queryText({ cities, household, amount, currency, weights, release })}"`)}</section>
${embedSection(embed, request, [
  [words.differences, ''],
  [embedWords.card, '/card'],
])}
</article>`,
  };
}

/** Figures by own weights differ from those on other pages. */
function weightsNote({ query, messages: { compare: words } }: PageRequest): Html | undefined {
  const { weights, group_weights: groupWeights, ...standard } = query;
  if (weights === undefined && groupWeights === undefined) return undefined;
  return html`<p class="panel">${words.ownWeights(weights, groupWeights)} <a href="/compare${queryText(standard)}">${words.standardWeights}</a></p>`;
}

function startView({ release, query, messages }: PageRequest): PageView {
  const { compare: words, cost } = messages;
  const chosen = query.cities === undefined ? undefined : resolveCityOrThrow(release, query.cities).place;
  return {
    title: words.title,
    description: words.about,
    // Without two cities there is nothing to download or to draw.
    data: [],
    hasCard: false,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="inline-form" action="/compare">
${chosen === undefined ? html`<label>${words.city} <input name="cities" placeholder="${words.exampleCity}" required></label>` : html`<input type="hidden" name="cities" value="${chosen.id}"><p>${words.and(chosen.name)}</p>`}
<label>${words.otherCity} <input name="with" placeholder="${cost.example}" required></label>
${carriedFields(query, messages)}
<button class="button small">${cost.compare}</button>
</form>
<p>${words.forExample}</p>`,
  };
}

/** The parameters besides the cities as fields of a form. Weights are hidden, because people change them in the address only, and the household, which has links. */
function carriedFields(query: PageRequest['query'], messages: Messages): Html {
  const hidden = (['household', ...WEIGHTS] as const).filter((name) => query[name] !== undefined);
  return html`${hidden.map((name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}">\n`)}${amountFields(query, messages)}`;
}

/** The amount and its currency, which the page of a city has too. */
export function amountFields(query: PageRequest['query'], { budget, cost }: Messages): Html {
  return html`<label>${cost.amount} <input name="amount" inputmode="decimal" size="9"${attribute('value', query.amount)} placeholder="5000"></label>
<label>${budget.currency} <input name="currency" size="4" maxlength="3"${attribute('value', query.currency)} placeholder="EUR"></label>`;
}

function amountSection({ amount, cities }: Cost, { query, messages }: PageRequest): Html | undefined {
  const { compare: words, figures, cost } = messages;
  if (amount === undefined)
    return query.amount === undefined ? undefined : html`<p class="panel warn">${words.noCurrency}</p>`;
  const money = (value: number, currency: string) => `${figures.whole(value)} ${currency}`;
  return html`<section><h2 id="amount">${words.sameAs(money(amount.value, amount.currency), cities[0]?.city.name ?? '')}</h2>
<p>${words.beforeTaxes}</p>
${scrollTable({
  name: words.equivalents,
  columns: [heading(words.city), ...[cost.amount, figures.interval80, words.ownCurrency].map(numeric)],
  rows: cities.map(({ city, equivalent }) => {
    const link = html`<a href="/cities/${city.id}">${city.name}</a>`;
    if (equivalent == null) return [link, words.noLevel];
    const { amount: same, currency, low, high, own_currency: own } = equivalent;
    return [
      link,
      low === high ? money(same, currency) : `${figures.roughly(same)} ${currency}`,
      figures.roughInterval({ low, high }),
      own !== null && `${figures.roughly(own.amount)} ${own.currency}`,
    ];
  }),
})}</section>`;
}

/** A row of a table of differences. */
interface Row extends Difference {
  title: string;
  /** The figures of the two places. */
  figures: [number | null | undefined, number | null | undefined];
  total?: boolean;
  /** For which kinds of place a score was measured in the second place. */
  measured?: Html;
}

function costSection({ cities }: Cost, first: string, messages: Messages): Html {
  const { compare: words, cost, figures } = messages;
  const [base, ...others] = cities;
  return html`<section><h2 id="cost-of-living">${cost.title}</h2>
${cities.map((city) => rentNote(city, messages))}
${
  others.length > 1
    ? levelsTable(cities, messages)
    : others.map((compared) => {
        const { city, evidence } = compared;
        const rows = costDifferences(compared, base, messages);
        if (rows === undefined) return html`<h3>${city.name}</h3><p>${words.cannotCompare}</p>`;
        return html`<h3>${words.against(city.name, first)}</h3>
<p>${evidence !== null && words.basedOn(city.name, figures.evidence[evidence])}</p>
${differenceTable(
  rows,
  {
    caption: `${words.costCaption} ${words.marksCaption}`,
    names: [first, city.name],
    axis: words.perCent,
    unit: ' %',
  },
  messages,
)}`;
      })
}</section>`;
}

function rentNote(
  { city, index_notes: notes }: Cost['cities'][number],
  { compare, cost }: Messages,
): Html | undefined {
  const note = notes.find(({ code }) => code !== 'one_index');
  return note && html`<p>${compare.remark(city.name, cost.remark(note))}</p>`;
}

/** Overall, then by category from the largest; undefined if one of the two has no price level. */
function costDifferences(
  { index, index_notes: notes, difference }: Cost['cities'][number],
  base: Cost['cities'][number] | undefined,
  messages: Messages,
): Row[] | undefined {
  if (index === null || difference === null) return undefined;
  const [overall, ...rows] = levelRows((part) => difference[part], [base?.index_notes ?? [], notes]).map(
    ({ part, together, figure }): Row => ({
      ...figure,
      value: figure.percent,
      title: levelNames(part, together, messages).title,
      figures: [base?.index?.[part]?.value, index[part]?.value],
    }),
  );
  rows.sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  return overall && [{ ...overall, total: true }, ...rows];
}

/** The differences in cost as a separate drawing: each city compared with the first. */
function comparisonChart({ cost: { cities } }: Comparison, request: PageRequest): string {
  const { messages } = request;
  const { compare: words, figures } = messages;
  const [base, ...others] = cities;
  const first = base?.city.name ?? '';
  const compared = others.map((other) => ({ other, rows: costDifferences(other, base, messages) ?? [] }));
  const scale = differenceScale(compared.flatMap(({ rows }) => rows));
  return rowsChart(
    {
      title: words.chartTitle(first),
      note: [
        ...others.map(({ city, difference }) =>
          words.dearer([city.name, first], percentOf(difference?.overall)),
        ),
        words.costCaption,
        words.marksCaption,
      ].join(' '),
      source: sourceLine(request),
    },
    compared.flatMap(({ other, rows }) => [
      { label: `${other.city.name}, ${other.city.country.name}` },
      ...rows.map(({ title, significant, total = false, ...row }) => ({
        label: title,
        mark: intervalMark(row, scale, { against: 0, hollow: !significant }),
        figures: `${figures.signed(row.value)} % (${figures.signedInterval(row)})`,
        strong: total,
      })),
    ]),
    differenceAxis(words.perCent, scale),
  );
}

function qualitySection({ cities }: Quality, first: string, messages: Messages): Html {
  const { compare: words, quality, figures } = messages;
  const [base, ...others] = cities;
  return html`<section><h2 id="quality-of-life">${quality.title}</h2>
${
  others.length > 1
    ? scoresTable(cities, messages)
    : others.map(({ city, groups, difference }) => {
        const rows = Object.entries(groups).flatMap(([name, group]): Row[] => {
          const of = name as keyof typeof groups;
          if (group.difference === null) return [];
          return [
            {
              ...group.difference,
              title: figures.groups[name] ?? name,
              figures: [base?.groups[of].score, group.score],
              measured: evidenceBadge(group, messages),
            },
          ];
        });
        return html`<h3>${words.against(city.name, first)}</h3>
<p>${words.better([city.name, first], pointsOf(difference))}</p>
${differenceTable(
  rows,
  {
    caption: `${words.qualityCaption} ${words.marksCaption} ${quality.legend}`,
    names: [first, city.name],
    axis: words.points,
    unit: '',
  },
  messages,
)}`;
      })
}</section>`;
}

function differenceTable(
  rows: readonly Row[],
  { caption, names, axis, unit }: { caption: string; names: [string, string]; axis: string; unit: string },
  messages: Messages,
): Html {
  const { compare: words, cost, figures } = messages;
  const scale = differenceScale(rows);
  return scrollTable({
    name: words.against(names[1], names[0]),
    className: 'marks differences',
    caption,
    columns: [
      heading(cost.category),
      chart(figures.chart),
      numeric(words.difference),
      numeric(figures.interval80),
      words.certain,
      ...names.map(numeric),
      rows.some(({ measured }) => measured !== undefined) && words.measuredIn(names[1]),
    ],
    rows: [
      ...rows.map(({ title, total, significant, figures: both, measured, ...row }) => ({
        className: total ? 'total' : significant ? undefined : 'same',
        cells: [
          title,
          intervalMark(row, scale, { against: 0, hollow: !significant }),
          `${figures.signed(row.value)}${unit}`,
          figures.signedInterval(row),
          significant ? words.yes : words.same,
          ...both.map((figure) => figure != null && figures.tenths(figure)),
          measured,
        ],
      })),
      axisRow(differenceAxis(axis, scale), messages),
    ],
  });
}

function anotherForm({ query, messages }: PageRequest, cities: string): Html {
  const { compare: words } = messages;
  return html`<form class="inline-form" action="/compare"><h2>${words.another}</h2>
<input type="hidden" name="cities" value="${cities}">
<label>${words.city} <input name="with" placeholder="${words.exampleOther}" required></label>
${carriedFields(query, messages)}
<button class="button small">${words.add}</button>
</form>`;
}
