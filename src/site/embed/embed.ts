import type { City } from '../../engine/catalogue/place.ts';
import { declared, queryText } from '../../engine/parameters/query-text.ts';
import { comparedPlaces } from '../../engine/places/compared-places.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { Problem } from '../../engine/problems.ts';
import { permanentAddress } from '../addresses.ts';
import { BUDGET_QUERY, budgetQuery } from '../explorer/budget-section.ts';
import { comparesPlaces, type ReadableComparison } from '../explorer/comparison.ts';
import { figureAsked } from '../explorer/key-figures.ts';
import { codeBlock } from '../field-markup.ts';
import { fullName } from '../full-name.ts';
import { type Html, html } from '../html.ts';
import { ENGLISH, type Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';

/** Where pages are that other sites may show in a frame. */
export const FRAMES = '/embed/';
/** Of every frame. */
export const WIDTH = 640;
/** The parameters of a comparison, besides its places. */
export const COMPARISON_QUERY = [
  'household',
  'amount',
  'per',
  'currency',
  'weights',
  'group_weights',
] as const;

/** A page of ours that other sites may show in a frame. */
export interface Embed {
  /** For people who can’t see the frame, and for oEmbed. */
  title: string;
  page: string;
  frame: string;
  /** The parameters of both. */
  query: Readonly<Record<string, string | undefined>>;
  /** Of the frame. */
  height: number;
}

type Asked = Pick<PageRequest, 'release' | 'parameters' | 'query' | 'lang' | 'messages'>;

/** A kind of page that may be embedded. */
export interface Embeddable {
  /** Paths in OpenAPI notation. */
  page: string;
  frame: string;
  /** The parameters of both. */
  query: readonly string[];
  /** @throws Problem for what the page does not have */
  of(asked: Asked): Embed;
}

export const EMBEDS = {
  city: {
    page: '/cities/{city_id}',
    frame: `${FRAMES}cities/{city_id}`,
    query: BUDGET_QUERY,
    of: (asked) => cityEmbed(asked),
  },
  comparison: {
    page: '/compare',
    frame: `${FRAMES}compare`,
    query: ['cities', 'countries', ...COMPARISON_QUERY],
    of: (asked) => {
      if (!comparesPlaces(asked.query))
        throw new Problem('path_not_found', 'A comparison has at least two places.');
      const compared = comparedPlaces(asked.release, asked.query);
      return comparisonEmbed({ ...asked, messages: ENGLISH }, compared);
    },
  },
  map: {
    page: '/explore',
    frame: `${FRAMES}map`,
    query: ['measure', 'evidence', 'country', 'at'],
    of: (asked) => mapEmbed({ ...asked, messages: ENGLISH }),
  },
} as const satisfies Record<string, Embeddable>;

export function cityEmbed(
  asked: Asked,
  city: City = resolveCityOrThrow(asked.release, asked.parameters.city_id ?? '').place,
): Embed {
  const { language, embed: words } = asked.messages;
  return {
    title: words.city(fullName(asked, city)),
    page: `/cities/${city.id}`,
    frame: `${FRAMES}cities/${city.id}`,
    query: { ...budgetQuery(asked), lang: language === ENGLISH.language ? undefined : language },
    height: 640,
  };
}

export function comparisonEmbed(
  { messages, query }: Asked,
  { places, ids }: Pick<ReadableComparison, 'ids'> & { places: readonly { name: string }[] },
): Embed {
  return {
    title: messages.compare.embed(places.map(({ name }) => name)),
    page: '/compare',
    frame: EMBEDS.comparison.frame,
    query: { ...declared(COMPARISON_QUERY, query), ...ids },
    height: 340 + 40 * places.length,
  };
}

export function mapEmbed({ release, query, messages }: Asked): Embed {
  const { measure, country } = figureAsked({ release, query }, 'map of');
  const { figures } = messages;
  return {
    title: messages.map.embed(figures.inSentence(figures.measures[measure]), country?.name),
    page: '/explore',
    frame: EMBEDS.map.frame,
    query: { ...declared(['measure', 'evidence', 'at'], query), country: country?.id },
    height: 660,
  };
}

/** The line that puts it into a page. */
export function frameLine(
  embed: Embed,
  request: Parameters<typeof permanentAddress>[0],
  { width, height } = { width: WIDTH, height: embed.height },
): Html {
  return html`<iframe src="${permanentAddress(request, embed.frame, embed.query)}" width="${width}" height="${height}" title="${embed.title}" loading="lazy" style="border: 0; max-width: 100%"></iframe>`;
}

/** For `<head>`: where programs learn how to show the page (oEmbed 1.0, “Discovery”). */
export function embedLinks({ page, query, title }: Embed, { publicUrl }: PageRequest): Html {
  return html`${(['json', 'xml'] as const).map((format) => {
    const address = `${publicUrl}/oembed${queryText({ url: `${publicUrl}${page}${queryText(query)}`, format })}`;
    return html`\n<link rel="alternate" type="${format === 'json' ? 'application/json' : 'text/xml'}+oembed" href="${address}" title="${title}">`;
  })}`;
}

/** Titles of drawings, each with its path after the page’s: `/climate`, or nothing for the chart that is the page’s own. */
type Pictures = readonly (readonly [title: string, path: string])[];

/** The page in a line to copy, and its pictures. */
export function embedSection(embed: Embed, request: PageRequest, pictures: Pictures): Html {
  const { embed: words } = request.messages;
  return html`<details class="embed"><summary>${words.title}</summary>
<p>${words.copy(request.release.version)}</p>
${codeBlock(frameLine(embed, request).markup)}
<p>${words.pictures}: ${pictureLinks(embed.page, queryText(embed.query), pictures, request.messages)}. <a href="/guides/formats#embedding">${words.how}</a></p>
</details>`;
}

export function pictureLinks(page: string, query: string, pictures: Pictures, { embed }: Messages): Html {
  return html`${pictures.map(([title, path], index) => html`${index > 0 && '; '}${embed.picture(title, html`<a href="${page}${path}.png${query}">PNG</a>, <a href="${page}${path}.svg${query}">SVG</a>`)}`)}`;
}
