import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

/** Takes the reference's script out of its package, which only a Fastify plugin gives away, and compresses it. */
const app = Fastify();
await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/' } });
const { rawPayload } = await app.inject('/reference/js/scalar.js');
// The source map that its last line points to is not in the package.
const script = rawPayload.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
parentPort?.postMessage({
  br: brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: gzipSync(script),
});
