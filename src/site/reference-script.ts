import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { Asset } from '../http/asset.ts';

/**
 * The script of the API reference (Scalar), a file of several megabytes. Most servers are never asked for it: it is
 * loaded when it is, in a thread of its own, so that neither start, nor memory, nor other requests pay for it.
 */
export class ReferenceScript {
  #asset: Promise<Asset> | undefined;

  asset(): Promise<Asset> {
    this.#asset ??= load().catch((error) => {
      this.#asset = undefined;
      throw error;
    });
    return this.#asset;
  }
}

async function load(): Promise<Asset> {
  const worker = new Worker(new URL('./reference-script-worker.ts', import.meta.url));
  const [{ br, gzip }] = (await once(worker, 'message')) as [{ br: Uint8Array; gzip: Uint8Array }];
  return new Asset('text/javascript; charset=utf-8', () => gunzipSync(gzip), {
    br: Buffer.from(br),
    gzip: Buffer.from(gzip),
  });
}
