import type { Climate } from '../../engine/quality/climate.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import { climateCharts } from './climate-chart.ts';

/** The months of the city, from the weather stations around it. */
export function climateSection(climate: Climate, name: string, messages: Messages): Html | undefined {
  const { climate: words, figures } = messages;
  const { koppen, normals, holiday_climate_index, resident_climate_index } = climate;
  const elements = Object.values(normals);
  if (elements.length === 0 && koppen === null) return undefined;
  const stations = [
    ...new Set(elements.map(({ station }) => `${station.name} (${figures.whole(station.distance_km)} km)`)),
  ];
  const indexRow = (index: { values: number[]; year: number }, id: string, title: string) => ({
    ...index,
    title: figures.metric(id, title),
    unit: words.zeroToHundred,
    digits: 0,
  });
  const rows = [
    ...Object.entries(normals).map(([id, { title, unit, ...normal }]) => ({
      title: words.element(id, title),
      unit: figures.unit(unit),
      digits: unit === 'degrees_celsius' ? 1 : 0,
      ...normal,
    })),
    ...(holiday_climate_index === null
      ? []
      : [indexRow(holiday_climate_index, 'holiday_climate_index', 'Holiday Climate Index for cities')]),
    ...(resident_climate_index === null
      ? []
      : [indexRow(resident_climate_index, 'resident_climate_index', 'Climate index for residents')]),
  ];
  return html`<section><h2 id="climate">${words.title}</h2>
<p>${koppen !== null && words.koppen(koppen.class, koppen.title)}${stations.length > 0 ? words.stations(name, stations) : words.noStation(name)}</p>
${farStations(normals, name, messages)}
${climateCharts(climate, messages)}
${
  rows.length > 0 &&
  scrollTable({
    name: words.name,
    columns: [
      heading(words.normals),
      ...[...Array(12).keys()].map((month) => numeric(figures.shortMonth(month))),
      numeric(words.year),
    ],
    rows: rows.map(({ title, unit, values, year, digits }) => [
      html`${title} <small>${unit}</small>`,
      ...[...values, year].map((value) => (digits === 1 ? figures.tenths(value) : figures.whole(value))),
    ]),
  })
}
</section>`;
}

/** What each figure of the page is, where its station is far from the city or much higher or lower. */
function farStations(
  normals: Climate['normals'],
  name: string,
  { climate: words }: Messages,
): Html | undefined {
  const notes = Map.groupBy(Object.entries(normals), ([, normal]) => normal.note && words.note(normal));
  const far = [...notes].flatMap(([note, elements]) =>
    note === null ? [] : [{ note, what: [...new Set(elements.map(([element]) => words.inShort(element)))] }],
  );
  if (far.length === 0) return undefined;
  return html`<div class="panel"><p>${words.far(name)}</p><ul>${far.map(
    ({ note, what }) => html`<li>${listed(what)}: ${note}</li>`,
  )}</ul></div>`;
}

function listed(words: readonly string[]): string {
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
