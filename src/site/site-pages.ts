import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { declared, withQuery } from '../engine/parameters/query-text.ts';
import { languageNamed } from '../engine/places/country-names.ts';
import { readingSteps } from '../engine/places/reading-steps.ts';
import { Problem } from '../engine/problems.ts';
import type { Rendering } from '../service/http/representation.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { Routes } from '../service/http/routes.ts';
import { piecesInTurn } from '../service/http/turn.ts';
import { hasParameter } from './addresses.ts';
import type { CardPainter } from './cards/card-painter.ts';
import { paintable } from './cards/paintable.ts';
import type { LongDocument, Picture, Renderable } from './entry.ts';
import { ENGLISH, type Messages } from './languages/english.ts';
import { messagesIn, ReaderLanguages } from './languages/reader-languages.ts';
import type { Pieces } from './long-data.ts';
import {
  A_DAY_LINE,
  A_WEEK_LINE,
  FRAME_POLICY_LINES,
  HTML_LINE,
  POLICY_LINES,
  REVALIDATE_LINE,
  SHORTLY_LINE,
  VARY_LANGUAGE_LINE,
  VARY_LINE,
} from './page-lines.ts';
import { openedFor, releaseFor } from './pinned.ts';
import type { Shell } from './shell.ts';
import {
  DATA_SUFFIXES,
  DATA_TYPES,
  type DataMaker,
  type DataSuffix,
  type LongData,
  type PageRequest,
  type PageView,
  type SitePage,
} from './site-page.ts';

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
const DRAWING = /^(.+)\.(svg|png)$/;
/** Pictures of a smaller width are for previews. */
const PICTURE_QUERY = ['width'];
const PNG_LINE = fieldLine('Content-Type', 'image/png');
const SUFFIX = new RegExp(`^(.+)\\.(${DATA_SUFFIXES.join('|')})$`);
const typeLineOf = (suffix: DataSuffix) => fieldLine('Content-Type', `${DATA_TYPES[suffix]}; charset=utf-8`);

/** Finds the page at a URL, or the data of a page, and renders it from the served release. */
export class SitePages {
  readonly #parts: SitePagesParts;
  readonly #routes = new Routes<SitePage>();
  readonly #found = new LRUCache<string, Found>({ max: REMEMBERED });
  readonly #readers: ReaderLanguages;

  constructor(parts: SitePagesParts, pages: readonly SitePage[]) {
    this.#parts = parts;
    this.#readers = new ReaderLanguages(parts.catalogue);
    for (const page of pages) this.#routes.add(page.path, page);
  }

  /** What is at the URL, in the reader’s language. @throws Problem for a URL that cannot be read, and for an unknown language */
  find(url: string, acceptLanguage: string | undefined): Found | undefined {
    const accepted = this.#readers.accepted(acceptLanguage);
    const address = accepted === undefined ? url : `${accepted} ${url}`;
    const known = this.#found.get(address);
    if (known !== undefined) return known;
    const page = this.#search(url, accepted);
    if (page !== undefined && url.length <= MAX_URL) this.#found.set(address, page);
    return page;
  }

  /** Those of the page at the URL, for what is shown in its place. English if there is none. */
  messagesAt(url: string, acceptLanguage: string | undefined): Messages {
    try {
      const [path = '', query = ''] = url.split(/\?(.*)/s);
      const found = this.#match(path, query, { accepted: this.#readers.accepted(acceptLanguage) });
      return found === undefined ? ENGLISH : messagesOf(found);
    } catch (error) {
      // The URL may be what the problem is.
      if (error instanceof Problem) return ENGLISH;
      throw error;
    }
  }

  /** Whether scripts of any site may read what is at the URL, and so why the URL cannot be read. */
  isOpen(url: string): boolean {
    const [path = ''] = url.split('?', 1);
    return this.#routes.find(path.replace(SUFFIX, '$1'))?.target.open === true;
  }

