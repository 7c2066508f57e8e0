import FindMyWay from 'find-my-way';
import { Problem } from '../../engine/problems.ts';

/** The most characters of a path with its query. */
export const MAX_URL_LENGTH = 4096;

export interface Match<Target> {
  target: Target;
  parameters: Record<string, string | undefined>;
  query: Record<string, unknown>;
}

/** Finds what is at a path, for any method. */
export class Routes<Target> {
  readonly #router = FindMyWay({
    maxParamLength: MAX_URL_LENGTH,
    // Without this, a path that cannot be decoded would count as one that does not exist.
    onBadUrl: () => {},
  });

  /** @param path with parameters in OpenAPI notation: `/cities/{city_id}` */
  add(path: string, target: Target): void {
    this.#router.on('GET', path.replace(/\{(\w+)\}/g, ':$1'), () => {}, target);
  }

  /** @throws Problem for a URL that is too long, or that cannot be decoded */
  find(url: string): Match<Target> | null {
    if (url.length > MAX_URL_LENGTH)
      throw new Problem(
        'uri_too_long',
        `Path and query together have more than ${MAX_URL_LENGTH} characters.`,
      );
    const found = this.#router.find('GET', url);
    if (found?.store === null)
      throw new Problem('malformed_request', 'The path is not percent-encoded UTF-8.');
    return found && { target: found.store as Target, parameters: found.params, query: found.searchParams };
  }
}

/** The path of a URL, decoded if possible, which says which part of the service it belongs to. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
