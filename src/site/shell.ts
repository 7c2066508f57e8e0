import { memo } from '../engine/memo.ts';
import { queryText } from '../engine/parameters/query-text.ts';
import { relativeLinks } from './addresses.ts';
import { NAME, PIN_PATH } from './brand.ts';
import { attribute, type Html, html, trusted } from './html.ts';
import { ENGLISH, type Messages } from './languages/english.ts';
import { TRANSLATIONS } from './languages/reader-languages.ts';
import { FOOTER_LINKS, type FrameLink, HEADER_LINKS, type NavigationLink } from './navigation.ts';
import type { SiteAssets } from './site-assets.ts';
import { DATA_TYPES, type DataSuffix, type PageView } from './site-page.ts';

export interface ShellParts {
  assets: SiteAssets;
  /** The public address, without /v1. */
  publicUrl: string;
  operatorLinks: readonly FrameLink[];
  /** Whether this installation has a page at a path; links to others are left out. */
  serves(path: string): boolean;
}

/** Where a page is, and what surrounds its content. */
export interface PageFrame {
  /** As in the URL, for relative links and the canonical address. */
  path: string;
  /** The version of the served release; undefined while there is none. */
  release: string | undefined;
  /** The parameters that the page reads. */
  query?: Readonly<Record<string, string>>;
  /** The formats of data that the page has at its address with a suffix. */
  data?: readonly DataSuffix[];
  /** The page’s own preview image, if it has one: `/cities/lisbon/card.png`. */
  card?: string | undefined;
  /** What the search box shows. */
  searched?: string | undefined;
  /** Every sentence around the content. */
  messages: Messages;
  /** The language in the URL. */
  chosen?: string | undefined;
  /** The language of names of countries, if the page has them in the reader’s. */
  language?: string | undefined;
  /** Whether the page has translations. */
  isTranslated?: boolean;
  /** The version of the current release, for a page that any kept release has; its query may name another. */
  current?: string | undefined;
  /** Whether it is shown on other sites: without header and footer. */
  framed?: boolean;
  /** Whether the address is that of the content; false for "not found". */
  canonical?: boolean;
}

/** The preview image of pages without a card, 1200 by 630 pixels. Written by scripts/card.ts. */
export const CARD = '/card.png';
/** The page around the content: head, header, footer. */
export class Shell {
  readonly #parts: ShellParts;

  constructor(parts: ShellParts) {
    this.#parts = parts;
  }

