import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** The worker thread of `card-painter.ts`: renders drawings as PNG. Its own fonts make cards look the same on every machine. */
await initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
const fontBuffers = ['Regular', 'SemiBold'].map((name) =>
  readFileSync(new URL(`fonts/Inter-${name}.ttf`, import.meta.url)),
);
const font = { fontBuffers, defaultFontFamily: 'Inter' };

parentPort?.on('message', (drawing: string) => {
  const resvg = new Resvg(drawing, { font });
  const image = resvg.render();
  parentPort?.postMessage(image.asPng());
  image.free();
  resvg.free();
});
