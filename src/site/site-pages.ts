import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { readingSteps } from '../engine/places/reading-steps.ts';
import { Problem } from '../engine/problems.ts';
import type { Rendering } from '../service/http/representation.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { Routes } from '../service/http/routes.ts';
import { cardDrawing } from './cards/card.ts';
import type { CardPainter } from './cards/card-painter.ts';
import type { Picture, Renderable } from './entry.ts';
import {
  A_DAY_LINE,
  HTML_LINE,
  OPEN_LINE,
  POLICY_LINES,
  REVALIDATE_LINE,
  SHORTLY_LINE,
  VARY_LINE,
} from './page-lines.ts';
import type { PageRequest } from './page-request.ts';
import type { Shell } from './shell.ts';
import { DATA_SUFFIXES, type DataSuffix, type PageView, type SitePage } from './site-page.ts';

export interface SitePagesParts {
  catalogue: Catalogue;
  /** The public address, without /v1. */
  publicUrl: string;
  shell: Shell;
  painter: CardPainter;
}

/** Thrown for a page whose content is at another address. */
export class Moved extends Error {
  readonly location: string;
  readonly status: 302 | 308;

  constructor(location: string, status: 302 | 308) {
    super(`moved to ${location}`);
    this.location = location;
    this.status = status;
  }
}

/** URLs whose page is remembered, so that a request for a page that is ready parses nothing. */
const REMEMBERED = 5000;
/** A URL longer than this is not remembered. */
const MAX_URL = 300;
const CARD = /^(.+)\/card\.png$/;
const PNG_LINE = fieldLine('Content-Type', 'image/png');
const SUFFIX = new RegExp(`^(.+)\\.(${DATA_SUFFIXES.join('|')})$`);
const TYPE_LINES: Record<DataSuffix, string> = {
  json: fieldLine('Content-Type', 'application/json; charset=utf-8'),
  csv: fieldLine('Content-Type', 'text/csv; charset=utf-8'),
  md: fieldLine('Content-Type', 'text/markdown; charset=utf-8'),
  svg: fieldLine('Content-Type', 'image/svg+xml; charset=utf-8'),
  xml: fieldLine('Content-Type', 'application/atom+xml; charset=utf-8'),
  txt: fieldLine('Content-Type', 'text/plain; charset=utf-8'),
};

/** Finds the page at a URL, or the data of a page, and renders it from the served release. */
export class SitePages {
  readonly #parts: SitePagesParts;
  readonly #routes = new Routes<SitePage>();
  readonly #found = new LRUCache<string, Renderable | Picture>({ max: REMEMBERED });

  constructor(parts: SitePagesParts, pages: readonly SitePage[]) {
    this.#parts = parts;
    for (const page of pages) this.#routes.add(page.path, page);
  }

  /** What is at the URL. @throws Problem for a URL that cannot be read */
  find(url: string): Renderable | Picture | undefined {
    const known = this.#found.get(url);
    if (known !== undefined) return known;
    const page = this.#search(url);
    if (page !== undefined && url.length <= MAX_URL) this.#found.set(url, page);
    return page;
  }

