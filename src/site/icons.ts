import { readFileSync } from 'node:fs';
import { fieldLine } from '../service/http/response-head.ts';
import type { Renderable } from './entry.ts';
import { A_DAY_LINE } from './page-lines.ts';
import { CARD, ICON_SVG } from './shell.ts';

/** The icons that browsers ask for, of a tab and of a page on a home screen, and the picture of shared links. */
export function icons(): Renderable[] {
  return [
    icon('/icon.svg', 'image/svg+xml', () => ICON_SVG),
    icon('/favicon.ico', 'image/x-icon'),
    icon('/apple-touch-icon.png', 'image/png'),
    icon(CARD, 'image/png'),
  ];
}

function icon(
  path: string,
  type: string,
  body: () => string | Buffer = () => readFileSync(new URL(`icons${path}`, import.meta.url)),
): Renderable {
  const typeLine = fieldLine('Content-Type', type);
  return { path, headerLines: () => '', render: () => ({ body: body(), typeLine, cacheLine: A_DAY_LINE }) };
}
