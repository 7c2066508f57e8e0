import { defineConfig } from 'vite';

/** Bundles the code of the service that answers from a file, so that the package has no dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/engine.ts',
    outDir: 'dist',
    emptyOutDir: false,
    minify: true,
    target: 'node22',
    license: { fileName: 'engine-licenses.md' },
    rollupOptions: { output: { entryFileNames: 'engine.js' } },
  },
});
