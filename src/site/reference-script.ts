import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import type { Coding } from '../http/representation.ts';
import { fieldLine } from '../http/response-head.ts';
import { A_DAY_LINE, VARY_LINE } from './page-lines.ts';
import type { Page } from './site.ts';

const SCRIPT_LINE = fieldLine('Content-Type', 'text/javascript; charset=utf-8');

/**
 * The script of the API reference (Scalar), a file of several megabytes. Most servers are never asked for it, so it is loaded on
 * first request and in a worker thread: it slows down neither the start nor other requests, and takes no memory until then.
 */
export class ReferenceScript {
  #loading: Promise<void> | undefined;
  #encoded: Record<Coding, Buffer> | undefined;

  page(): Page {
    return {
      path: '/docs/scalar.js',
      lines: () => VARY_LINE,
      prepare: () => (this.#encoded === undefined ? this.#load() : undefined),
      render: () => ({ body: gunzipSync(this.#loaded.gzip), typeLine: SCRIPT_LINE, cacheLine: A_DAY_LINE }),
      encode: (_plain, coding) => this.#loaded[coding],
    };
  }

  get #loaded(): Record<Coding, Buffer> {
    if (this.#encoded === undefined) throw new Error('the script has not been loaded');
    return this.#encoded;
  }

  #load(): Promise<void> {
    this.#loading ??= load()
      .then((encoded) => {
        this.#encoded = encoded;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }
}

async function load(): Promise<Record<Coding, Buffer>> {
  const worker = new Worker(new URL('./reference-script-worker.ts', import.meta.url));
  const [{ br, gzip }] = (await once(worker, 'message')) as [{ br: Uint8Array; gzip: Uint8Array }];
  return { br: Buffer.from(br), gzip: Buffer.from(gzip) };
}
