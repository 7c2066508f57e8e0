import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { isOfKind } from '../../engine/places/city-kinds.ts';
import { resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { Problem } from '../../engine/problems.ts';
import { csvOf } from '../../engine/summaries/csv-rows.ts';
import {
  counted,
  EVIDENCE_WORDS,
  interval,
  MEASURE_TITLES,
  tenths,
  whole,
} from '../../engine/summaries/words.ts';
import {
  COST_MEASURES,
  isCostMeasure,
  localShare,
  type MeasuredFigure,
  type MeasureId,
  QUALITY_MEASURES,
  RANKED_MEASURES,
} from '../../release/measures.ts';
import { dataLinks } from '../data-links.ts';
import { fullName } from '../full-name.ts';
import { attribute, type Html, html, type Part } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, SitePage } from '../site-page.ts';
import { CHART, heading, numeric, scrollTable } from '../table.ts';
import { rowsChart, sourceLine } from './chart-file.ts';
import { EVIDENCE_LEGEND, evidenceBadge } from './evidence-badge.ts';
import { intervalMark, logScale, scoreScale } from './interval-marks.ts';
import { figureCells } from './key-figures.ts';

/** Cities smaller than this are left out of rankings of the world, or their first pages would be villages. */
const WORLD_POPULATION = 100_000;
const PAGE = 100;

/** Cities ranked by a figure. Ranks are ranges: if the intervals of two cities overlap, we do not know which is first. */
export function rankingPages(): SitePage[] {
  return [
    { path: '/rankings', explorer: true, render: index },
    {
      path: '/rankings/{measure}',
      query: ['country', 'evidence', 'order', 'page'],
      explorer: true,
      render: ranking,
      data: {
        csv: (request) => csvOf(csvRows(request)),
        json: (request) => csvRows(request),
        svg: rankingChart,
      },
    },
  ];
}

function index({ release }: PageRequest): PageView {
  const list = (measures: readonly MeasureId[]) =>
    html`<ul class="cards">${measures.map(
      (measure) =>
        html`<li><a href="/rankings/${measure}">${MEASURE_TITLES[measure]}</a><p>${counted(candidatesOf(release, { measure }).length, 'city', 'cities')}</p></li>\n`,
    )}</ul>`;
  return {
    title: 'Rankings',
    description:
      'Cities by cost of living and quality of life, with ranks as ranges where they cannot be told apart.',
    width: 'wide',
    main: html`<h1>Rankings</h1>
<p class="lead">Ranks are ranges, because cities whose intervals overlap cannot be told apart. World rankings include cities with at least ${whole(WORLD_POPULATION)} inhabitants. Parts of cities are left out.</p>
<section><h2>Cost of living</h2>${list(COST_MEASURES)}</section>
<section><h2>Quality of life</h2>${list(QUALITY_MEASURES)}</section>`,
  };
}

interface Ranked {
  city: City;
  figure: MeasuredFigure;
  /** The possible positions of the city, between those that are surely before it and those surely behind. */
  first: number;
  last: number;
}

/** The request to the page. */
interface Asked {
  measure: MeasureId;
  country: string | undefined;
  countryName: string | undefined;
  evidence: 'local' | undefined;
  ascending: boolean;
}

function rankingQuery({ release, parameters, query }: PageRequest): Asked {
  const measure = RANKED_MEASURES.find((id) => id === parameters.measure);
  if (measure === undefined) throw new Problem('path_not_found', 'There is no ranking by this figure.');
  const country =
    query.country === undefined ? undefined : resolveCountryOrThrow(release, query.country).place;
  return {
    measure,
    country: country?.id,
    countryName: country?.name,
    evidence: query.evidence === 'local' ? 'local' : undefined,
    ascending: query.order === 'lowest',
  };
}

/** What is ranked: without a country, the larger cities of the world. */
function candidatesOf(
  release: Release,
  { measure, country, evidence }: Pick<Asked, 'measure'> & Partial<Asked>,
): Pick<Ranked, 'city' | 'figure'>[] {
  const cities =
    country === undefined
      ? release.cities.filter(({ population }) => (population ?? 0) >= WORLD_POPULATION)
      : release.citiesOf(country);
  return cities.flatMap((city) => {
    if (!isOfKind(city, ['city'])) return [];
    const figure = release.measures.figure(measure, city);
    if (figure === undefined || (evidence === 'local' && localShare(figure) === 0)) return [];
    return [{ city, figure }];
  });
}