  /** The links of header and footer, which the dashboard has too, in English. */
  get navigation(): { header: NavigationLink[]; footer: NavigationLink[] } {
    return { header: this.#headerLinks(ENGLISH), footer: this.#footerLinks(ENGLISH) };
  }

  /** The whole document. */
  render(view: PageView, frame: PageFrame): string {
    const { main, width = 'text' } = view;
    const { messages: words } = frame;
    if (frame.framed) return relativeLinks(this.#framed(view, words), frame.path, keptBy(frame));
    const page = html`<!doctype html>
<html lang="${words.language}" data-address="${this.#parts.publicUrl}" data-copy="${words.frame.copy}" data-copied="${words.frame.copied}">
<head>
${this.#head(view, frame)}
</head>
<body>
<a class="skip" href="#main">${words.frame.skip}</a>
${this.#header(frame)}
<main id="main" class="${width}" tabindex="-1">
${earlierRelease(frame)}${main}
</main>
${this.#footer(frame)}
</body>
</html>
`;
    return relativeLinks(page.markup, frame.path, keptBy(frame));
  }

  /** Its links open outside of the frame, because no other page can be shown in it. */
  #framed({ title, main, head }: PageView, { language }: Messages): string {
    const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${NAME}</title>
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${this.#parts.assets.stylesheet}">
${head}</head>
<body class="framed">
<main>
${main}
</main>
</body>
</html>
`;
    return page.markup.replaceAll('<a ', '<a target="_blank" rel="noopener" ');
  }

  #head({ title, description, head, indexed = true, islands = [] }: PageView, frame: PageFrame): Html {
    const { assets, publicUrl } = this.#parts;
    const { path, data = [], canonical = true } = frame;
    const query = queryText(frame.query ?? {});
    const lang = translationOf(frame);
    // What search engines may not list is what its whole address says, which phones share by this line.
    const address = path + queryText({ ...(indexed ? {} : frame.query), lang });
    const picture =
      frame.card === undefined
        ? { address: CARD, alt: frame.messages.frame.mapAlt }
        : { address: frame.card + queryText({ ...frame.query, lang }), alt: description };
    const fullTitle = title === NAME ? NAME : `${title} · ${NAME}`;
    return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
${canonical && html`<link rel="canonical" href="${publicUrl}${address}">\n`}${canonical && frame.isTranslated === true && alternates(publicUrl + path)}${!indexed && html`<meta name="robots" content="noindex">\n`}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="stylesheet" href="${assets.stylesheet}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:image" content="${publicUrl}${picture.address}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${picture.alt}">
<meta name="twitter:card" content="summary_large_image">
${canonical && html`<meta property="og:url" content="${publicUrl}${address}">\n`}<meta property="og:site_name" content="${NAME}">
${data.map((suffix) => html`<link rel="alternate" type="${DATA_TYPES[suffix]}" href="${path}.${suffix}${query}">\n`)}${[...this.#commonIslands, ...islands].map((name) => html`<script type="module" src="${assets.island(name)}"></script>\n`)}${head}`;
  }

  #header(frame: PageFrame): Html {
    const { frame: words } = frame.messages;
    return html`<header class="site">
<a class="name" href="/" aria-label="${NAME}">${PIN}<span>${NAME}</span></a>
${this.#parts.serves('/search') && searchBox(this.#parts.serves('/cities/{city_id}'), frame)}
<button class="menu" type="button" popovertarget="site-menu">${BARS}<span>${words.menu}</span></button>
<nav id="site-menu" class="menu-links" aria-label="${words.main}" popover>
${this.#headerLinks(frame.messages).map((link) => navigationLink(link, frame.path))}
<a class="button small" href="/keys">${words.apiKeys}</a>
</nav>
</header>`;
  }

  get #commonIslands(): string[] {
    return this.#parts.serves('/search') ? ['shell', 'search'] : ['shell'];
  }

  #footer(frame: PageFrame): Html {
    const { path, release, messages } = frame;
    const { frame: words } = messages;
    return html`<footer class="foot">
<nav aria-label="${words.more}">${this.#footerLinks(messages).map((link) => navigationLink(link, path))}</nav>
${languageSwitch(frame)}<p>${words.release(release)}${permanentLink(frame)}</p>
</footer>`;
  }

  #headerLinks(messages: Messages): NavigationLink[] {
    return named(this.#served(HEADER_LINKS), messages);
  }

  #footerLinks(messages: Messages): NavigationLink[] {
    const links: FrameLink[] = [
      ...this.#served(FOOTER_LINKS),
      { to: '/found-key', label: 'foundKey' },
      ...this.#parts.operatorLinks,
    ];
    return named(links, messages);
  }

  #served(links: readonly FrameLink[]): FrameLink[] {
    return links.filter(({ to }) => this.#parts.serves(to));
  }
}

/** A release that is no longer kept is not asked for again. */
function keptBy({ chosen, query, release }: PageFrame) {
  const { household, currency } = query ?? {};
  return { lang: chosen, release: query?.release === release ? release : undefined, household, currency };
}

/** Says that the figures are not the current ones. These links start with `?`, so that they lead to this page and keep nothing. */
function earlierRelease({ current, release, query, chosen, messages }: PageFrame): Html | undefined {
  if (current === undefined || release === undefined || release === current) return undefined;
  const { frame: words } = messages;
  return html`<p class="panel warn">${words.earlier(release, current)} <a href="${queryText({ ...query, release: undefined, lang: chosen }) || '?'}">${words.toCurrent}</a></p>
`;
}

