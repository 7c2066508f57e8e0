import type { Country } from '../../engine/catalogue/place.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { isOfKind } from '../../engine/places/city-kinds.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { Problem } from '../../engine/problems.ts';
import { CITY_POPULATION } from '../../release/dominance.ts';
import {
  COST_MEASURES,
  isCostMeasure,
  localShare,
  type MeasureId,
  QUALITY_MEASURES,
  RANKED_MEASURES,
} from '../../release/measures.ts';
import { dataLinks } from '../data-links.ts';
import { mapEmbed } from '../embed/embed.ts';
import { embedLinks, embedSection } from '../embed/embed-section.ts';
import { fullName } from '../full-name.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { csvPieces, LongData, type Pieces } from '../long-data.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, SitePage } from '../site-page.ts';
import { chart, heading, numeric, scrollTable } from '../table.ts';
import { sourceLine } from './chart-file.ts';
import { figureCells } from './key-figures.ts';
import { BORDERS, LAND } from './land.ts';
import { cityNames, mapCard, mapDrawing } from './map-drawing.ts';
import {
  classesOf,
  dots,
  LOCAL_PARTS,
  type MapClasses,
  type MapPoint,
  mapPoints,
  mapSteps,
} from './map-points.ts';
import { type Box, boxAround, boxAt, WORLD } from './map-view.ts';

/** How many cities are named for each class. */
const NAMED = 3;
const BAR_WIDTH = 100;

/** Every city on a map, coloured by a figure: one drawing from the server, which an island lets people move. */
export function mapPage(): SitePage {
  return {
    path: '/explore',
    query: ['measure', 'evidence', 'country', 'at', 'tile'],
    showsFigures: true,
    translated: 'countries',
    prepare: mapSteps,
    render: view,
    data: {
      json: new LongData(columnsOf, 'tile'),
      csv: new LongData((request) => csvPieces(shownPoints(request), rowOf)),
      svg: (request) => {
        const { title, lead, drawn } = drawnMap(request);
        return mapDrawing({ title, note: lead, source: sourceLine(request) }, drawn);
      },
    },
    drawings: {
      card: (request) => {
        const { title, drawn } = drawnMap(request);
        return mapCard(title, drawn, request);
      },
    },
  };
}

interface Asked {
  measure: MeasureId;
  isCost: boolean;
  onlyMeasured: boolean;
  country: Country | undefined;
}

function mapQuery({ release, query }: PageRequest): Asked {
  const { measure: name = 'cost' } = query;
  const measure = RANKED_MEASURES.find((id) => id === name);
  if (measure === undefined) throw new Problem('path_not_found', 'There is no map of this figure.');
  const country =
    query.country === undefined ? undefined : resolveCountryOrThrow(release, query.country).place;
  return { measure, isCost: isCostMeasure(measure), onlyMeasured: query.evidence === 'local', country };
}

function shownPoints(request: PageRequest): MapPoint[] {
  const asked = mapQuery(request);
  return mapPoints(request.release, asked.measure, request.query.tile).filter((point) =>
    isAsked(point, asked),
  );
}

function isAsked({ city, local }: MapPoint, { onlyMeasured, country }: Asked): boolean {
  return (local !== 'none' || !onlyMeasured) && (country === undefined || city.country === country.id);
}

/** The cities that are asked for, and those of them in classes, as far as they are shown. */
function mapped(request: PageRequest) {
  const asked = mapQuery(request);
  const { measure, country } = asked;
  const everywhere = mapPoints(request.release, measure);
  const all = classesOf(everywhere, measure);
  const points = everywhere.filter((point) => isAsked(point, { ...asked, onlyMeasured: false }));
  const shown = {
    ...all,
    classes: all.classes.map((ofClass) => ofClass.filter((point) => isAsked(point, asked))),
  };
  const name = country && countryName(request, country);
  return { asked, points, shown, name, title: request.messages.map.onMap(titleOf(asked, request), name) };
}

function titleOf({ measure }: Asked, { messages }: PageRequest): string {
  return messages.figures.measures[measure];
}

/** The map for other sites, which shows it alone. */
export function mapInFrame(request: PageRequest): { title: string; lead: string; figure: Html } {
  const { asked, points, shown, title } = mapped(request);
  const figure = map(shown, asked, request);
  return { title, lead: conclusion(points, asked, request.messages), figure };
}

/** What the pictures of the map show. */
function drawnMap(request: PageRequest) {
  const { asked, points, shown } = mapped(request);
  const { classes, bounds } = shown;
  const ranges = classes.map((_, level) => rangeWords(bounds, level, request.messages));
  const drawn = { classes, ranges, box: boxOf(shown, asked, request.query.at) };
  return { title: mapEmbed(request).title, lead: conclusion(points, asked, request.messages), drawn };
}

