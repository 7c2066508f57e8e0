import { staysFolded } from '../../engine/catalogue/agglomerations.ts';
import type { City } from '../../engine/catalogue/place.ts';
import { LEAST_PEOPLE, ranksOf } from '../../engine/catalogue/ranks.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { isOfKind } from '../../engine/places/city-kinds.ts';
import { countryName as nameOfCountry } from '../../engine/places/country-names.ts';
import {
  COST_MEASURES,
  localShare,
  type MeasuredFigure,
  type MeasureId,
  QUALITY_MEASURES,
} from '../../release/measures.ts';
import { dataLinks } from '../addresses.ts';
import { fullName } from '../full-name.ts';
import { attribute, type Html, html, type Part } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { csvPieces, jsonPieces } from '../long-data.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';
import { chart, heading, numeric, pageAsked, pageLinks, scrollTable } from '../table.ts';
import { frameOf, rowsChart } from './chart-file.ts';
import { figureAsked, figureCells } from './key-figures.ts';
import { type Axis, axisRow, evidenceBadge, intervalMark, levelAxis, logScale, scoreAxis } from './marks.ts';

/** Cities ordered by a figure, each with its world rank: one per measure, whatever the page lists. */
export const RANKING_PAGES: SitePage[] = [
  { path: '/rankings', showsFigures: true, render: index },
  {
    path: '/rankings/{measure}',
    query: ['country', 'evidence', 'order', 'fold', 'ranks', 'page'],
    showsFigures: true,
    translated: 'countries',
    render: ranking,
    data: {
      csv: { pieces: (request) => csvPieces(everyRank(request), rowOf) },
      json: { pieces: (request) => jsonPieces(everyRank(request), rowOf) },
      svg: rankingChart,
    },
  },
];

function index({ release, messages }: PageRequest): PageView {
  const { rankings: words, frame, figures, cost, quality } = messages;
  const list = (measures: readonly MeasureId[]) =>
    html`<ul class="cards">${measures.map(
      (measure) =>
        html`<li><a href="/rankings/${measure}">${figures.measures[measure]}</a><p>${words.cities(candidatesOf(release, { measure }).length)}</p></li>\n`,
    )}</ul>`;
  return {
    title: frame.links.rankings,
    description: words.about,
    width: 'wide',
    main: html`<h1>${frame.links.rankings}</h1>
<p class="lead">${words.lead(LEAST_PEOPLE)}</p>
<section><h2>${cost.title}</h2>${list(COST_MEASURES)}</section>
<section><h2>${quality.title}</h2>${list(QUALITY_MEASURES)}</section>`,
  };
}

type Ranked = ReturnType<typeof rankedOf>[number];

/** The request to the page. */
type Asked = ReturnType<typeof rankingQuery>;

function rankingQuery(request: PageRequest) {
  const { release, parameters } = request;
  const query = { ...request.query, ...parameters };
  const { country, ...about } = figureAsked({ release, query }, 'ranking by');
  return {
    ...about,
    country: country?.id,
    countryName: country && nameOfCountry(request, country),
    ascending: query.order === 'lowest',
    /** Whether parts of agglomerations are listed, too. */
    unfolded: query.fold === 'none',
    /** Whether the possible ranks are shown. */
    detailed: query.ranks === 'possible',
  };
}

/** What is listed: without a country, the larger agglomerations of the world. */
function candidatesOf(
  release: Release,
  { measure, country, onlyLocal, unfolded }: { measure: MeasureId } & Partial<Omit<Asked, 'measure'>>,
) {
  return citiesOf(release, country, unfolded === true).flatMap((city) => {
    const figure = release.measures.figure(measure, city);
    if (figure === undefined || (onlyLocal && localShare(figure) === 0)) return [];
    return { city, figure };
  });
}

function citiesOf(release: Release, country: string | undefined, unfolded: boolean): readonly City[] {
  if (country !== undefined)
    return release
      .citiesOf(country)
      .filter((city) => (unfolded ? isOfKind(city, ['city']) : staysFolded(city)));
  if (!unfolded) return [...ranksOf(release).cities];
  return release.cities.filter((city) => (city.population ?? 0) >= LEAST_PEOPLE && isOfKind(city, ['city']));
}

