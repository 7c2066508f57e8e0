import { levelRows } from '../../engine/cost/shown-levels.ts';
import { declared, queryText } from '../../engine/parameters/query-text.ts';
import { resolveCityOrThrow, resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { Problem } from '../../engine/problems.ts';
import { comparisonDocument, percentOf, pointsOf } from '../../engine/summaries/comparison.ts';
import { csv } from '../../engine/summaries/csv.ts';
import type { Difference } from '../../engine/summaries/document.ts';
import { markdown } from '../../engine/summaries/markdown.ts';
import { dataLinks, hiddenFields, permanentAddress } from '../addresses.ts';
import { cardDrawing } from '../cards/card.ts';
import { comparisonCard } from '../cards/place-cards.ts';
import { COMPARISON_QUERY, comparisonEmbed, embedLinks, embedSection } from '../embed/embed.ts';
import { codeBlock, publishersOf } from '../field-markup.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest, PageView, Redirect, SitePage } from '../site-page.ts';
import { chart, heading, numeric, scrollTable } from '../table.ts';
import { budgetsSection } from './budget-section.ts';
import { frameOf, rowsChart } from './chart-file.ts';
import { levelsTable, scoresTable } from './compare-table.ts';
import {
  COMPARED,
  type ComparedCost,
  comparesPlaces,
  comparisonOf,
  type ReadableComparison,
  readable,
  typedPlace,
} from './comparison.ts';
import { levelNames } from './level-names.ts';
import { axisRow, differenceAxis, differenceScale, evidenceBadge, intervalMark } from './marks.ts';

/** People change them in the address only. */
const WEIGHTS = ['weights', 'group_weights'];

/** Up to 20 cities and countries, each compared with the first: what is more expensive, what is better, and what cannot be told apart. */
export const COMPARE_PAGE: SitePage = {
  path: '/compare',
  query: [...COMPARED, 'with', ...COMPARISON_QUERY],
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

/** The form names places as people write them; the address has ids. */
function withAnother({ release, query }: PageRequest): Redirect | undefined {
  const { cities, countries } = query;
  if (query.with === undefined) return undefined;
  const isOne = cities !== undefined && !cities.includes(',');
  const lists: Readonly<Record<string, string | undefined>>[] = [
    isOne ? typedPlace(release, cities) : { cities },
    { countries },
    typedPlace(release, query.with),
  ];
  const joined = COMPARED.map((name) => [name, lists.flatMap((list) => list[name] ?? []).join()]);
  const named = declared([...COMPARED, ...COMPARISON_QUERY], { ...query, ...Object.fromEntries(joined) });
  return { location: `/compare${queryText(named)}`, status: 302 };
}

/** A name that no city has: the page asks which one is meant, and each answer is the comparison. */
function didYouMean({ release, query, messages }: PageRequest, { extras }: Problem): PageView | undefined {
  const { candidates = (extras.errors ?? []).flatMap((error) => error.candidates ?? []) } = extras;
  const names = [...(query.cities?.split(',') ?? []), ...(query.with === undefined ? [] : [query.with])];
  const wrong = names.findIndex((name) => release.resolveCity(name).kind === 'unknown');
  if (candidates.length === 0 || wrong === -1) return undefined;
  const address = (id: string) =>
    `/compare${queryText({ cities: names.with(wrong, id).join(), countries: query.countries, ...declared(COMPARISON_QUERY, query) })}`;
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

function documentOf(request: PageRequest) {
  const { cities, countries } = request.query;
  const url = permanentAddress(request, '/compare', {
    cities,
    countries,
    ...declared(COMPARISON_QUERY, request.query),
  });
  return comparisonDocument(comparisonOf(request), { url });
}

function view(request: PageRequest): PageView {
  const { release, messages, query: sent } = request;
  const { cities, countries, household, amount, currency, weights } = sent;
  if (!comparesPlaces(sent)) return startView(request);
  const answers = comparisonOf(request);
  const { cost, quality, ids } = readable(answers, request);
  const { sources } = answers.cost;
  const { compare: words, figures, use, embed: embedWords } = messages;
  const places = cost.places.map(({ place }) => place);
  const title = figures.list(places.map(({ name }) => name));
  const embed = comparisonEmbed(request, { places, ids });
  return {
    title,
    head: embedLinks(embed, request),
    description: words.description(title),
    width: 'wide',
    indexed: false,
    main: html`<article class="place">
<header><h1>${title}</h1>
<p class="lead">${leadOf(cost.places, messages)}</p>
<ul class="chips">${places.map(({ to, name, country }) => html`<li><a href="${to}">${name}</a>${country !== undefined && html` <small>${country}</small>`}</li>\n`)}</ul></header>
${weightsNote(request)}
${amountSection(cost, request)}
${budgetsSection(cost, request)}
${anotherForm(request)}
${costSection(cost, messages)}
${qualitySection(quality, messages)}
<section><h2 id="use">${use.title}</h2>
<p>${use.citation(release.version, title, permanentAddress(request, '/compare', sent))} ${publishersOf(sources)}</p>
<p>${words.download(dataLinks(request, ['json', 'csv', 'md']), dataLinks(request, ['svg']))}</p>
${codeBlock(`curl -H "Authorization: Bearer $LDS_API_KEY" "${request.baseUrl}/data/cost-of-living${queryText({ cities, countries, household, amount, currency, weights, release: sent.release })}"`)}</section>
${embedSection(embed, request, [
  [words.differences, ''],
  [embedWords.card, '/card'],
])}
</article>`,
  };
}

/** Of more places, sentences on each would hide the amounts. */
const MOST_SENTENCES = 3;

/** What differs between the places, or where a month costs most and least. */
export function leadOf(places: readonly ComparedCost[], { compare, figures }: Messages): string {
  const [first, ...others] = places;
  const [most, ...rest] = places
    .flatMap(({ place, budget }) => (budget ? [{ ...budget, name: place.name }] : []))
    .sort((one, other) => other.total.value - one.total.value);
  const least = rest.at(-1);
  if (places.length <= MOST_SENTENCES || most === undefined || least === undefined)
    return others
      .map(({ place, difference }) =>
        compare.dearer([place.name, first?.place.name ?? ''], percentOf(difference?.overall)),
      )
      .join(' ');
  const of = ({ name, total, currency }: typeof most) =>
    `${name} (${figures.roughly(total.value)} ${currency})`;
  return compare.span(most.household, of(most), of(least));
}

/** Figures by own weights differ from those on other pages. */
function weightsNote({ query, messages: { compare: words } }: PageRequest): Html | undefined {
  const { weights, group_weights: groupWeights, ...standard } = query;
  if (weights === undefined && groupWeights === undefined) return undefined;
  return html`<p class="panel">${words.ownWeights(weights, groupWeights)} <a href="/compare${queryText(standard)}">${words.standardWeights}</a></p>`;
}

function startView({ release, query, messages }: PageRequest): PageView {
  const { compare: words, cost, budget } = messages;
  const { cities, countries } = query;
  const chosen =
    countries !== undefined
      ? resolveCountryOrThrow(release, countries).place
      : cities !== undefined && resolveCityOrThrow(release, cities).place;
  return {
    title: words.title,
    description: words.about,
    // Without two places there is nothing to download or to draw.
    data: [],
    hasCard: false,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="inline-form" action="/compare">
${chosen === false ? html`<label>${words.place} <input name="cities" placeholder="${words.exampleCity}" required></label>` : html`<input type="hidden" name="${countries === undefined ? 'cities' : 'countries'}" value="${chosen.id}"><p>${words.and(chosen.name)}</p>`}
<label>${words.otherPlace} <input name="with" placeholder="${cost.example}" required></label>
${hiddenFields(query, ['household', 'per', ...WEIGHTS])}<label>${cost.amount} <input name="amount" inputmode="decimal" size="9"${attribute('value', query.amount)} placeholder="5000"></label>
<label>${budget.currency} <input name="currency" size="4" maxlength="3"${attribute('value', query.currency)} placeholder="EUR"></label>
<button class="button small">${cost.compare}</button>
</form>
<p>${words.forExample}</p>`,
  };
}

function amountSection(
  { amount, places }: ReadableComparison['cost'],
  { messages }: PageRequest,
): Html | undefined {
  const { compare: words, figures, cost } = messages;
  if (amount === undefined) return undefined;
  const money = (value: number, currency: string) => `${figures.whole(value)} ${currency}`;
  return html`<section><h2 id="amount">${words.sameAs(money(amount.value, amount.currency), places[0]?.place.name ?? '')}</h2>
<p>${words.beforeTaxes}</p>
${scrollTable({
  name: words.equivalents,
  columns: [heading(words.place), ...[cost.amount, figures.interval80, words.ownCurrency].map(numeric)],
  rows: places.map(({ place, equivalent }) => {
    const link = html`<a href="${place.to}">${place.name}</a>`;
    if (equivalent == null) return [link, words.noLevel];
    const { amount: same, currency, low, high, own_currency: own } = equivalent;
    return [
      link,
      low === high ? money(same, currency) : `${figures.roughly(same)} ${currency}`,
      low !== high && figures.roughInterval({ low, high }),
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

function costSection({ places }: ReadableComparison['cost'], messages: Messages): Html {
  const { compare: words, cost, figures } = messages;
  const [base, ...others] = places;
  const first = base?.place.name ?? '';
  return html`<section><h2 id="cost-of-living">${cost.title}</h2>
${places.map(({ place, index_notes: notes }) => {
  const note = notes.find(({ code }) => code !== 'one_index');
  return note && html`<p>${words.remark(place.name, cost.remark(note))}</p>`;
})}
${
  others.length > 1
    ? levelsTable(places, messages)
    : others.map((compared) => {
        const { place, evidence } = compared;
        const rows = costDifferences(compared, base, messages);
        if (rows === undefined) return html`<h3>${place.name}</h3><p>${words.cannotCompare}</p>`;
        return html`<h3>${words.against(place.name, first)}</h3>
<p>${evidence !== null && words.basedOn(place.name, figures.evidence[evidence])}</p>
${differenceTable(rows, [first, place.name], messages, ' %')}`;
      })
}</section>`;
}

/** Overall, then by category from the largest; undefined if one of the two has no price level. */
function costDifferences(
  { index, index_notes: notes, difference }: ComparedCost,
  base: ComparedCost | undefined,
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
function comparisonChart({ cost: { places } }: ReadableComparison, request: PageRequest): string {
  const { messages } = request;
  const { compare: words, figures } = messages;
  const [base, ...others] = places;
  const first = base?.place.name ?? '';
  const compared = others.map((other) => ({ other, rows: costDifferences(other, base, messages) ?? [] }));
  const scale = differenceScale(compared.flatMap(({ rows }) => rows));
  const sentences = others.map(({ place, difference }) =>
    words.dearer([place.name, first], percentOf(difference?.overall)),
  );
  const note = [...sentences, words.costCaption, words.marksCaption].join(' ');
  return rowsChart(
    frameOf(request, words.chartTitle(first), note),
    compared.flatMap(({ other, rows }) => [
      { label: [other.place.name, other.place.country].filter(Boolean).join(', ') },
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

function qualitySection({ places }: ReadableComparison['quality'], messages: Messages): Html {
  const { compare: words, quality, figures } = messages;
  const [base, ...others] = places;
  const first = base?.place.name ?? '';
  return html`<section><h2 id="quality-of-life">${quality.title}</h2>
${
  others.length > 1
    ? scoresTable(places, messages)
    : others.map(({ place, groups, difference }) => {
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
        return html`<h3>${words.against(place.name, first)}</h3>
<p>${words.better([place.name, first], pointsOf(difference))}</p>
${differenceTable(rows, [first, place.name], messages)}`;
      })
}</section>`;
}

/** In points, unless they have another unit. */
function differenceTable(
  rows: readonly Row[],
  names: [string, string],
  messages: Messages,
  unit: ' %' | '' = '',
): Html {
  const { compare: words, cost, quality, figures } = messages;
  const scale = differenceScale(rows);
  const [caption, axis] = unit
    ? [`${words.costCaption} ${words.marksCaption}`, words.perCent]
    : [`${words.qualityCaption} ${words.marksCaption} ${quality.legend}`, words.points];
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

function anotherForm({ query, messages }: PageRequest): Html {
  const { compare: words } = messages;
  return html`<form class="inline-form" action="/compare"><h2>${words.another}</h2>
${hiddenFields(query, [...COMPARED, ...COMPARISON_QUERY])}<label>${words.place} <input name="with" placeholder="${words.exampleOther}" required></label>
<button class="button small">${words.add}</button>
</form>`;
}