function boxOf({ classes }: MapClasses, { country }: Asked, at: string | undefined): Box {
  return boxAt(at) ?? (country === undefined ? WORLD : boxAround(classes.flat()));
}

function view(request: PageRequest): PageView {
  const { messages } = request;
  const { map: words, figures, find, rankings, frame, embed: embedWords } = messages;
  const { asked, points, shown, name, title } = mapped(request);
  const { measure, isCost, onlyMeasured, country } = asked;
  const embed = mapEmbed(request);
  const measureName = titleOf(asked, request);
  return {
    title: words.title(measureName, name),
    description: words.description(points.length, figures.inSentence(rankings.inCountry(measureName, name))),
    width: 'wide',
    islands: ['map'],
    head: embedLinks(embed, request),
    indexed: request.query.evidence === undefined && request.query.at === undefined && country === undefined,
    main: html`<div class="place map-page"><header><h1>${title}</h1>
<p class="lead">${conclusion(points, asked, messages)}</p>
<form class="inline-form" action="/explore">
<label>${words.figure} <select name="measure">${measureOptions(measure, messages)}</select></label>
<label>${find.country} <input name="country"${attribute('value', country?.name)} placeholder="${words.all}"></label>
${onlyMeasured && html`<input type="hidden" name="evidence" value="local">`}
<button class="button small">${rankings.show}</button>
${evidenceLink(points, asked, messages)}
</form></header>
${map(shown, asked, request)}
<section><h2 id="classes">${words.byLevel}</h2>
${classTable(request, shown, isCost)}
<p>${words.ranking(`/rankings/${measure}${queryText({ country: country?.id })}`, dataLinks(request, ['json', 'csv']))}</p></section>
${embedSection(embed, request, [
  [frame.links.map, ''],
  [embedWords.card, '/card'],
])}</div>`,
  };
}

function conclusion(
  points: readonly MapPoint[],
  { isCost, onlyMeasured }: Asked,
  { map: words }: Messages,
): string {
  const of = (part: MapPoint['local']) => points.filter(({ local }) => local === part).length;
  const [all, none, some, most] = [points.length, of('none'), of('some'), of('most')];
  if (onlyMeasured) return words.onlyLocal(most + some, all, isCost);
  const share = () => {
    if (none === all) return words.noneLocal;
    if (most === all) return words.allLocal(isCost);
    return isCost ? words.modelled(most) : words.shares(most, some, none);
  };
  return words.conclusion(all, CITY_POPULATION, share(), isCost);
}

function measureOptions(chosen: MeasureId, { map: words, quality, figures }: Messages): Html {
  const options = (measures: readonly MeasureId[]) =>
    measures.map(
      (measure) =>
        html`<option value="${measure}"${attribute('selected', measure === chosen)}>${figures.measures[measure]}</option>`,
    );
  return html`<optgroup label="${words.prices}">${options(COST_MEASURES)}</optgroup><optgroup label="${quality.title}">${options(QUALITY_MEASURES)}</optgroup>`;
}

/** Shown only where it changes the map: where some cities have figures of their own, and some have none. */
function evidenceLink(points: readonly MapPoint[], asked: Asked, { map: words }: Messages): Html | undefined {
  const { onlyMeasured } = asked;
  const withLocal = points.filter(({ local }) => local !== 'none').length;
  if (!onlyMeasured && (withLocal === 0 || withLocal === points.length)) return undefined;
  const query = queryOf({ ...asked, onlyMeasured: !onlyMeasured });
  return html`<a class="switch" href="/explore${query}">${words.evidence(onlyMeasured)}</a>`;
}

function queryOf({ measure, onlyMeasured, country }: Asked): string {
  return queryText({ measure, evidence: onlyMeasured ? 'local' : undefined, country: country?.id });
}

function map({ classes, bounds }: MapClasses, asked: Asked, request: PageRequest): Html {
  const { isCost, country } = asked;
  const { messages } = request;
  const { map: words } = messages;
  const shown = classes.flat();
  const box = boxOf({ classes, bounds }, asked, request.query.at);
  const isNear = box.width < WORLD.width;
  const layers = LOCAL_PARTS.map(
    (part) =>
      html`<g class="local-${part}">${classes.map((ofClass, level) => {
        const path = dots(ofClass.filter(({ local }) => local === part));
        return path !== '' && html`<path class="level-${level + 1}" d="${path}"/>`;
      })}${part === 'none' && isNear && html`<path class="hole" d="${dots(shown.filter(({ local }) => local === part))}"/>`}</g>`,
  );
  return html`<figure class="map" data-map="/explore.json${queryOf(asked)}" data-world="${sides(WORLD)}" data-words="${JSON.stringify({ ...words.script, level: words.level(isCost) })}"${attribute('data-scores', !isCost)}>
<div class="map-frame-box"><div class="map-frame${isNear && ' near'}"><svg viewBox="${sides(box)}" role="img" aria-label="${words.alt(country && countryName(request, country), shown.length)}"><g class="land">${LAND}${BORDERS}</g>${layers}${cityNames(shown, box)}</svg></div>
<ul class="map-scale" aria-label="${words.colours}">${classes.map((_, level) => html`<li><svg width="12" height="12" aria-hidden="true"><circle class="level-${level + 1}" cx="6" cy="6" r="5"/></svg> ${rangeWords(bounds, level, messages)}</li>`)}</ul></div>
${legend(isCost, messages)}
<figcaption>${words.projection}</figcaption>
</figure>`;
}

