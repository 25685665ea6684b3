// Builds the page into build/web: a static folder with relative addresses, so that any web server can host it anywhere.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig } from 'vitest/config';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = `${project}build/web`;

/** Everything that shrinks lies compressed beside itself (`.br`): `tessera serve` and many web servers send that where the browser
 * takes it, which is everywhere. */
const compressed = {
  name: 'tessera-compressed',
  apply: 'build' as const,
  closeBundle(): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(html|js|css|svg|wasm)$/.test(name)) continue;
      const content = readFileSync(`${folder}/${name}`);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
      };
      writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content, { params }));
    }
  },
};

export default defineConfig({
  base: './',
  plugins: [svelte(), compressed],
  resolve: {
    // The engine as a WebAssembly module, which CMake makes (the preset wasm).
    alias: { '@wasm': `${project}build/wasm/bin` },
    // Tests of components mount them as a browser does.
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  worker: { format: 'es' },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { fs: { allow: [project] } },
  // How long a test takes depends on the machine; what hangs still ends.
  test: { include: ['tests/unit/**/*.test.ts', 'tests/engine/**/*.test.ts'], testTimeout: 300_000 },
});
