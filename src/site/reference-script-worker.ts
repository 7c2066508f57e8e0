import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/** Reads the script of the reference from its package, which offers it only through a Fastify plugin, and compresses it. */
const app = Fastify();
await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/' } });
const { rawPayload } = await app.inject('/reference/js/scalar.js');
// The package does not contain the source map that the last line links to.
const script = rawPayload.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
parentPort?.postMessage({
  br: brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: gzipSync(script),
});
