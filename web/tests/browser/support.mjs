// What every browser test needs: the built page on a plain static server, a Chromium, and pages that fail on console errors.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const project = fileURLToPath(new URL('../../..', import.meta.url));
const built = process.env.TESSERA_WEB ?? join(project, 'build/web');
/** The native program, for what the page is compared with. */
export const program = process.env.TESSERA_BINARY ?? join(project, 'build/release/bin/tessera');
/** The program with an algorithm that only the tests have (tests/toy). */
export const programWithToy = join(project, 'build/release/bin/tessera_with_toy');
/** Where screenshots go that people look at. */
const pictures = join(project, 'build/web-pictures');

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** A plain static server over a folder, as anybody might use: no headers but the type, nothing of `tessera serve`. */
export async function serveFolder(folder = built, page = 'index.html') {
  assert.ok(existsSync(join(folder, page)), `there is no built page in ${folder}: run "npm run build" in web/`);
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    let file = join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return listen(server);
}

/** Has a server of node listen on a free port; `close` ends it with its connections. */
export async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections?.();
      }),
  };
}

/** `tessera serve` on a free port. */
export const serveProgram = (...options) => serveWith(program, ...options);

/** The same by another program. */
export async function serveWith(other, ...options) {
  const child = spawn(other, ['serve', '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`tessera serve ended with ${code}`)));
  });
  return {
    address,
    child,
    close: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

export async function launch() {
  return chromium.launch({
    executablePath: process.env.TESSERA_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The built page on a static server, and a browser, for all the tests of a file. */
export function useSite() {
  const site = {};
  before(async () => {
    site.server = await serveFolder();
    site.address = site.server.address;
    site.browser = await launch();
  });
  after(async () => {
    await site.browser?.close();
    await site.server?.close();
  });
  return site;
}

export const sizes = { phone: { width: 360, height: 740 }, tablet: { width: 768, height: 1024 }, desktop: { width: 1440, height: 900 } };

/**
 * A narrow and a wide window, one in each theme; `./test --long` has every width in both. shell.test.mjs opens every view in all of
 * them always.
 */
export const looks = Object.keys(sizes)
  .flatMap((size) => [{ size, theme: 'light' }, { size, theme: 'dark' }])
  .filter(({ size, theme }) => process.env.TESSERA_LONG || `${size} ${theme}` === 'phone dark' || `${size} ${theme}` === 'desktop light');

/**
 * A page at `address`, which collects what must not happen: console errors, exceptions, requests to elsewhere.
 * `finish()` asserts that nothing of it did. `expected` are texts of console errors that a test provokes on purpose.
 */
export async function open(browser, address, { size = 'desktop', theme = 'light', expected = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: theme, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  const origin = new URL(address).origin;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) faults.push(`request to elsewhere: ${request.url()}`);
  });
  await page.goto(address);
  page.finish = async () => {
    const unexpected = faults.filter((fault) => !expected.some((text) => fault.includes(text)));
    await context.close();
    assert.deepEqual(unexpected, []);
  };
  return page;
}

/** No violation of accessibility rules that axe knows. */
export async function assertAccessible(page, what) {
  // By the debugger, because the page's policy allows no inline script.
  await page.context().newCDPSession(page).then((session) => session.send('Runtime.evaluate', { expression: axeSource }));
  const result = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
  );
  const found = result.violations.map(
    (violation) => `${what}: ${violation.id}: ${violation.help}: ${violation.nodes.map((node) => node.html).slice(0, 3).join(' | ')}`,
  );
  assert.deepEqual(found, []);
}

/** Nothing is wider than the window. */
export async function assertNoOverflow(page, what) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(content <= window, `${what}: content is ${content} px wide in a window of ${window} px`);
}

/** Keeps a picture in build/web-pictures for people to look at. */
export async function picture(page, name) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
