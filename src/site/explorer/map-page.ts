import { readFileSync } from 'node:fs';
import { isOfKind } from '../../api/places/city-kinds.ts';
import type { Release } from '../../catalogue/release.ts';
import { csvOf } from '../../compact/csv-rows.ts';
import { MEASURE_TITLES, tenths, whole } from '../../compact/words.ts';
import { Problem } from '../../http/problems.ts';
import {
  COST_MEASURES,
  isCostMeasure,
  MEASURES,
  type MeasureId,
  QUALITY_MEASURES,
} from '../../release/measures.ts';
import { fullName } from '../full-name.ts';
import { attribute, type Html, html, trusted } from '../html.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';
import { CHART, heading, numeric, scrollTable } from '../table.ts';
import { MAP_HEIGHT, MAP_TOP, MAP_WIDTH } from './equal-earth.ts';
import { classesOf, dots, type MapClasses, type MapPoint, mapPoints } from './map-points.ts';

/** Cities named for each class. */
const NAMED = 3;
const BAR_WIDTH = 100;

/** Every city on a map, coloured by a figure: one drawing from the server, which an island lets people move. */
export function mapPage(): SitePage {
  return {
    path: '/explore',
    query: ['measure', 'evidence', 'tile'],
    explorer: true,
    render: view,
    data: {
      json: (request) => columnsOf(request),
      csv: (request) => csvOf(shownPoints(request).map(rowOf)),
    },
  };
}

interface Asked {
  measure: MeasureId;
  isCost: boolean;
  onlyMeasured: boolean;
}

function askedOf({ query }: PageRequest): Asked {
  const { measure: name = 'cost' } = query;
  const measure = MEASURES.find((id) => id === name);
  if (measure === undefined) throw new Problem('path_not_found', 'There is no map of this figure.');
  return { measure, isCost: isCostMeasure(measure), onlyMeasured: query.evidence === 'local' };
}

function shownPoints(request: PageRequest): MapPoint[] {
  const { measure, onlyMeasured } = askedOf(request);
  const points = mapPoints(request.release, measure, request.query.tile);
  return onlyMeasured ? points.filter(({ measured }) => measured) : points;
}

function view(request: PageRequest): PageView {
  const { release } = request;
  const asked = askedOf(request);
  const { measure, isCost, onlyMeasured } = asked;
  const points = mapPoints(release, measure);
  const all = classesOf(points, measure);
  const measured = points.filter((point) => point.measured);
  const shown = onlyMeasured
    ? { ...all, classes: all.classes.map((ofClass) => ofClass.filter((point) => point.measured)) }
    : all;
  const title = MEASURE_TITLES[measure];
  return {
    title: `${title}: map of cities`,
    description: `A map of ${whole(points.length)} cities by ${title.toLowerCase()}, which shows what was measured and what was modelled.`,
    width: 'wide',
    islands: ['map'],
    indexed: request.query.evidence === undefined,
    main: html`<div class="place map-page"><header><h1>${title} on the map</h1>
<p class="lead">${conclusion(points.length, measured.length, asked)}</p>
<form class="inline-form" action="/explore">
<label>Figure <select name="measure">${measureOptions(measure)}</select></label>
${onlyMeasured && html`<input type="hidden" name="evidence" value="local">`}
<button class="button small">Show</button>
${evidenceLink(asked)}
</form></header>
${map(shown, asked)}
<section><h2 id="classes">Cities by level</h2>
${classTable(release, shown, isCost)}
<p><a href="/rankings/${measure}">Ranking of cities by ${title.toLowerCase()}</a></p></section></div>`,
  };
}

function conclusion(all: number, measured: number, { isCost, onlyMeasured }: Asked): string {
  const level = isCost ? 'New York is 100.' : 'Scores go from 0 to 100.';
  const share =
    measured === 0
      ? 'None is based on figures of the city or its region alone: each includes national figures.'
      : measured === all
        ? 'All were measured in the city, its metropolitan area or its region.'
        : `${whole(measured)} were measured in the city, its metropolitan area or its region; the faint ones are modelled from national figures.`;
  return onlyMeasured
    ? `${whole(measured)} of ${whole(all)} cities: those measured in the city, its metropolitan area or its region. ${level}`
    : `${whole(all)} cities have this figure. ${share} ${level}`;
}

function measureOptions(chosen: MeasureId): Html {
  const options = (measures: readonly MeasureId[]) =>
    measures.map(
      (measure) =>
        html`<option value="${measure}"${attribute('selected', measure === chosen)}>${MEASURE_TITLES[measure]}</option>`,
    );
  return html`<optgroup label="Prices">${options(COST_MEASURES)}</optgroup><optgroup label="Quality of life">${options(QUALITY_MEASURES)}</optgroup>`;
}

