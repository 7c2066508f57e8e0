import { defineConfig } from 'vite';

/**
 * Every address in the build is relative, so that a proxy may put the service below any path; the server sends
 * `index.html` for each page. The strict Content-Security-Policy is why nothing is inlined.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
