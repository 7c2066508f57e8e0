import type { Climate } from '../../engine/quality/climate.ts';
import { unitInWords, whole } from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { heading, numeric, scrollTable } from '../table.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The months of the city, from the weather stations around it. */
export function climateSection(
  { koppen, normals, holiday_climate_index, resident_climate_index }: Climate,
  name: string,
): Html | undefined {
  const elements = Object.values(normals);
  if (elements.length === 0 && koppen === null) return undefined;
  const stations = [
    ...new Set(elements.map(({ station }) => `${station.name} (${whole(station.distance_km)} km)`)),
  ];
  const isMoved = elements.some(({ correction }) => correction?.by === 'climatology');
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
<p>${koppen !== null && `Köppen class ${koppen.class}: ${koppen.title}. `}${stations.length > 0 && `From the weather stations nearest to ${name}: ${stations.join(', ')}.`}${isMoved && ` These stations are far away or have other seasons, so their figures are moved to those of a gridded climatology at ${name}.`}</p>
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
