import type { Catalogue } from '../../engine/catalogue/catalogue.ts';
import { isCity, type Place } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { propertyNamed, USUAL_SETTINGS } from '../../engine/matching/properties.ts';
import type { MatchedRow } from '../../engine/matching/reconciled-rows.ts';
import { Problem } from '../../engine/problems.ts';
import type { Visit } from '../../service/access/access-control.ts';
import type { Face } from '../../service/access/door.ts';
import { clientOf, type Trusts } from '../../service/http/client-address.ts';
import type { Exchange } from '../../service/http/exchange.ts';
import { methodNotAllowed } from '../../service/http/http-problem.ts';
import type { Overload } from '../../service/http/overload.ts';
import { type Reply, textReply } from '../../service/http/reply.ts';
import { ClientGone, readBody } from '../../service/http/request-body.ts';
import { NO_STORE_LINE } from '../../service/http/responder.ts';
import { fieldLine } from '../../service/http/response-head.ts';
import { type InTurn, madeInTurns, turnsOf } from '../../service/http/turn.ts';
import type { ClientWindows } from '../../service/limits/client-windows.ts';
import { type Html, html } from '../html.ts';
import { ENGLISH } from '../languages/english.ts';
import { HTML_LINE, JSON_LINE, policyLines, SHORTLY_LINE, TEXT_LINE } from '../page-lines.ts';
import { described, entityOf, pagePath } from './entities.ts';
import { manifest, RECONCILE_PATH } from './manifest.ts';
import { MOST_FORM_BYTES, matchTyped, readTable, tableAsCsv, tableAsJson } from './match-form.ts';
import { MATCH_PATH } from './match-page.ts';
import {
  answerQuery,
  extendedRow,
  extensionMeta,
  MOST_QUERIES,
  proposedProperties,
  readExtension,
  readQueries,
  readQuery,
  suggested,
} from './queries.ts';

export interface ReconcileParts {
  overload: Overload;
  catalogue: Catalogue;
  trusts: Trusts;
  publicUrl: string;
  /** The limit of each client. */
  windows: ClientWindows;
}

interface Asked {
  /** Below `/reconcile`. */
  path: string;
  query: URLSearchParams;
}

const CSV_LINE = fieldLine('Content-Type', 'text/csv; charset=utf-8');
const ALLOW = 'GET, HEAD, POST, OPTIONS';
/** Fifty queries with their properties, percent-encoded. */
const MAX_BODY_BYTES = 128 * 1024;
const NO_SCOPES: ReadonlySet<string> = new Set();
const PREFLIGHT_LINES =
  fieldLine('Access-Control-Allow-Methods', ALLOW) +
  fieldLine('Access-Control-Allow-Headers', 'Accept, Content-Type, X-Requested-With') +
  fieldLine('Access-Control-Max-Age', '86400');
/** Clients show previews in frames. */
const PREVIEW_LINES =
  policyLines("default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *") +
  HTML_LINE;
const PATHS = [
  '',
  '/preview',
  '/view',
  '/flyout',
  '/properties',
  '/suggest/entity',
  '/suggest/property',
  '/suggest/type',
];
const MOST_PROPERTIES = 100;

/**
 * The W3C Reconciliation Service API 0.2 at `/reconcile`: lists of names to ids and figures, without a key. Each name of a batch
 * is read in turns of its own, so that others are served in between. JSONP, which 0.2 leaves to the service, is not offered: a
 * script that anyone can shape at the origin of our pages would undo their `script-src 'self'`.
 */
export class Reconcile implements Face<Asked> {
  readonly #parts: ReconcileParts;

  constructor(parts: ReconcileParts) {
    this.#parts = parts;
  }

