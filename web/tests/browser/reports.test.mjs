// The pages that `lab report` and `compare` write, in a real browser: accessible and nowhere too wide, on a phone and a desk.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertAccessible, assertNoOverflow, launch, open, picture, program, serveFolder } from './support.mjs';

const suite = `
[limits]
nodes = 20000
[[boards]]
name = "walks"
generate = "walk"
size = "4x4"
moves = 30
count = 12
seed = 2
[[boards]]
name = "by hand"
boards = ["1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 0 8"]
[[configurations]]
algorithm = ["a*", "greedy"]
heuristic = ["misplaced", "manhattan", "linear-conflict"]
`;
const board = '8 6 7/2 5 4/3 0 1';
/** The pages, by the command that writes each. */
const pages = {
  'lab-report': (file) => ['lab', 'report', '--db', 'a suite.db', '--output', file],
  'compare-one-board': (file) => ['compare', board, '--algorithm', 'bfs,a*,ida*,greedy', '--output', file],
  'compare-boards': (file) => ['compare', board, '1 2 3/4 5 6/0 7 8', '--algorithm', 'a*,greedy', '--output', file],
};

let folder;
let server;
let browser;

const skip = !existsSync(program);

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'tessera-reports-'));
  const run = (words) => execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  writeFileSync(join(folder, 'a suite.toml'), suite);
  run(['lab', 'run', 'a suite.toml']);
  for (const [name, words] of Object.entries(pages)) run(words(`${name}.html`));
  server = await serveFolder(folder, 'lab-report.html');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

for (const name of Object.keys(pages)) {
  for (const [viewport, theme] of [
    [{ width: 390, height: 844 }, 'dark'],
    [{ width: 1440, height: 900 }, 'light'],
  ]) {
    const what = `${name} at ${viewport.width} px, ${theme}`;
    test(`${what} is accessible`, { skip }, async () => {
      const page = await open(browser, `${server.address}${name}.html`, { viewport, theme });
      await assertAccessible(page, what);
      await assertNoOverflow(page, what);
      assert.equal(await page.locator('main').count(), 1);
      // The contents lead to what they name.
      for (const link of await page.locator('nav a').all()) {
        const heading = page.locator((await link.getAttribute('href')) ?? '');
        assert.equal(await heading.textContent(), await link.textContent());
      }
      await picture(page, `${name}-${viewport.width}`);
      await page.finish();
    });
  }
}