/** Each with its rank in the world: null for parts of an agglomeration, and if too few cities have the figure. */
function rankedOf(release: Release, asked: Asked) {
  const { ascending, measure } = asked;
  const ranks = ranksOf(release);
  const sign = ascending ? 1 : -1;
  return candidatesOf(release, asked)
    .sort((one, other) => sign * (one.figure.value - other.figure.value))
    .map(({ city, figure }) => ({ city, figure, rank: ranks.of(measure, city) }));
}

function ranking(request: PageRequest): PageView {
  const { release, query, messages } = request;
  const { rankings: words, figures, find } = messages;
  const asked = rankingQuery(request);
  const { measure, isCost, countryName, ascending } = asked;
  const ranked = rankedOf(release, asked);
  const listed = pageAsked(query.page, ranked.length);
  return {
    title: words.ranking(figures.measures[measure], countryName),
    description: words.description(ranked.length, figures.inSentence(figures.measures[measure])),
    width: 'wide',
    indexed: listed.page === 1,
    main: html`<p class="crumbs"><a href="/rankings">${messages.frame.links.rankings}</a></p>
<h1>${words.inCountry(figures.measures[measure], countryName)}</h1>
<p class="lead">${conclusion(request, ranked, asked)}</p>
<form class="inline-form" action="/rankings/${measure}">
<label>${find.country} <input name="country" value="${countryName ?? ''}" placeholder="${words.world}"></label>
<label>${find.order} <select name="order"><option value="highest">${words.first(isCost, false)}</option><option value="lowest"${attribute('selected', ascending)}>${words.first(isCost, true)}</option></select></label>
${evidenceBox(ranked, asked, messages)}
${asked.unfolded && html`<input type="hidden" name="fold" value="none">`}${asked.detailed && html`<input type="hidden" name="ranks" value="possible">`}
<button class="button small">${words.show}</button>
</form>
<p>${switches(request, asked)}</p>
${table(request, ranked.slice(listed.from, listed.to), asked)}
${pageLinks(listed, (to) => address(request.path, asked, to), messages)}
<p>${words.download(dataLinks(request, ['json', 'csv']), dataLinks(request, ['svg']))}</p>`,
  };
}

/** Shown only if there are such cities. */
function evidenceBox(
  ranked: readonly Ranked[],
  { onlyLocal }: Asked,
  { rankings: words }: Messages,
): Html | undefined {
  if (!onlyLocal && ranked.every(({ figure }) => localShare(figure) === 0)) return undefined;
  return html`<label class="check"><input type="checkbox" name="evidence" value="local"${attribute('checked', onlyLocal)}> ${words.onlyLocal}</label>`;
}

/** The cities of the page as a separate drawing. */
function rankingChart(request: PageRequest): string {
  const { release, query, messages } = request;
  const { rankings: words, figures } = messages;
  const asked = rankingQuery(request);
  const ranked = rankedOf(release, asked);
  const { from, to } = pageAsked(query.page, ranked.length);
  const shown = ranked.slice(from, to);
  const axis = axisOf(shown, asked, messages);
  const title = words.ranking(figures.measures[asked.measure], asked.countryName);
  return rowsChart(
    frameOf(request, title, `${conclusion(request, ranked, asked)} ${words.marks}`),
    shown.map(({ city, figure, rank }) => ({
      label: rank === null ? city.name : `${figures.whole(rank.rank)}  ${city.name}`,
      mark: intervalMark(figure, axis.scale, { hollow: localShare(figure) === 0 }),
      figures: `${figures.tenths(figure.value)} (${figures.interval(figure)})`,
    })),
    axis,
  );
}

function axisOf(shown: readonly Ranked[], { isCost }: Asked, messages: Messages): Axis {
  return isCost ? levelAxis(logScale(shown.map(({ figure }) => figure)), messages) : scoreAxis(messages);
}