function rankedOf(release: Release, asked: Asked): Ranked[] {
  const { ascending } = asked;
  const figures = candidatesOf(release, asked);
  const sign = ascending ? 1 : -1;
  figures.sort((one, other) => sign * (one.figure.value - other.figure.value));
  // Ends of intervals, best first: how many cities are surely before, and how many are not surely behind.
  const better = (value: number) => sign * value;
  const worstEnds = figures.map(({ figure }) => better(ascending ? figure.high : figure.low)).sort(ascend);
  const bestEnds = figures.map(({ figure }) => better(ascending ? figure.low : figure.high)).sort(ascend);
  return figures.map(({ city, figure }) => {
    const best = better(ascending ? figure.low : figure.high);
    const worst = better(ascending ? figure.high : figure.low);
    return {
      city,
      figure,
      first: countWhile(worstEnds, (end) => end < best) + 1,
      last: countWhile(bestEnds, (end) => end <= worst),
    };
  });
}

function ranking(request: PageRequest): PageView {
  const { release, query } = request;
  const asked = rankingQuery(request);
  const { measure, countryName, ascending } = asked;
  const ranked = rankedOf(release, asked);
  const { page, pages, shown } = pageOf(ranked, query.page);
  const isCost = isCostMeasure(measure);
  const title = titleOf(asked);
  return {
    title: `${title}: ranking of cities`,
    description: `${counted(ranked.length, 'city', 'cities')} by ${MEASURE_TITLES[measure].toLowerCase()}, with ranks as ranges.`,
    width: 'wide',
    indexed: page === 1,
    main: html`<p class="crumbs"><a href="/rankings">Rankings</a></p>
<h1>${title}</h1>
<p class="lead">${conclusion(release, ranked, asked)}</p>
<form class="inline-form" action="/rankings/${measure}">
<label>Country <input name="country" value="${countryName ?? ''}" placeholder="World"></label>
<label>Order <select name="order"><option value="highest">${isCost ? 'most expensive first' : 'best first'}</option><option value="lowest"${attribute('selected', ascending)}>${isCost ? 'cheapest first' : 'lowest first'}</option></select></label>
${evidenceBox(ranked, asked)}
<button class="button small">Show</button>
</form>
${table(release, shown, isCost)}
${pageLinks(request, asked, page, pages)}
<p>Download the whole ranking as ${dataLinks(request, ['json', 'csv'])}, or this page of it as a chart (${dataLinks(request, ['svg'])}).</p>`,
  };
}

/** Shown only if there are such cities. */
function evidenceBox(ranked: readonly Ranked[], { evidence }: Asked): Html | undefined {
  const isLocal = evidence === 'local';
  if (!isLocal && ranked.every(({ figure }) => localShare(figure) === 0)) return undefined;
  return html`<label class="check"><input type="checkbox" name="evidence" value="local"${attribute('checked', isLocal)}> Only cities with figures of their own or their region</label>`;
}

function titleOf({ measure, countryName }: Asked): string {
  return `${MEASURE_TITLES[measure]}${countryName === undefined ? '' : ` in ${countryName}`}`;
}

function pageOf(ranked: readonly Ranked[], asked: string | undefined) {
  const pages = Math.max(1, Math.ceil(ranked.length / PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(asked ?? 1)) || 1));
  return { page, pages, shown: ranked.slice((page - 1) * PAGE, page * PAGE) };
}

/** The cities of the page as a separate drawing. */
function rankingChart(request: PageRequest): string {
  const { release, query } = request;
  const asked = rankingQuery(request);
  const ranked = rankedOf(release, asked);
  const { shown } = pageOf(ranked, query.page);
  const isCost = isCostMeasure(asked.measure);
  const scale = isCost ? logScale(shown.map(({ figure }) => figure)) : scoreScale;
  return rowsChart(
    {
      title: `${titleOf(asked)}: ranking of cities`,
      note: `${conclusion(release, ranked, asked)} ${MARKS_CAPTION}`,
      source: sourceLine(request),
    },
    shown.map(({ city, figure, first, last }) => ({
      label: `${rankWords(first, last)}  ${city.name}`,
      mark: intervalMark(figure, scale, { hollow: localShare(figure) === 0 }),
      figures: `${tenths(figure.value)} (${interval(figure)})`,
    })),
  );
}