function sides({ x, y, width, height }: Box): string {
  return `${x} ${y} ${width} ${height}`;
}

/** What the dots mean. The map draws those without local figures faint from afar, and hollow where there is room. */
function legend(isCost: boolean, { map: { dots: words } }: Messages): Html {
  const mark = (part: (typeof LOCAL_PARTS)[number], words: string) =>
    html`<li><svg width="12" height="12" aria-hidden="true"><circle class="dot-${part}" cx="6" cy="6" r="${part === 'some' ? 3 : 4.5}"/></svg> ${words}</li>`;
  return html`<ul class="map-legend">${
    isCost
      ? html`${mark('most', words.local)}${mark('none', words.modelled)}`
      : html`${mark('most', words.most)}${mark('some', words.some)}${mark('none', words.none)}`
  }</ul>`;
}

/** The legend, as a histogram in a table. */
function classTable(request: PageRequest, { classes, bounds }: MapClasses, isCost: boolean): Html {
  const { messages } = request;
  const { map: words, figures, cost, quality } = messages;
  const most = Math.max(1, ...classes.map(({ length }) => length));
  const length = (count: number) => Math.round((10 * BAR_WIDTH * count) / most) / 10;
  return scrollTable({
    name: words.byLevel,
    className: 'marks',
    caption: isCost ? words.costCaption : words.scoreCaption,
    columns: [
      heading(isCost ? cost.level : quality.score),
      chart(figures.chart),
      numeric(words.cities),
      numeric(isCost ? words.measured : words.halfLocal),
      !isCost && numeric(words.partlyLocal),
      words.largest,
    ],
    rows: classes.map((ofClass, level) => {
      const [most = 0, some = 0] = ['most', 'some'].map(
        (part) => ofClass.filter(({ local }) => local === part).length,
      );
      return [
        rangeWords(bounds, level, messages),
        html`<svg class="bar" aria-hidden="true" width="100%" height="14" viewBox="0 0 ${BAR_WIDTH} 14" preserveAspectRatio="none"><rect class="level-${level + 1} local-none" width="${length(ofClass.length)}" height="14"/>${some > 0 && html`<rect class="level-${level + 1} local-some" width="${length(most + some)}" height="14"/>`}<rect class="level-${level + 1}" width="${length(most)}" height="14"/></svg>`,
        figures.whole(ofClass.length),
        figures.whole(most),
        figures.whole(some),
        largest(ofClass).map(
          ({ city, figure }, index) =>
            html`${index > 0 && ', '}<a href="/cities/${city.id}">${fullName(request, city)}</a> <small>${figures.tenths(figure.value)}</small>`,
        ),
      ];
    }),
  });
}

function rangeWords(bounds: readonly number[], level: number, { map: words }: Messages): string {
  return words.range(bounds[level - 1], bounds[level]);
}

function largest(points: readonly MapPoint[]): MapPoint[] {
  return points
    .filter(({ city }) => isOfKind(city, ['city']))
    .toSorted((one, other) => one.city.rank - other.city.rank)
    .slice(0, NAMED);
}

function rowOf({ city, figure, x, y }: MapPoint) {
  return { id: city.id, name: city.name, country: city.country, x, y, ...figureCells(figure) };
}

/** A column for each property, which takes less than a row for each city. `x` and `y` are units of the map. */
function* columnsOf(request: PageRequest): Pieces {
  const { release } = request;
  const points = shownPoints(request);
  const columns: Record<string, (point: MapPoint) => unknown> = {
    id: ({ city }) => city.id,
    name: ({ city }) => city.name,
    country: ({ city }) => countryName(request, release.country(city.country)),
    population: ({ city }) => city.population,
    x: ({ x }) => x,
    y: ({ y }) => y,
    value: ({ figure }) => figure.value,
    low: ({ figure }) => figure.low,
    high: ({ figure }) => figure.high,
    local_share: ({ figure }) => localShare(figure),
  };
  yield JSON.stringify({ measure: mapQuery(request).measure, release: release.version }).slice(0, -1);
  for (const [name, cell] of Object.entries(columns)) yield `,"${name}":${JSON.stringify(points.map(cell))}`;
  yield '}';
}