function conclusion(request: PageRequest, ranked: readonly Ranked[], { isCost, onlyLocal }: Asked): string {
  const { rankings: words } = request.messages;
  const [first] = ranked;
  if (first === undefined) return onlyLocal ? words.noneLocal : words.none;
  const name = fullName(request, first.city);
  const level = words.level(first.figure.value, isCost);
  if (ranked.length === 1) return words.only(name, level);
  const ranking = first.rank && { among: 'cities' as const, place: name, ...first.rank };
  return words.conclusion(ranked.length, name, level) + words.pool(ranking, isCost);
}

function table(request: PageRequest, shown: readonly Ranked[], asked: Asked): Html | undefined {
  const { release, messages } = request;
  if (shown.length === 0) return undefined;
  const { rankings: words, figures, cost, quality, ranks, similar } = messages;
  const { isCost } = asked;
  const axis = axisOf(shown, asked, messages);
  return scrollTable({
    name: words.name,
    className: 'marks',
    caption: html`${words.marks} ${!isCost && quality.legend} ${asked.country !== undefined && words.smaller(LEAST_PEOPLE)} ${words.compare}`,
    columns: [
      numeric(words.rank),
      heading(similar.city),
      chart(figures.chart),
      numeric(isCost ? cost.level : quality.score),
      numeric(figures.interval80),
      ranks.inTheWorld,
      asked.detailed && numeric(ranks.possible),
      isCost ? words.evidence : figures.measured,
    ],
    rows: [
      axisRow(axis, messages, ['']),
      ...shown.map(({ city, figure, rank }) => [
        rank !== null && figures.whole(rank.rank),
        html`<a href="/cities/${city.id}">${city.name}</a> <small>${nameOfCountry(request, release.country(city.country))}</small>`,
        intervalMark(figure, axis.scale, {
          ...(isCost && { base: 100 }),
          hollow: localShare(figure) === 0,
        }),
        figures.tenths(figure.value),
        figures.interval(figure),
        rank === null ? unrankedWords(release, city, messages) : ranks.band(rank, isCost),
        rank !== null && ranks.range(rank.first, rank.last),
        evidenceOf(figure, messages),
      ]),
    ],
  });
}

function evidenceOf({ value, evidence, measured }: MeasuredFigure, messages: Messages): Part {
  if (measured !== null) return evidenceBadge({ score: value, measured }, messages);
  return evidence !== null && messages.figures.evidence[evidence];
}

function unrankedWords(release: Release, { partOf }: City, { rankings }: Messages): Part {
  const main = partOf === null ? undefined : release.city(partOf);
  return main !== undefined && rankings.partOf(main.name, `/cities/${main.id}`);
}

/** Links that list parts of agglomerations too, and show the possible ranks, or the reverse; of price levels, to what they are in money. */
function switches({ path, messages: { rankings: words } }: PageRequest, asked: Asked): Html {
  const { unfolded, detailed } = asked;
  const parts = address(path, { ...asked, unfolded: !unfolded });
  const ranges = address(path, { ...asked, detailed: !detailed });
  const money = queryText({ country: asked.country, sort: asked.ascending ? 'budget' : '-budget' });
  return html`<a href="${parts}">${words.fold(unfolded)}</a> · <a href="${ranges}">${words.details(detailed)}</a>${asked.isCost && html` · <a href="/find${money}">${words.inMoney}</a>`}`;
}

function address(path: string, asked: Asked, page = 1): string {
  return (
    path +
    queryText({
      country: asked.country,
      evidence: asked.onlyLocal ? 'local' : undefined,
      order: asked.ascending ? 'lowest' : undefined,
      fold: asked.unfolded ? 'none' : undefined,
      ranks: asked.detailed ? 'possible' : undefined,
      page: page > 1 ? String(page) : undefined,
    })
  );
}

function everyRank(request: PageRequest) {
  return rankedOf(request.release, rankingQuery(request));
}

function rowOf({ city, figure, rank }: Ranked) {
  return {
    rank: rank?.rank ?? null,
    ranked: rank?.of ?? null,
    rank_first: rank?.first ?? null,
    rank_last: rank?.last ?? null,
    band: rank?.band ?? null,
    id: city.id,
    name: city.name,
    country: city.country,
    part_of: city.partOf,
    ...figureCells(figure),
  };
}