function permanentLink({ current, release, query, chosen, messages }: PageFrame): Html | undefined {
  if (current === undefined || release === undefined) return undefined;
  return html` · <a href="${queryText({ ...query, lang: chosen, release })}" rel="nofollow">${messages.frame.permanent(release)}</a>`;
}

function named(links: readonly FrameLink[], { frame }: Messages): NavigationLink[] {
  return links.map(({ to, label }) => ({ to, label: frame.links[label] }));
}

/** The translation at an address of its own; English is at the address without a language. */
function translationOf({ chosen, messages, isTranslated }: PageFrame): string | undefined {
  return isTranslated === true && chosen === messages.language && chosen !== ENGLISH.language
    ? chosen
    : undefined;
}

/** For search engines, which accept no language: the address without one is English for them. */
function alternates(address: string): Html {
  const link = (language: string, href: string) =>
    html`<link rel="alternate" hreflang="${language}" href="${href}">\n`;
  return html`${Object.keys(TRANSLATIONS).map((each) => link(each, each === ENGLISH.language ? address : `${address}?lang=${each}`))}${link('x-default', address)}`;
}

/** Links to this page in other languages; of a page without translations, what of it is in the reader’s language. */
function languageSwitch({ path, query = {}, messages, language, isTranslated }: PageFrame): Html | undefined {
  const { frame: words } = messages;
  const to = (lang: string) => `${path}${queryText({ ...query, lang })}`;
  if (isTranslated === true)
    return html`<nav aria-label="${words.languages}">${Object.keys(TRANSLATIONS).map((each) => html`<a href="${to(each)}" hreflang="${each}" lang="${each}"${attribute('aria-current', each === messages.language && 'true')}>${nameOf(each, each)}</a>`)}</nav>
`;
  if (language === undefined || language === ENGLISH.language) return undefined;
  return html`<p>${words.countriesIn(nameOf(language, messages.language))} <a href="${to(ENGLISH.language)}">${words.countriesInEnglish}</a></p>
`;
}

/** By language: making one takes a tenth of a millisecond. */
const languageNames = new Map<string, Intl.DisplayNames>();

function nameOf(language: string, inLanguage: string): string {
  const names = memo(
    languageNames,
    inLanguage,
    () => new Intl.DisplayNames(inLanguage, { type: 'language' }),
  );
  return names.of(language) ?? language;
}

function searchBox(hasPlaces: boolean, { messages, searched, language }: PageFrame): Html {
  const { frame: words } = messages;
  return html`<form class="search" role="search" action="/search">
<label class="hidden" for="site-search">${words.searchFor(hasPlaces)}</label>
<input id="site-search" type="search" name="q"${attribute('value', searched)} placeholder="${words.searchHint(hasPlaces)}" autocomplete="off" data-search="/search.json${queryText({ lang: language })}" data-suggestions="${words.suggestions}">
</form>`;
}

/** A link of a navigation, marked when it leads to this page or to the part of the site that this page is in. */
function navigationLink({ to, label }: NavigationLink, path: string): Html {
  const current = path === to ? 'page' : path.startsWith(`${to}/`) ? 'true' : undefined;
  return html`<a href="${to}"${attribute('aria-current', current)}>${label}</a>`;
}

/** A map pin, in the colour of the theme. */
const PIN = trusted(`<svg class="pin" viewBox="0 0 16 16" aria-hidden="true"><path d="${PIN_PATH}"/></svg>`);
const BARS = trusted(
  '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 4h12M2 8h12M2 12h12"/></svg>',
);

/** The icon of the site as a file. */
export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0c6b5a" d="${PIN_PATH}"/></svg>`;
