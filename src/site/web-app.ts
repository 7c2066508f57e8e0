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

/** The pages and assets of the web app, built from `web/` and held in memory. */
export class WebApp {
  readonly #html: string;
  readonly #directory: string;

  /**
   * @param directory the output directory of Vite
   * @throws OperatorError when the web app was not built
   */
  constructor(directory: string) {
    if (!existsSync(join(directory, 'index.html')))
      throw new OperatorError('The web app is not built: start with `npm start`, or run `npm run web`.');
    this.#html = readFileSync(join(directory, 'index.html'), 'utf8');
    this.#directory = join(directory, 'assets');
  }

  /** The HTML file that every page shares, and the assets that it loads. */
  pages(): Renderable[] {
    const pages = PAGES.map((page) => ({
      path: `/${page}`,
      headerLines: () => VARY_LINE + POLICY_LINES,
      render: () => ({ body: this.#html, typeLine: HTML_LINE, cacheLine: REVALIDATE_LINE }),
    }));
    return [...pages, ...readdirSync(this.#directory).map((name) => this.#asset(name))];
  }

  #asset(name: string): Renderable {
    const body = readFileSync(join(this.#directory, name), 'utf8');
    const typeLine = fieldLine('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
    return {
      path: `/assets/${name}`,
      route: '/assets/:name',
      headerLines: () => VARY_LINE,
      render: () => ({ body, typeLine, cacheLine: FOR_EVER_LINE }),
    };
  }
}
