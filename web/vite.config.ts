// Builds the page into build/web: a static folder with relative addresses, so that any web server can host it anywhere.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig } from 'vitest/config';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = `${project}build/web`;

/** The service worker, which has to know every file of the page by name. */
const serviceWorker = {
  name: 'tessera-service-worker',
  apply: 'build' as const,
  closeBundle(): void {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|css|svg|wasm)$/.test(name))
      .sort();
    const hash = createHash('sha256');
    for (const name of ['index.html', ...files]) hash.update(name).update(readFileSync(`${folder}/${name}`));
    const source = readFileSync(new URL('service_worker.js', import.meta.url), 'utf8')
      .replace('VERSION', () => hash.digest('hex').slice(0, 16))
      .replace('= FILES', () => `= ${JSON.stringify(files)}`);
    writeFileSync(`${folder}/sw.js`, source);
  },
};

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
  plugins: [svelte(), serviceWorker, compressed],
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
