/** Attributes whose value may be a path of ours. */
const PATHS = /\s(?:href|src|action|data-[\w-]+)="\/(?!\/)/g;
const LINKS = /\shref="(\/(?!\/)[^"#]*)/g;
/** Of a form that does not change anything. */
const FORMS = /<form(?![^>]*\bmethod="post")[^>]*\saction="\/[^>]*>/g;

/**
 * Makes links from the root (`/cities/lisbon`) relative to the page that has them, so that a proxy may publish the site below any
 * path.
 *
 * @param path of the page
 * @param language that the reader chose in the address of the page: links and forms lead to pages in it
 */
export function relativeLinks(markup: string, path: string, language?: string): string {
  const up = toRoot(path);
  const kept = language === undefined ? markup : withLanguage(markup, language);
  return kept.replace(PATHS, (attribute) => attribute.slice(0, -1) + up);
}

function withLanguage(markup: string, language: string): string {
  return markup
    .replace(LINKS, (link: string, to: string) =>
      isPage(to) ? `${link}${to.includes('?') ? '&amp;' : '?'}lang=${language}` : link,
    )
    .replace(FORMS, (form) => `${form}<input type="hidden" name="lang" value="${language}">`);
}

/** The paths of pages have no dot. A link that has a language keeps it. */
function isPage(to: string): boolean {
  return !/[?&;]lang=/.test(to) && !to.startsWith('/v1/') && !to.split('?', 1)[0]?.includes('.');
}

/** A path of ours as the `Location` of a redirect from another path. */
export function relativePath(location: string, path: string): string {
  return toRoot(path) + location.slice(1);
}

/** From a page to the root of the site: `./` for `/keys`, `../` for `/cities/lisbon`. */
function toRoot(path: string): string {
  const depth = path.split('/').length - 2;
  return depth <= 0 ? './' : '../'.repeat(depth);
}
