import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vite';

/** Scripts of single parts of server-rendered pages, each loaded only by the pages that name it, and elements for other sites. */
const islands = globSync('site/{islands,elements}/*.ts', { cwd: import.meta.dirname }).map((file) => [
  basename(file, '.ts'),
  join(import.meta.dirname, file),
]);

/**
 * Builds the web app (`index.html`), and the style sheet and the islands of the server-rendered pages, which
 * `src/site/site-assets.ts` finds through the manifest. Every address in the build is relative, so that a proxy may put the
 * service below any path. The strict Content-Security-Policy is why nothing is inlined.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: {
      input: {
        app: join(import.meta.dirname, 'index.html'),
        site: join(import.meta.dirname, 'site/site.css'),
        ...Object.fromEntries(islands),
      },
    },
  },
});
