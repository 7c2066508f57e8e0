import type { Release } from '../../engine/catalogue/release.ts';
import { propertyNamed, USUAL_SETTINGS } from '../../engine/matching/properties.ts';
import { type Html, html } from '../html.ts';
import { ENGLISH } from '../languages/english.ts';
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
<a href="${page}" target="_blank" rel="noopener"><img src="${page}/card.png" width="420" alt="${ENGLISH.embed.city(name)}"></a>
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
  const { match: words, rankings, figures } = ENGLISH;
  if ('country' in entity) return rankings.cities(release.citiesOf(entity.country.id).length);
  return (Object.keys(words.figures) as (keyof typeof words.figures)[])
    .flatMap((id) => {
      const value = propertyNamed(id).of(release, entity.city, USUAL_SETTINGS);
      return typeof value === 'number' ? [words.figures[id](figures.decimals(value, 3))] : [];
    })
    .join(', ');
}
