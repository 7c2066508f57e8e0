import type { Climate } from '../../engine/quality/climate.ts';
import { unitInWords, whole } from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import { climateCharts } from './climate-chart.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The months of the city, from the weather stations around it. */
export function climateSection(climate: Climate, name: string): Html | undefined {
  const { koppen, normals, holiday_climate_index, resident_climate_index } = climate;
  const elements = Object.values(normals);
  if (elements.length === 0 && koppen === null) return undefined;
  const stations = [
    ...new Set(elements.map(({ station }) => `${station.name} (${whole(station.distance_km)} km)`)),
  ];
  const rows = [
    ...elements.map(({ title, unit, values, year }) => ({ title, unit, values, year })),
    ...(holiday_climate_index === null
      ? []
      : [{ ...holiday_climate_index, title: 'Holiday Climate Index for cities', unit: '0 to 100' }]),
    ...(resident_climate_index === null
      ? []
      : [{ ...resident_climate_index, title: 'Climate index for residents', unit: '0 to 100' }]),
  ];
  return html`<section><h2 id="climate">Climate</h2>
<p>${koppen !== null && `Köppen class ${koppen.class}: ${koppen.title}. `}${stations.length > 0 && `From the weather stations nearest to ${name}: ${stations.join(', ')}.`}</p>
${farStations(normals, name)}
${climateCharts(climate)}
${
  rows.length > 0 &&
  scrollTable({
    name: 'Climate by month',
    columns: [heading('Normals'), ...[...MONTHS, 'Year'].map(numeric)],
    rows: rows.map(({ title, unit, values, year }) => [
      html`${title} <small>${unitInWords(unit)}</small>`,
      ...[...values, year].map((value) => value.toFixed(unit === 'degrees_celsius' ? 1 : 0)),
    ]),
  })
}
</section>`;
}

/** What each figure of the page is, where its station is far from the city or much higher or lower. */
function farStations(normals: Climate['normals'], name: string): Html | undefined {
  const notes = Map.groupBy(Object.entries(normals), ([, { note }]) => note);
  const far = [...notes].flatMap(([note, elements]) =>
    note === null ? [] : [{ note, what: [...new Set(elements.map(([element]) => inShort(element)))] }],
  );
  if (far.length === 0) return undefined;
  return html`<div class="panel"><p>No weather station near ${name} at about its height has all of these figures:</p><ul>${far.map(
    ({ note, what }) => html`<li>${listed(what)}: ${note}</li>`,
  )}</ul></div>`;
}

function inShort(element: string): string {
  return element.startsWith('temperature_') ? 'temperatures' : element.replaceAll('_', ' ');
}

function listed(words: readonly string[]): string {
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
