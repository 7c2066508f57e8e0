import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Bundles the code of the service that answers from a file, and the command line, so that the package has no dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  resolve: { alias: { 'node:sqlite': join(import.meta.dirname, 'src/sqlite.ts') } },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    minify: true,
    target: 'node22',
    license: { fileName: 'engine-licenses.md' },
    rollupOptions: {
      input: { engine: 'src/engine.ts', lds: 'src/lds.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
