import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { OperatorError } from '../process/operator-error.ts';
import { fieldLine } from '../service/http/response-head.ts';
import type { Renderable } from './entry.ts';
import { HTML_LINE, POLICY_LINES, REVALIDATE_LINE, VARY_LINE } from './page-lines.ts';
import { PAGES } from './pages.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Browsers may keep assets for ever, because their names contain a hash of their content. */
const FOR_EVER_LINE = fieldLine('Cache-Control', 'public, max-age=31536000, immutable');

/**
 * The pages and assets of the web app, built from `web/` and held in memory: the HTML file that every page shares, and what it loads.
 *
 * @param directory the output directory of Vite
 * @throws OperatorError when the web app was not built
 */
export function webApp(directory: string): Renderable[] {
  const file = join(directory, 'index.html');
  if (!existsSync(file))
    throw new OperatorError('The web app is not built: start with `npm start`, or run `npm run web`.');
  const body = readFileSync(file, 'utf8');
  const pages = PAGES.map((page) => ({
    path: `/${page}`,
    headerLines: () => VARY_LINE + POLICY_LINES,
    render: () => ({ body, typeLine: HTML_LINE, cacheLine: REVALIDATE_LINE }),
  }));
  return [...pages, ...readdirSync(join(directory, 'assets')).map((name) => asset(directory, name))];
}

function asset(directory: string, name: string): Renderable {
  const body = readFileSync(join(directory, 'assets', name), 'utf8');
  const typeLine = fieldLine('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
  return {
    path: `/assets/${name}`,
    route: '/assets/:name',
    headerLines: () => VARY_LINE,
    render: () => ({ body, typeLine, cacheLine: FOR_EVER_LINE }),
  };
}
