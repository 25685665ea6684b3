// Builds the page into build/web: a static folder with relative addresses, so that any web server can host it anywhere.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const project = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  base: './',
  plugins: [svelte()],
  resolve: {
    // The engine as a WebAssembly module, which CMake makes (the preset wasm).
    alias: { '@wasm': `${project}build/wasm/bin` },
    // Tests of components mount them as a browser does.
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  worker: { format: 'es' },
  build: {
    outDir: `${project}build/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { fs: { allow: [project] } },
  test: { include: ['tests/unit/**/*.test.ts', 'tests/engine/**/*.test.ts'] },
});