const MARKS_CAPTION = 'The line is the 80 % interval. A hollow dot is based only on national figures.';

function conclusion(release: Release, ranked: readonly Ranked[], { measure, evidence }: Asked): string {
  const [first] = ranked;
  if (first === undefined)
    return evidence === 'local'
      ? 'No city has a figure of its own or its region.'
      : 'No city has this figure.';
  const isCost = isCostMeasure(measure);
  const name = fullName(release, first.city);
  const level = `${tenths(first.figure.value)} ${isCost ? 'where New York is 100' : 'of 100'}`;
  if (ranked.length === 1) return `${name} is the only city that is ranked, at ${level}.`;
  const apart = first.last - first.first;
  const tied =
    apart === 0
      ? 'No other city can be first: its interval overlaps with no other.'
      : `It cannot be told apart from ${counted(apart, 'other')}.`;
  return `${whole(ranked.length)} cities are ranked. ${name} is first, at ${level}. ${tied}`;
}

function table(release: Release, shown: readonly Ranked[], isCost: boolean): Html | undefined {
  if (shown.length === 0) return undefined;
  const scale = isCost ? logScale(shown.map(({ figure }) => figure)) : scoreScale;
  return scrollTable({
    name: 'Ranking',
    className: 'marks',
    caption: html`${MARKS_CAPTION} ${!isCost && EVIDENCE_LEGEND} To rank two cities of the same country, use a <a href="/compare">comparison</a>: it is more certain, because the uncertainty about the country cancels.`,
    columns: [
      numeric('Rank'),
      heading('City'),
      CHART,
      numeric(isCost ? 'Level' : 'Score'),
      numeric('80 % interval'),
      isCost ? 'Evidence' : 'Measured for',
    ],
    rows: shown.map(({ city, figure, first, last }) => [
      rankWords(first, last),
      html`<a href="/cities/${city.id}">${city.name}</a> <small>${release.country(city.country).name}</small>`,
      intervalMark(figure, scale, { hollow: localShare(figure) === 0 }),
      tenths(figure.value),
      interval(figure),
      evidenceOf(figure),
    ]),
  });
}

function evidenceOf({ value, evidence, measured }: MeasuredFigure): Part {
  if (measured !== null) return evidenceBadge({ score: value, measured });
  return evidence !== null && EVIDENCE_WORDS[evidence];
}

/** `40–75`, if we cannot tell which of these positions a city has. */
function rankWords(first: number, last: number): string {
  return first === last ? whole(first) : `${whole(first)}–${whole(last)}`;
}

function pageLinks({ path }: PageRequest, asked: Asked, page: number, pages: number): Html | undefined {
  if (pages === 1) return undefined;
  const to = (number: number) => {
    const query = new URLSearchParams({
      ...(asked.country !== undefined && { country: asked.country }),
      ...(asked.evidence !== undefined && { evidence: asked.evidence }),
      ...(asked.ascending && { order: 'lowest' }),
      ...(number > 1 && { page: String(number) }),
    }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  return html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${to(page - 1)}">Previous</a>`}<span>Page ${page} of ${pages}</span>${page < pages && html`<a rel="next" href="${to(page + 1)}">Next</a>`}</nav>`;
}

function csvRows(request: PageRequest) {
  const { release } = request;
  return rankedOf(release, rankingQuery(request)).map(({ city, figure, first, last }) => ({
    rank_first: first,
    rank_last: last,
    id: city.id,
    name: city.name,
    country: city.country,
    ...figureCells(figure),
  }));
}

const ascend = (one: number, other: number) => one - other;

/** How many values come before the first that does not pass; those that pass are at the beginning. */
function countWhile(sorted: readonly number[], passes: (value: number) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passes(sorted[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}
