import type { Release } from '../../engine/catalogue/release.ts';
import { propertyNamed, USUAL_SETTINGS } from '../../engine/matching/properties.ts';
import { counted } from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { described, type Entity, pagePath } from './entities.ts';

/** The card of a place for a small frame of another site, with a link to its page. */
export function previewPage(release: Release, entity: Entity): string {
  const { name, description } = described(release, entity);
  // Relative, because a proxy may publish the site below a path.
  const page = `..${pagePath(entity)}`;
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${name}</title></head>
<body>
<p><a href="${page}" target="_blank" rel="noopener">${name}</a>, ${description}. ${figures(release, entity)}</p>
<a href="${page}" target="_blank" rel="noopener"><img src="${page}/card.png" width="420" alt="${name}: cost of living and quality of life"></a>
</body>
</html>
`.markup;
}

/** The same in one line. */
export function flyout(release: Release, entity: Entity): Html {
  const { name, description } = described(release, entity);
  return html`<p><b>${name}</b>, ${description}. ${figures(release, entity)}</p>`;
}

function figures(release: Release, entity: Entity): string {
  if ('country' in entity) {
    const cities = release.citiesOf(entity.country.id).length;
    return counted(cities, 'city', 'cities');
  }
  const shown = [
    ['Population', 'population'],
    ['cost of living (New York = 100)', 'cost_index'],
    ['quality of life (0 to 100)', 'quality_of_life'],
  ] as const;
  return shown
    .flatMap(([title, id]) => {
      const value = propertyNamed(id).of(release, entity.city, USUAL_SETTINGS);
      return typeof value === 'number' ? [`${title} ${value.toLocaleString('en')}`] : [];
    })
    .join(', ');
}