  find(exchange: Exchange): Asked | Reply {
    const [path = '', query = ''] = exchange.url.split(/\?(.*)/s);
    if (path === MATCH_PATH) {
      exchange.route = MATCH_PATH;
      return { path, query: new URLSearchParams() };
    }
    // The protocol wants every endpoint to be open. Nothing here depends on who asks.
    exchange.isOpen = true;
    const below = path.slice(RECONCILE_PATH.length).replace(/\/$/, '');
    if (!PATHS.includes(below))
      throw new Problem('path_not_found', 'The reconciliation service has no such path.');
    exchange.route = RECONCILE_PATH + below;
    if (exchange.method === 'OPTIONS')
      return { status: 204, headerLines: fieldLine('Allow', ALLOW) + PREFLIGHT_LINES };
    if (!ALLOW.split(', ').includes(exchange.method)) throw methodNotAllowed(exchange.method, ALLOW);
    return { path: below, query: new URLSearchParams(query) };
  }

  /** @throws Problem when the client has sent too many requests in this minute */
  admit({ request }: Exchange): Visit {
    const holder = clientOf(request, this.#parts.trusts);
    this.#charge(holder);
    return { holder, scopes: NO_SCOPES, key: undefined, keyInUrl: false, limit: undefined };
  }

  #charge(holder: string): void {
    const usedUp = this.#parts.windows.refuses(holder);
    if (usedUp === undefined) return;
    const detail = `Without a key, this address may send ${usedUp.window.requests} requests per minute. Try again in ${usedUp.resetSeconds} seconds.`;
    throw new Problem('too_many_from_address', detail, { retry_after: usedUp.resetSeconds });
  }