function evidenceLink({ measure, onlyMeasured }: Asked): Html {
  return onlyMeasured
    ? html`<a class="switch" href="/explore?measure=${measure}">Show all cities</a>`
    : html`<a class="switch" href="/explore?measure=${measure}&amp;evidence=local">Only measured cities</a>`;
}

const LAND = trusted(
  /<path.*\/>/.exec(readFileSync(new URL('land.svg', import.meta.url), 'utf8'))?.[0] ?? '',
);

function map({ classes }: MapClasses, { measure, isCost, onlyMeasured }: Asked): Html {
  const query = `measure=${measure}${onlyMeasured ? '&evidence=local' : ''}`;
  const layer = (measured: boolean) =>
    html`<g class="${measured ? 'measured' : 'modelled'}">${classes.map((ofClass, level) => {
      const path = dots(ofClass.filter((point) => point.measured === measured));
      return path !== '' && html`<path class="level-${level + 1}" d="${path}"/>`;
    })}</g>`;
  const count = classes.reduce((sum, { length }) => sum + length, 0);
  return html`<figure class="map" data-map="/explore.json?${query}" data-level="${isCost ? 'where New York is 100' : 'of 100'}">
<div class="map-frame"><svg viewBox="0 ${MAP_TOP} ${MAP_WIDTH} ${MAP_HEIGHT}" role="img" aria-label="World map of ${whole(count)} cities, coloured by level"><g class="land">${LAND}</g>${layer(false)}${layer(true)}</svg></div>
<figcaption>Equal Earth projection, which keeps the size of countries. Solid dots were measured in the city or around it; faint ones are modelled. The table below explains the colours. Land: Natural Earth.</figcaption>
</figure>`;
}

/** The legend, as a histogram in a table. */
function classTable(release: Release, { classes, bounds }: MapClasses, isCost: boolean): Html {
  const most = Math.max(1, ...classes.map(({ length }) => length));
  const length = (count: number) => Math.round((10 * BAR_WIDTH * count) / most) / 10;
  return scrollTable({
    name: 'Cities by level',
    className: 'marks',
    caption:
      'How many cities are in each class of the map, and its largest ones. The faint part of a bar is modelled.',
    columns: [heading(isCost ? 'Level' : 'Score'), CHART, numeric('Cities'), numeric('Measured'), 'Largest'],
    rows: classes.map((ofClass, level) => {
      const measured = ofClass.filter((point) => point.measured).length;
      return [
        rangeWords(bounds, level),
        html`<svg class="bar" aria-hidden="true" width="100%" height="14" viewBox="0 0 ${BAR_WIDTH} 14" preserveAspectRatio="none"><rect class="level-${level + 1} modelled" width="${length(ofClass.length)}" height="14"/><rect class="level-${level + 1}" width="${length(measured)}" height="14"/></svg>`,
        whole(ofClass.length),
        whole(measured),
        largest(ofClass).map(
          ({ city, figure }, index) =>
            html`${index > 0 && ', '}<a href="/cities/${city.id}">${fullName(release, city)}</a> <small>${tenths(figure.value)}</small>`,
        ),
      ];
    }),
  });
}

function rangeWords(bounds: readonly number[], level: number): string {
  const [from, to] = [bounds[level - 1], bounds[level]];
  if (from === undefined) return `Under ${to}`;
  return to === undefined ? `${from} or more` : `${from} to ${to}`;
}

function largest(points: readonly MapPoint[]): MapPoint[] {
  return points
    .filter(({ city }) => isOfKind(city, ['city']))
    .toSorted((one, other) => one.city.rank - other.city.rank)
    .slice(0, NAMED);
}

function rowOf({ city, figure, x, y }: MapPoint) {
  return { id: city.id, name: city.name, country: city.country, x, y, ...figure };
}

/** A column for each property, which takes less than a row for each city. `x` and `y` are units of the map. */
function columnsOf(request: PageRequest) {
  const { release } = request;
  const points = shownPoints(request);
  return {
    measure: askedOf(request).measure,
    release: release.version,
    id: points.map(({ city }) => city.id),
    name: points.map(({ city }) => city.name),
    country: points.map(({ city }) => release.country(city.country).name),
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    value: points.map(({ figure }) => figure.value),
    low: points.map(({ figure }) => figure.low),
    high: points.map(({ figure }) => figure.high),
    measured: points.map(({ measured }) => (measured ? 1 : 0)),
  };
}
