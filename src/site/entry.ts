import type { Steps } from '../service/access/door.ts';
import type { Exchange } from '../service/http/exchange.ts';
import type { Reply } from '../service/http/reply.ts';
import type { Rendering } from '../service/http/representation.ts';
import type { InTurn } from '../service/http/turn.ts';
import type { Pieces } from './long-data.ts';

/** Something outside the API that needs neither a key nor an account. */
interface SiteEntry {
  /** Where it is. Of a page, with what of the query and of the reader's language its bytes depend on, which are kept under it. */
  path: string;
  /** The name in telemetry, where several entries share one: `/assets/:name`. */
  route?: string;
  /** Whether scripts of any site may read it, and why it is refused. */
  open?: boolean;
  /** Field lines of the response to OPTIONS, besides `Allow`. */
  optionsLines?(exchange: Exchange): string;
}

/** An entry that makes its response for each request. */
export interface Handler extends SiteEntry {
  handle(): Reply;
}

/** An entry with the same bytes for every client: a page, an asset, a document. */
export interface Renderable extends SiteEntry {
  /** Whether requests for it count toward each client's limit per minute. */
  limited?: true;
  /** Whether its bytes are an archive or a picture, which no coding makes smaller. */
  isCompressed?: true;
  /** What is there in the media type that the client prefers, if there are several. */
  variant?(accept: string | undefined): Renderable | undefined;
  /** Field lines of the response, besides those of the content. */
  headerLines(exchange: Exchange): string;
  /** Changes when the bytes change. Without a version, they never change. */
  version?(): string;
  /** What may be done before it is rendered, so that others are served in between. */
  prepare?(): Steps | Promise<Steps>;
  render(): Rendering;
}

/** Like a Renderable, but its bytes are made in another thread. */
export interface Picture extends Omit<Renderable, 'render'> {
  /** @param holder the client @param inTurn does what has to be done before, in the turns of the client */
  paint(holder: string, inTurn: InTurn): Promise<Rendering>;
}

/** Like a Renderable, but too long to be written at once. */
export interface LongDocument extends Omit<Renderable, 'render'> {
  write(): Omit<Rendering, 'body'> & { pieces: Pieces };
}

/** What the site has at a path. */
export type Entry = Renderable | Picture | LongDocument | Handler;
