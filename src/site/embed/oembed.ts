import { declared, queryText } from '../../engine/parameters/query-text.ts';
import { invalidParameter, Problem } from '../../engine/problems.ts';
import type { Rendering } from '../../service/http/representation.ts';
import { fieldLine } from '../../service/http/response-head.ts';
import { Routes } from '../../service/http/routes.ts';
import { NAME } from '../brand.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '../cards/card.ts';
import { PREVIEW_WIDTHS } from '../cards/paintable.ts';
import { html } from '../html.ts';
import { messagesIn } from '../languages/reader-languages.ts';
import { A_DAY_LINE, JSON_LINE } from '../page-lines.ts';
import { isVersion } from '../pinned.ts';
import type { PageRequest, SitePage } from '../site-page.ts';
import { EMBEDS, type Embed, type Embeddable, frameLine, WIDTH } from './embed.ts';

const XML_LINE = fieldLine('Content-Type', 'text/xml; charset=utf-8');
const CACHE_SECONDS = 86_400;

/** How programs show an address of ours: oEmbed 1.0 (https://oembed.com). */
export function oembedPage(): SitePage {
  const routes = new Routes<Embeddable>();
  for (const each of Object.values(EMBEDS)) routes.add(each.page, each);
  return {
    path: '/oembed',
    query: ['url', 'maxwidth', 'maxheight', 'format'],
    showsFigures: true,
    open: true,
    render: (request) => {
      const { embed, release } = embedAt(request, routes);
      return rendered(answer(embed, request, release), request.query.format);
    },
  };
}

/** @throws Problem for an address that is not of a page that may be embedded */
function embedAt(
  request: PageRequest,
  routes: Routes<Embeddable>,
): { embed: Embed; release: { version: string } } {
  const { publicUrl, release, query } = request;
  if (query.url === undefined) throw invalidParameter('url', 'must be the address of a page of this site');
  const [address, own] = [query.url, publicUrl].map(withoutScheme) as [string, string];
  const found = address.startsWith(`${own}/`)
    ? routes.find(address.slice(own.length).replace(/#.*/s, ''))
    : null;
  if (found === null) throw new Problem('path_not_found', 'We have nothing to embed at this address.');
  const { target, parameters, query: sent } = found;
  const { lang, release: version } = declared(['lang', 'release'], sent);
  const messages = messagesIn(lang);
  const embed = target.of({
    release,
    messages,
    lang: messages.language,
    parameters: declared(Object.keys(parameters), parameters),
    query: declared(target.query, sent),
  });
  // The frame itself says if the release is no longer kept.
  return { embed, release: version !== undefined && isVersion(version) ? { version } : release };
}

/**
 * A public address on this machine has several names, by any of which its operator copies an address. The `Host` of the request
 * does not count: caches keep the answer for everyone.
 */
function withoutScheme(url: string): string {
  return url.replace(/^https?:/, '').replace(/^\/\/(127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '//localhost');
}

function answer(embed: Embed, request: PageRequest, release: { version: string }) {
  const { publicUrl, query } = request;
  const most = { width: limit(query, 'maxwidth'), height: limit(query, 'maxheight') };
  const width = Math.min(WIDTH, most.width);
  const height = Math.min(embed.height, most.height);
  return {
    version: '1.0',
    type: 'rich',
    title: embed.title,
    provider_name: NAME,
    provider_url: publicUrl,
    cache_age: CACHE_SECONDS,
    ...thumbnail(embed, request, most),
    html: frameLine(embed, { publicUrl, release }, { width, height }).markup,
    width,
    height,
  };
}

/** The card, not larger than the limits, as the specification asks; none if they are smaller than the smallest. */
function thumbnail(
  { page, query }: Embed,
  { publicUrl }: PageRequest,
  most: { width: number; height: number },
) {
  const sizes = [CARD_WIDTH, ...PREVIEW_WIDTHS].map((width) => ({
    width,
    height: Math.round((width * CARD_HEIGHT) / CARD_WIDTH),
  }));
  const size = sizes.find(({ width, height }) => width <= most.width && height <= most.height);
  if (size === undefined) return {};
  const address = queryText({ ...query, width: size.width === CARD_WIDTH ? undefined : String(size.width) });
  return {
    thumbnail_url: `${publicUrl}${page}/card.png${address}`,
    thumbnail_width: size.width,
    thumbnail_height: size.height,
  };
}

function limit(query: PageRequest['query'], name: 'maxwidth' | 'maxheight'): number {
  const text = query[name];
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw invalidParameter(name, 'must be a number of pixels');
  return Number(text);
}

/** @throws Problem for a format that the specification does not have */
function rendered(content: ReturnType<typeof answer>, format = 'json'): Rendering {
  if (format === 'json') return { body: JSON.stringify(content), typeLine: JSON_LINE, cacheLine: A_DAY_LINE };
  if (format !== 'xml') throw new Problem('not_implemented', 'The format must be json or xml.');
  const body = html`<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<oembed>
${Object.entries(content).map(([name, value]) => html`<${name}>${value}</${name}>\n`)}</oembed>
`.markup;
  return { body, typeLine: XML_LINE, cacheLine: A_DAY_LINE };
}
