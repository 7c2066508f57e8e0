import { type Asked, ask } from '../../../src/engine/ask.ts';
import type { View } from '../../../src/engine/endpoint.ts';
import { ENDPOINT_AT, type Path } from '../../../src/engine/operations.ts';

/** Asks the engine for what a URL below /v1 asks for. */
export function askUrl(view: View, url: string): Asked<unknown> {
  const [sent = '', query = ''] = url.split('?');
  for (const path of Object.keys(ENDPOINT_AT) as Path[]) {
    const match = new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`).exec(sent);
    if (match === null) continue;
    const place = match[1] === undefined ? {} : { place: decodeURIComponent(match[1]) };
    return ask(view, path, { ...place, query: Object.fromEntries(new URLSearchParams(query)) });
  }
  throw new Error(`no endpoint is at ${sent}`);
}