  #search(url: string, accepted: string | undefined): Found | undefined {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const [, stem, suffix] = SUFFIX.exec(path) ?? [];
    if (stem !== undefined && suffix !== undefined) {
      const ofData = this.#match(stem, query);
      const make = ofData?.page.data?.[suffix as DataSuffix];
      if (ofData !== undefined && make !== undefined)
        return typeof make !== 'function' && ofData.query[make.shortWith ?? ''] === undefined
          ? this.#longOf(ofData, path, suffix as DataSuffix, make)
          : this.#pageOf(ofData, path, (request) =>
              dataRendering(
                typeof make === 'function' ? make(request) : [...make.pieces(request)].join(''),
                suffix as DataSuffix,
                ofData,
              ),
            );
    }
    const drawing = this.#drawingAt(path, query);
    if (drawing !== undefined) return drawing;
    const found = this.#match(path, query, { accepted });
    if (found === undefined) return this.#withoutSlash(path, query);
    const data = DATA_SUFFIXES.filter((each) => found.page.data?.[each] !== undefined);
    return this.#pageOf(found, path, (request) => {
      const view = found.page.render(request);
      if ('location' in view) throw new Moved(asChosen(found, view.location), view.status);
      if ('body' in view) return view;
      return this.#document(view, request, found, data);
    });
  }

  /** A page's chart as a picture, or another of its drawings, which are below its address. */
  #drawingAt(path: string, query: string): Found | undefined {
    const [, stem = '', suffix] = DRAWING.exec(path) ?? [];
    if (suffix === undefined) return undefined;
    const more = suffix === 'png' ? PICTURE_QUERY : [];
    const charted = this.#match(stem, query, { more });
    const chart = charted?.page.data?.svg;
    if (charted !== undefined && chart !== undefined) return this.#pictureOf(charted, path, '', chart);
    const end = stem.lastIndexOf('/');
    const name = stem.slice(end + 1);
    const found = end < 1 ? undefined : this.#match(stem.slice(0, end), query, { more });
    const drawings = found?.page.drawings ?? {};
    const draw = Object.hasOwn(drawings, name) ? drawings[name] : undefined;
    if (found === undefined || draw === undefined) return undefined;
    return suffix === 'png'
      ? this.#pictureOf(found, path, `/${name}`, draw)
      : this.#pageOf(found, path, (request) => dataRendering(draw(request), 'svg', found));
  }

  /**
   * @param more parameters, besides those of the page
   * @param accepted the language of the reader, for a page that does not say its own in the URL; data is the same for everyone
   */
  #match(
    path: string,
    query: string,
    { more = [], accepted }: { more?: readonly string[]; accepted?: string | undefined } = {},
  ): Match | undefined {
    const found = this.#routes.find(query === '' ? path : `${path}?${query}`);
    if (found === null) return undefined;
    const { target: page, parameters, query: sent } = found;
    const { lang: tag } = declared(['lang'], sent);
    const chosen = tag === undefined ? undefined : languageNamed(this.#parts.catalogue.release, tag);
    return {
      chosen,
      language: page.translated === undefined ? undefined : (chosen ?? (page.framed ? undefined : accepted)),
      page,
      path,
      parameters: declared(Object.keys(parameters), parameters),
      query: declared(
        [...(page.query ?? []), ...more, ...(page.release === undefined ? [] : ['release'])],
        sent,
      ),
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
    const { translated, framed } = found.page;
    // A frame is in the language of the page around it.
    const isNegotiated = translated !== undefined && framed !== true && found.chosen === undefined;
    const varyLine = isNegotiated && path === found.path ? VARY_LANGUAGE_LINE : VARY_LINE;
    return {
      ...this.#entryOf(found, path),
      headerLines: () => varyLine + policyLines(found.page),
      render: () => render(this.#requestOf(found)),
    };
  }

  #longOf(found: Match, path: string, suffix: DataSuffix, data: LongData): LongDocument {
    return {
      ...this.#entryOf(found, path),
      headerLines: () => VARY_LINE + policyLines(found.page),
      write: () => ({
        pieces: marked(data.pieces(this.#requestOf(found)), suffix),
        typeLine: typeLineOf(suffix),
        cacheLine: dataCacheLine(found),
      }),
    };
  }

  /** @param name of the drawing, after the page's path; empty for its chart */
  #pictureOf(found: Match, path: string, name: string, draw: DataMaker): Picture {
    const { width, ...query } = found.query;
    return {
      ...this.#entryOf(found, path),
      route: `${found.page.path}${name}.png`,
      headerLines: () => '',
      paint: async (holder, inTurn) => {
        const request = this.#requestOf({ ...found, query });
        const drawn =
          typeof draw === 'function'
            ? draw(request)
            : (await Array.fromAsync(piecesInTurn(inTurn, draw.pieces(request)))).join('');
        const drawing = paintable(String(drawn), width);
        const body = await this.#parts.painter.paint(drawing, holder);
        return { body, typeLine: PNG_LINE, cacheLine: isPinned(found) ? A_WEEK_LINE : A_DAY_LINE };
      },
    };
  }

  #entryOf({ page, query: sent, chosen, language }: Match, path: string) {
    const { catalogue } = this.#parts;
    const normalized = new URLSearchParams(
      chosen === undefined ? sent : { ...sent, lang: chosen },
    ).toString();
    return {
      path: `${path}?${normalized}${language === undefined ? '' : ` ${language}`}`,
      route: page.path,
      open: page.open === true,
      // A release is opened again when its downloads are made, which pages list.
      version: () =>
        `${catalogue.version ?? ''} ${catalogue.loadedAt.getTime()} ${page.state?.() ?? ''} ${catalogue.isEmpty ? '' : (catalogue.opened(sent.release)?.contentHash ?? '')}`,
      limited: true as const,
      prepare: () => {
        if ((page.release ?? page.names ?? page.prepare) === undefined) return [];
        const release = releaseFor(catalogue, page, sent.release);
        const steps = (opened: Release) => [
          ...(page.names ?? []).flatMap((name) => readingSteps(opened, sent[name])),
          ...(page.prepare?.(opened) ?? []),
        ];
        return release instanceof Promise ? release.then(steps) : steps(release);
      },
    };
  }

  /**
   * While there is no release, only a page that reads it throws.
   *
   * @throws Problem when the release cannot be read
   */
  #requestOf({ page, path, parameters, query, language }: Match): PageRequest {
    const { catalogue, publicUrl } = this.#parts;
    const opened = catalogue.isEmpty ? undefined : openedFor(catalogue, page, query.release);
    return {
      get release() {
        return opened ?? catalogue.release;
      },
      baseUrl: `${publicUrl}/v1`,
      publicUrl,
      path,
      parameters,
      query,
      messages: messagesOf({ page, language }),
      ...(language !== undefined && { lang: language }),
    };
  }

  #document(view: PageView, request: PageRequest, found: Match, data: readonly DataSuffix[]): Rendering {
    const { page, ...about } = found;
    const { catalogue } = this.#parts;
    const hasCard = page.drawings?.card !== undefined && view.hasCard !== false;
    const frame = {
      ...about,
      messages: request.messages,
      isTranslated: page.translated === 'all',
      release: catalogue.isEmpty ? undefined : request.release.version,
      data: view.data ?? data,
      framed: page.framed === true,
      current: page.release === 'needed' ? catalogue.version : undefined,
      card: hasCard ? `${found.path}/card.png` : undefined,
      searched: found.query.q,
    };
    return {
      body: this.#parts.shell.render(isPinned(found) ? { ...view, indexed: false } : view, frame),
      typeLine: HTML_LINE,
      cacheLine: cacheLineOf(page),
    };
  }
}