  #search(url: string): Renderable | Picture | undefined {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const [, stem, suffix] = SUFFIX.exec(path) ?? [];
    if (stem !== undefined && suffix !== undefined) {
      const ofData = this.#match(stem, query);
      const make = ofData?.page.data?.[suffix as DataSuffix];
      if (ofData !== undefined && make !== undefined)
        return this.#pageOf(ofData, path, (request) =>
          dataOf(make(request), suffix as DataSuffix, ofData.page),
        );
    }
    const [, shown] = CARD.exec(path) ?? [];
    const withCard = shown === undefined ? undefined : this.#match(shown, query);
    if (withCard?.page.card !== undefined) return this.#pictureOf(withCard, path, withCard.page.card);
    const found = this.#match(path, query);
    if (found === undefined) return this.#withoutSlash(path, query);
    const data = DATA_SUFFIXES.filter((each) => found.page.data?.[each] !== undefined);
    return this.#pageOf(found, path, (request) => {
      const view = found.page.render(request);
      if ('location' in view) throw new Moved(view.location, view.status);
      return this.#document(view, request, found.page, data);
    });
  }

  #match(path: string, query: string): Match | undefined {
    const found = this.#routes.find(query === '' ? path : `${path}?${query}`);
    if (found === null) return undefined;
    const { target: page, parameters, query: sent } = found;
    return {
      page,
      path,
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? ''])),
      query: declared(page.query ?? [], sent),
    };
  }

  /** A path that ends in a slash leads to the same path without it, where there is a page. */
  #withoutSlash(path: string, query: string): Renderable | undefined {
    if (path.length < 2 || !path.endsWith('/')) return undefined;
    const stem = path.slice(0, -1);
    const found = this.#match(stem, query);
    if (found === undefined) return undefined;
    return this.#pageOf(found, path, () => {
      throw new Moved(query === '' ? stem : `${stem}?${query}`, 308);
    });
  }

  #pageOf(found: Match, path: string, render: (request: PageRequest) => Rendering): Renderable {
    return {
      ...this.#entryOf(found, path),
      headerLines: () => VARY_LINE + POLICY_LINES + (found.page.open ? OPEN_LINE : ''),
      render: () => render(this.#requestOf(found)),
    };
  }

  #pictureOf(found: Match, path: string, card: NonNullable<SitePage['card']>): Picture {
    return {
      ...this.#entryOf(found, path),
      route: `${found.page.path}/card.png`,
      headerLines: () => '',
      paint: async (holder) => {
        const request = this.#requestOf(found);
        const drawing = cardDrawing(card(request), request);
        const body = await this.#parts.painter.paint(drawing, holder);
        return { body, typeLine: PNG_LINE, cacheLine: A_DAY_LINE };
      },
    };
  }

  #entryOf({ page, query: sent }: Match, path: string) {
    const { catalogue } = this.#parts;
    const normalized = new URLSearchParams(sent).toString();
    return {
      path: `${path}?${normalized}`,
      route: page.path,
      // A release is opened again when its downloads are made, which pages list.
      version: () => `${catalogue.release.version} ${catalogue.loadedAt.getTime()} ${page.state?.() ?? ''}`,
      limited: true as const,
      prepare: () => (page.names ?? []).flatMap((name) => readingSteps(catalogue.release, sent[name])),
    };
  }

  /** @throws Problem when the release cannot be read */
  #requestOf({ path, parameters, query }: Match): PageRequest {
    const { catalogue, publicUrl } = this.#parts;
    if (catalogue.isDamaged)
      throw new Problem('unavailable', 'The data can’t be read right now. Try again.', { retry_after: 5 });
    return { release: catalogue.release, baseUrl: `${publicUrl}/v1`, publicUrl, path, parameters, query };
  }

  #document(view: PageView, request: PageRequest, page: SitePage, data: readonly DataSuffix[]): Rendering {
    const frame = {
      path: request.path,
      release: request.release.version,
      data: view.data ?? data,
      query: request.query,
      ...(page.card !== undefined && view.hasCard !== false && { card: `${request.path}/card.png` }),
      ...(request.query.q === undefined ? {} : { searched: request.query.q }),
    };
    return { body: this.#parts.shell.render(view, frame), typeLine: HTML_LINE, cacheLine: cacheLineOf(page) };
  }
}

interface Match {
  page: SitePage;
  /** Without the suffix of data. */
  path: string;
  parameters: Record<string, string>;
  query: Record<string, string>;
}

/** Without it, Excel reads a CSV file in the encoding of the system and breaks “São Paulo”. */
const BYTE_ORDER_MARK = '\uFEFF';

function dataOf(content: unknown, suffix: DataSuffix, page: SitePage): Rendering {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return {
    body: suffix === 'csv' ? BYTE_ORDER_MARK + body : body,
    typeLine: TYPE_LINES[suffix],
    cacheLine: cacheLineOf(page),
  };
}

function cacheLineOf({ state }: SitePage): string {
  return state === undefined ? SHORTLY_LINE : REVALIDATE_LINE;
}

/** The parameters that a page reads, in its order, so that the same content has one key. */
function declared(names: readonly string[], sent: Record<string, unknown>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of names) {
    const value = sent[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '') query[name] = first;
  }
  return query;
}
