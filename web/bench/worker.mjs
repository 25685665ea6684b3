// The page's own worker with the page's own module in Chromium, spoken to as the page does.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, project, serveFolder } from '../tests/browser/support.mjs';

/** `solve(request)` answers a request of the call `solve` on one thread; needs build/web. */
export async function openWorker() {
  const server = await serveFolder();
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.address);
  const assets = readdirSync(join(project, 'build/web/assets'));
  const asset = (pattern) => `${server.address}assets/${assets.find((name) => pattern.test(name))}`;
  await page.evaluate(
    async ([workerUrl, wasmUrl]) => {
      const module = await WebAssembly.compile(await (await fetch(wasmUrl)).arrayBuffer());
      const worker = new Worker(workerUrl, { type: 'module' });
      worker.postMessage({ kind: 'start', module, stop: null });
      let number = 0;
      window.solveInWorker = (request) =>
        new Promise((resolve) => {
          const mine = ++number;
          worker.onmessage = ({ data }) => {
            if (data.number === mine && data.kind !== 'event') resolve(data.reply ?? data.error);
          };
          worker.postMessage({ kind: 'call', number: mine, name: 'solve', request });
        });
    },
    [asset(/^worker.*\.js$/), asset(/\.wasm$/)],
  );
  return {
    solve: (request) => page.evaluate((asked) => window.solveInWorker(asked), { ...request, options: { ...request.options, threads: 1 } }),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
