/** Attributes whose value may be a path of ours. */
const PATHS = /\s(?:href|src|action|data-[\w-]+)="\/(?!\/)/g;

/**
 * Makes links from the root (`/cities/lisbon`) relative to the page that has them, so that a proxy may publish the site below any
 * path.
 *
 * @param path of the page
 */
export function relativeLinks(markup: string, path: string): string {
  const up = toRoot(path);
  return markup.replace(PATHS, (attribute) => attribute.slice(0, -1) + up);
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
