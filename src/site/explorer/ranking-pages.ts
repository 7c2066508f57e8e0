import { agglomerationsFrom, staysFolded } from '../../engine/catalogue/agglomerations.ts';
import type { City } from '../../engine/catalogue/place.ts';
import type { Rank } from '../../engine/catalogue/rank-pool.ts';
import { LEAST_PEOPLE, ranksOf } from '../../engine/catalogue/ranks.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { isOfKind } from '../../engine/places/city-kinds.ts';
import { countryName as nameOfCountry } from '../../engine/places/country-names.ts';
import { resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { Problem } from '../../engine/problems.ts';
import { csvOf } from '../../engine/summaries/csv-rows.ts';
import { bandWords, rankSentence } from '../../engine/summaries/ranks.ts';
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
import { intervalMark, levelAxis, logScale, SCORE_AXIS, scoreScale } from './interval-marks.ts';
import { figureCells } from './key-figures.ts';

const PAGE = 100;

/** Cities ordered by a figure, each with its world rank: one per measure, whatever the page lists. */
export function rankingPages(): SitePage[] {
  return [
    { path: '/rankings', explorer: true, render: index },
    {
      path: '/rankings/{measure}',
      query: ['country', 'evidence', 'order', 'fold', 'ranks', 'page'],
      explorer: true,
      translated: 'countries',
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
      'Cities by cost of living and quality of life, each with its world rank and how certain it is.',
    width: 'wide',
    main: html`<h1>Rankings</h1>
<p class="lead">Each measure has one ranking of the world: urban agglomerations with at least ${whole(LEAST_PEOPLE)} people, each by its main city. Beside the rank is how certain it is, because cities whose intervals overlap cannot be told apart.</p>
<section><h2>Cost of living</h2>${list(COST_MEASURES)}</section>
<section><h2>Quality of life</h2>${list(QUALITY_MEASURES)}</section>`,
  };
}

interface Ranked {
  city: City;
  figure: MeasuredFigure;
  /** In the world; null for parts of an agglomeration, and if too few cities have the figure. */
  rank: Rank | null;
}

/** The request to the page. */
interface Asked {
  measure: MeasureId;
  country: string | undefined;
  countryName: string | undefined;
  evidence: 'local' | undefined;
  ascending: boolean;
  /** Whether parts of agglomerations are listed, too. */
  unfolded: boolean;
  /** Whether the possible ranks are shown. */
  detailed: boolean;
}

function rankingQuery(request: PageRequest): Asked {
  const { release, parameters, query } = request;
  const measure = RANKED_MEASURES.find((id) => id === parameters.measure);
  if (measure === undefined) throw new Problem('path_not_found', 'There is no ranking by this figure.');
  const country =
    query.country === undefined ? undefined : resolveCountryOrThrow(release, query.country).place;
  return {
    measure,
    country: country?.id,
    countryName: country && nameOfCountry(request, country),
    evidence: query.evidence === 'local' ? 'local' : undefined,
    ascending: query.order === 'lowest',
    unfolded: query.fold === 'none',
    detailed: query.ranks === 'possible',
  };
}

/** What is listed: without a country, the larger agglomerations of the world. */
function candidatesOf(
  release: Release,
  { measure, country, evidence, unfolded }: Pick<Asked, 'measure'> & Partial<Asked>,
): Pick<Ranked, 'city' | 'figure'>[] {
  return citiesOf(release, country, unfolded === true).flatMap((city) => {
    const figure = release.measures.figure(measure, city);
    if (figure === undefined || (evidence === 'local' && localShare(figure) === 0)) return [];
    return [{ city, figure }];
  });
}

function citiesOf(release: Release, country: string | undefined, unfolded: boolean): readonly City[] {
  if (country !== undefined)
    return release
      .citiesOf(country)
      .filter((city) => (unfolded ? isOfKind(city, ['city']) : staysFolded(city)));
  if (!unfolded) return agglomerationsFrom(LEAST_PEOPLE, release.cities);
  return release.cities.filter((city) => (city.population ?? 0) >= LEAST_PEOPLE && isOfKind(city, ['city']));
}

function rankedOf(release: Release, asked: Asked): Ranked[] {
  const { ascending, measure } = asked;
  const ranks = ranksOf(release);
  const sign = ascending ? 1 : -1;
  return candidatesOf(release, asked)
    .sort((one, other) => sign * (one.figure.value - other.figure.value))
    .map(({ city, figure }) => ({ city, figure, rank: ranks.ofCity(measure, city) }));
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
    description: `${counted(ranked.length, 'city', 'cities')} by ${MEASURE_TITLES[measure].toLowerCase()}, each with its world rank and how certain it is.`,
    width: 'wide',
    indexed: page === 1,
    main: html`<p class="crumbs"><a href="/rankings">Rankings</a></p>
<h1>${title}</h1>
<p class="lead">${conclusion(request, ranked, asked)}</p>
<form class="inline-form" action="/rankings/${measure}">
<label>Country <input name="country" value="${countryName ?? ''}" placeholder="World"></label>
<label>Order <select name="order"><option value="highest">${isCost ? 'most expensive first' : 'best first'}</option><option value="lowest"${attribute('selected', ascending)}>${isCost ? 'cheapest first' : 'lowest first'}</option></select></label>
${evidenceBox(ranked, asked)}
${asked.unfolded && html`<input type="hidden" name="fold" value="none">`}${asked.detailed && html`<input type="hidden" name="ranks" value="possible">`}
<button class="button small">Show</button>
</form>
<p>${switches(request, asked)}</p>
${table(request, shown, asked)}
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
      note: `${conclusion(request, ranked, asked)} ${MARKS_CAPTION}`,
      source: sourceLine(request),
    },
    shown.map(({ city, figure, rank }) => ({
      label: rank === null ? city.name : `${whole(rank.rank)}  ${city.name}`,
      mark: intervalMark(figure, scale, { hollow: localShare(figure) === 0 }),
      figures: `${tenths(figure.value)} (${interval(figure)})`,
    })),
    isCost ? levelAxis(scale) : SCORE_AXIS,
  );
}

const MARKS_CAPTION = 'The line is the 80 % interval. A hollow dot is based only on national figures.';

function conclusion(request: PageRequest, ranked: readonly Ranked[], { measure, evidence }: Asked): string {
  const [first] = ranked;
  if (first === undefined)
    return evidence === 'local'
      ? 'No city has a figure of its own or its region.'
      : 'No city has this figure.';
  const isCost = isCostMeasure(measure);
  const name = fullName(request, first.city);
  const level = `${tenths(first.figure.value)} ${isCost ? 'where New York is 100' : 'of 100'}`;
  if (ranked.length === 1) return `${name} is the only city that is listed, at ${level}.`;
  const pool =
    first.rank === null
      ? ' Too few cities of the world have this figure for ranks.'
      : rankSentence({ among: 'cities', place: name, ...first.rank }, isCost).replace(
          /\.$/,
          ' in the world.',
        );
  return `${whole(ranked.length)} cities are listed. ${name} is first, at ${level}.${pool}`;
}

function table(request: PageRequest, shown: readonly Ranked[], asked: Asked): Html | undefined {
  const { release } = request;
  if (shown.length === 0) return undefined;
  const isCost = isCostMeasure(asked.measure);
  const scale = isCost ? logScale(shown.map(({ figure }) => figure)) : scoreScale;
  return scrollTable({
    name: 'Ranking',
    className: 'marks',
    caption: html`${MARKS_CAPTION} ${!isCost && EVIDENCE_LEGEND} ${asked.country !== undefined && `World ranks are among urban agglomerations with at least ${whole(LEAST_PEOPLE)} people; a smaller city has the rank that it would have among them.`} To rank two cities of the same country, use a <a href="/compare">comparison</a>: it is more certain, because the uncertainty about the country cancels.`,
    columns: [
      numeric('World rank'),
      heading('City'),
      CHART,
      numeric(isCost ? 'Level' : 'Score'),
      numeric('80 % interval'),
      'In the world',
      asked.detailed && numeric('Possible ranks'),
      isCost ? 'Evidence' : 'Measured for',
    ],
    rows: shown.map(({ city, figure, rank }) => [
      rank !== null && whole(rank.rank),
      html`<a href="/cities/${city.id}">${city.name}</a> <small>${nameOfCountry(request, release.country(city.country))}</small>`,
      intervalMark(figure, scale, { hollow: localShare(figure) === 0 }),
      tenths(figure.value),
      interval(figure),
      rank === null ? unrankedWords(release, city) : bandWords(rank, isCost),
      rank !== null && `${whole(rank.first)} to ${whole(rank.last)}`,
      evidenceOf(figure),
    ]),
  });
}

function evidenceOf({ value, evidence, measured }: MeasuredFigure): Part {
  if (measured !== null) return evidenceBadge({ score: value, measured });
  return evidence !== null && EVIDENCE_WORDS[evidence];
}

function unrankedWords(release: Release, { partOf }: City): Part {
  const main = partOf === null ? undefined : release.city(partOf);
  return main !== undefined && html`part of <a href="/cities/${main.id}">${main.name}</a>`;
}

/** Links that list parts of agglomerations too, and show the possible ranks, or the reverse. */
function switches({ path }: PageRequest, asked: Asked): Html {
  const { unfolded, detailed } = asked;
  const parts = address(path, { ...asked, unfolded: !unfolded });
  const ranges = address(path, { ...asked, detailed: !detailed });
  return html`<a href="${parts}">${unfolded ? 'List each urban agglomeration once' : 'List parts of agglomerations too'}</a> · <a href="${ranges}">${detailed ? 'Hide' : 'Show'} the possible ranks of each city</a>`;
}

function address(path: string, asked: Asked, page = 1): string {
  return (
    path +
    queryText({
      country: asked.country,
      evidence: asked.evidence,
      order: asked.ascending ? 'lowest' : undefined,
      fold: asked.unfolded ? 'none' : undefined,
      ranks: asked.detailed ? 'possible' : undefined,
      page: page > 1 ? String(page) : undefined,
    })
  );
}

function pageLinks({ path }: PageRequest, asked: Asked, page: number, pages: number): Html | undefined {
  if (pages === 1) return undefined;
  const to = (number: number) => address(path, asked, number);
  return html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${to(page - 1)}">Previous</a>`}<span>Page ${page} of ${pages}</span>${page < pages && html`<a rel="next" href="${to(page + 1)}">Next</a>`}</nav>`;
}

function csvRows(request: PageRequest) {
  const { release } = request;
  return rankedOf(release, rankingQuery(request)).map(({ city, figure, rank }) => ({
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
  }));
}
