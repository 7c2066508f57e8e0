import type { Release } from '../engine/catalogue/release.ts';
import type { View } from '../engine/endpoint.ts';
import type { Steps } from '../service/access/door.ts';
import type { Rendering } from '../service/http/representation.ts';
import type { Html } from './html.ts';
import type { Messages } from './languages/english.ts';
import type { Pieces } from './long-data.ts';

/** What a page shows. The shell adds header, navigation and footer. */
export interface PageView {
  /** In the tab and in search results. */
  title: string;
  /** One sentence for search results and shared links. */
  description: string;
  /** Inside `<main>`; it has the one `<h1>`. */
  main: Html;
  /** Names of files in web/site/islands, without `.ts`. */
  islands?: readonly string[];
  /** More for `<head>`: JSON-LD, OpenGraph. */
  head?: Html;
  /** Whether search engines may list it; true unless it says otherwise. */
  indexed?: boolean;
  /** The formats of the page’s data that this view has; all of the page’s unless it says otherwise. */
  data?: readonly DataSuffix[];
  /** Whether the page’s card shows what this view does; true unless it says otherwise. */
  hasCard?: boolean;
  /** A class of `<main>`, if the page needs another width than text. */
  width?: 'text' | 'wide';
}

/** Another address for the same thing. */
export interface Redirect {
  /** A path of ours: `/cities/lisbon`. */
  location: string;
  status: 302 | 308;
}

/** The formats of a page’s data, by the suffix of its address. */
export const DATA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  xml: 'application/atom+xml',
} as const;
export type DataSuffix = keyof typeof DATA_TYPES;
export const DATA_SUFFIXES = Object.keys(DATA_TYPES) as DataSuffix[];

export type DataMaker = ((request: PageRequest) => unknown) | LongData;

/** Data of a page that takes too long to be written at once. */
export interface LongData {
  pieces(request: PageRequest): Pieces;
  /** A parameter with which it is short. */
  shortWith?: string;
}

/**
 * A page of the site: one function from data to markup, registered in `src/site/page-table.ts`. Links are written as paths from
 * the root (`/cities/lisbon`); the site makes them relative, so that a proxy may publish it below any path.
 */
export interface SitePage {
  /** In OpenAPI notation: `/cities/{city_id}`. */
  path: string;
  /**
   * What is in the reader’s language: all of the page, if there is a translation, or only the names of countries. Otherwise all of
   * it is English, and the same for everyone.
   */
  translated?: 'all' | 'countries';
  /** Names of the query parameters that it reads, besides `lang`. All others are ignored. */
  query?: readonly string[];
  /** Those of them that list names of cities. */
  names?: readonly string[];
  /** Whether it shows figures of places: `LDS_SITE=off` leaves it out. */
  showsFigures?: boolean;
  /**
   * Whether `release=` shows it as it is in another release that is kept. Where a release is preferred, and not needed, the
   * current one takes its place.
   */
  release?: 'needed' | 'preferred';
  /** Whether scripts of other sites may read it and its data, and why they are refused. */
  open?: boolean;
  /** A text that changes with whatever the page shows besides the release. Browsers revalidate such a page on every visit. */
  state?(): string;
  /** Whether any site may show the page in a frame. It has no header, footer or script, and its links open outside of the frame. */
  framed?: boolean;
  /** What may be done before the page or its data is rendered, so that others are served in between: nothing, if it was done. */
  prepare?(release: Release): Steps;
  /** A document that is no page comes as its bytes. @throws Problem, which a browser sees as a page */
  render(request: PageRequest): PageView | Redirect | Rendering;
  /**
   * The data of the page, at its address with a suffix: `/cities/lisbon.csv`. A text, or for `json` any value. What is there as
   * `.svg` is a `.png`, too.
   */
  data?: Partial<Record<DataSuffix, DataMaker>>;
  /**
   * Other drawings of the page as SVG, at `/cities/lisbon/climate.svg` and `.png`. The one named `card` is the preview image of
   * shared links; pages without one share `/card.png`.
   */
  drawings?: Readonly<Record<string, (request: PageRequest) => string>>;
}

/** The input of a page of the site. */
export interface PageRequest extends View {
  /** The public address, without /v1. */
  publicUrl: string;
  /** The path as sent, without a suffix of data: `/cities/lisbon`. */
  path: string;
  /** By name, as in the path: `city_id`. */
  parameters: Readonly<Record<string, string>>;
  /** The parameters that the page declares, each at most once, and none that is empty. */
  query: Readonly<Record<string, string>>;
  /** Every sentence of the page. */
  messages: Messages;
}