  async reply(exchange: Exchange, { path, query }: Asked, { holder }: Visit): Promise<Reply> {
    const { request, response, method } = exchange;
    if (path === MATCH_PATH) return this.#matchTable(exchange, holder);
    const sent = method === 'POST' ? await readBody(request, response, MAX_BODY_BYTES) : '';
    const form = new URLSearchParams([...query, ...new URLSearchParams(sent)]);
    const inTurn = this.#turnsOf(exchange, holder);
    if (path === '') return json(await this.#answer(form, inTurn, method), form.size === 0);
    return inTurn(() => this.#aside(path, form));
  }

  /** Other sites may read what went wrong. */
  explain(exchange: Exchange, problem: Problem): Reply | undefined {
    const { status, code, detail } = problem;
    const retry = problem.extras.retry_after;
    const lines = retry === undefined ? '' : fieldLine('Retry-After', retry);
    if (status >= 500) return undefined;
    // Who sent the form sees the sentence alone.
    if (exchange.route === MATCH_PATH) return textReply(status, lines + NO_STORE_LINE + TEXT_LINE, detail);
    exchange.problem = code;
    return textReply(status, lines + NO_STORE_LINE + JSON_LINE, JSON.stringify({ status, code, detail }));
  }

  async #answer(form: URLSearchParams, inTurn: InTurn, method: string): Promise<object> {
    const [queries, query, extend] = ['queries', 'query', 'extend'].map((name) => form.get(name));
    if (queries) {
      const answers: [string, object][] = [];
      for (const [key, asked] of readQueries(queries))
        answers.push([key, await madeInTurns(inTurn, answerQuery(this.#release, asked))]);
      return Object.fromEntries(answers);
    }
    if (query) return madeInTurns(inTurn, answerQuery(this.#release, readQuery(query)));
    if (extend) {
      const asked = readExtension(extend);
      const meta = extensionMeta(this.#release, asked);
      const rows: [string, object][] = [];
      for (const id of asked.ids) rows.push([id, await inTurn(() => extendedRow(this.#release, id, asked))]);
      return { meta, rows: Object.fromEntries(rows) };
    }
    const advice = 'Send `queries` or `extend` as a field of a form, percent-encoded.';
    if (method === 'POST') throw new Problem('invalid_request', advice);
    return manifest(this.#parts.publicUrl);
  }

  /** The form of the page /match. As many rows as a batch has queries count as a request. */
  async #matchTable(exchange: Exchange, holder: string): Promise<Reply> {
    const { request, response } = exchange;
    const table = readTable(new URLSearchParams(await readBody(request, response, MOST_FORM_BYTES)));
    for (let at = MOST_QUERIES; at < table.rows.length; at += MOST_QUERIES) this.#charge(holder);
    const inTurn = this.#turnsOf(exchange, holder);
    const matched: MatchedRow[] = [];
    for (const at of table.rows.keys())
      matched.push(await madeInTurns(inTurn, matchTyped(this.#release, table, at)));
    if (request.headers.accept?.startsWith('application/json'))
      return textReply(200, NO_STORE_LINE + JSON_LINE, tableAsJson(table, matched));
    const file = fieldLine('Content-Disposition', 'attachment; filename="matched.csv"');
    return textReply(200, CSV_LINE + file + NO_STORE_LINE, tableAsCsv(table, matched));
  }

  #turnsOf(exchange: Exchange, holder: string): InTurn {
    const inTurn = turnsOf(this.#parts.overload, exchange, { holder, isStranger: true });
    return (work) => {
      if (exchange.isOver) throw new ClientGone();
      return inTurn(work);
    };
  }

  #aside(path: string, form: URLSearchParams): Reply {
    const release = this.#release;
    if (path === '/properties') {
      const asked = Math.trunc(Number(form.get('limit')));
      const limit = asked >= 1 ? Math.min(asked, MOST_PROPERTIES) : MOST_PROPERTIES;
      return json(proposedProperties(form.get('type') ?? 'city', limit), true);
    }
    const [, kind] = /^\/suggest\/(.*)/.exec(path) ?? [];
    if (kind !== undefined) {
      const prefix = (form.get('prefix') ?? '').slice(0, 100);
      return json(suggested(release, kind, prefix, Number(form.get('cursor'))), true);
    }
    const id = (form.get('id') ?? '').slice(0, 200);
    const entity = entityOf(release, id);
    if (entity === undefined) throw new Problem('path_not_found', 'No place has this id.');
    const { name } = described(release, entity);
    if (path === '/flyout')
      return json({ id, html: inLine(release, entity, html`<b>${name}</b>`).markup }, true);
    if (path === '/preview')
      return textReply(200, PREVIEW_LINES + SHORTLY_LINE, previewPage(release, entity));
    const location = `${this.#parts.publicUrl}${pagePath(entity)}`;
    return textReply(302, fieldLine('Location', location) + NO_STORE_LINE, '');
  }

  /** @throws Problem while there is none, or it cannot be read */
  get #release(): Release {
    const { catalogue } = this.#parts;
    catalogue.checkIntact();
    return catalogue.release;
  }
}

function json(value: object, isShared: boolean): Reply {
  return textReply(200, (isShared ? SHORTLY_LINE : NO_STORE_LINE) + JSON_LINE, JSON.stringify(value));
}

/** The card of a place for a small frame of another site, with a link to its page. */
function previewPage(release: Release, entity: Place): string {
  const { name } = described(release, entity);
  // Relative, because a proxy may publish the site below a path.
  const page = `..${pagePath(entity)}`;
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${name}</title></head>
<body>
${inLine(release, entity, html`<a href="${page}" target="_blank" rel="noopener">${name}</a>`)}
<a href="${page}" target="_blank" rel="noopener"><img src="${page}/card.png" width="420" alt="${ENGLISH.embed.city(name)}"></a>
</body>
</html>
`.markup;
}

/** The same in one line. */
function inLine(release: Release, entity: Place, title: Html): Html {
  return html`<p>${title}, ${described(release, entity).description}. ${figures(release, entity)}</p>`;
}

function figures(release: Release, entity: Place): string {
  const { match: words, rankings, figures } = ENGLISH;
  if (!isCity(entity)) return rankings.cities(release.citiesOf(entity.id).length);
  return (Object.keys(words.figures) as (keyof typeof words.figures)[])
    .flatMap((id) => {
      const value = propertyNamed(id).of(release, entity, USUAL_SETTINGS);
      return typeof value === 'number' ? [words.figures[id](figures.decimals(value, 3))] : [];
    })
    .join(', ');
}