function messagesOf({ page, language }: Pick<Match, 'page' | 'language'>): Messages {
  return messagesIn(page.translated === 'all' ? language : undefined);
}

/** What the pages of the site have at an address. */
type Found = Renderable | Picture | LongDocument;

interface Match {
  page: SitePage;
  /** Without the suffix of data. */
  path: string;
  parameters: Record<string, string>;
  query: Record<string, string>;
  /** The language in the URL. */
  chosen: string | undefined;
  /** The language of what is translated; undefined for English, unless it was chosen. */
  language: string | undefined;
}

/** A path of ours with the language and the release that the reader chose. */
function asChosen({ chosen: lang, query }: Match, location: string): string {
  return withQuery(location, {
    lang,
    release: hasParameter(location, 'release') ? undefined : query.release,
  });
}

/** Without it, Excel reads a CSV file in the encoding of the system and breaks “São Paulo”. */
const BYTE_ORDER_MARK = '\uFEFF';

function dataRendering(content: unknown, suffix: DataSuffix, found: Match): Rendering {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return {
    body: suffix === 'csv' ? BYTE_ORDER_MARK + body : body,
    typeLine: typeLineOf(suffix),
    cacheLine: dataCacheLine(found),
  };
}

function* marked(pieces: Pieces, suffix: DataSuffix): Pieces {
  if (suffix === 'csv') yield BYTE_ORDER_MARK;
  yield* pieces;
}

function dataCacheLine(found: Match): string {
  return isPinned(found) ? A_WEEK_LINE : cacheLineOf(found.page);
}

/** Data from a release that its address names stays the same until the service itself is updated. */
function isPinned({ page, query }: Match): boolean {
  return page.release === 'needed' && query.release !== undefined;
}

function cacheLineOf({ state }: SitePage): string {
  return state === undefined ? SHORTLY_LINE : REVALIDATE_LINE;
}

/** Whether other sites may show the page in a frame. */
function policyLines({ framed = false }: SitePage): string {
  return framed ? FRAME_POLICY_LINES : POLICY_LINES;
}
