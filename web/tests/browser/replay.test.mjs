// Animations of `tessera replay --output` in a real browser: the page with a player, the SVG that plays by itself, the GIF.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertAccessible, assertNoOverflow, launch, open, picture, program, serveFolder } from './support.mjs';

const start = [5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 12, 0, 14, 11, 15];
const moves = 'UUURRDDDR';
let folder;
let server;
let browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-replay-'));
  const solution = join(folder, 'solution.txt');
  writeFileSync(solution, `board: ${start.join(' ')}\nmoves: ${moves}\n`);
  for (const form of ['html', 'svg', 'gif']) execFileSync(program, ['replay', solution, '--output', join(folder, `a.${form}`)]);
  writeFileSync(join(folder, 'gif.html'), '<!DOCTYPE html><link rel="icon" href="data:,"><img src="a.gif" alt="">');
  server = await serveFolder(folder, 'a.html');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The board after so many moves. */
function boardAfter(count) {
  const board = start.slice();
  for (const move of moves.slice(0, count)) {
    const blank = board.indexOf(0);
    const from = blank + { U: -4, D: 4, L: -1, R: 1 }[move];
    [board[blank], board[from]] = [board[from], 0];
  }
  return board;
}

/** The board as it is seen: where the middle of each tile lies within the tray. */
const boardSeen = (page) =>
  page.evaluate(() => {
    const tray = document.querySelector('svg rect[fill="var(--tray)"]').getBoundingClientRect();
    const board = Array(16).fill(0);
    for (const tile of document.querySelectorAll('.tile')) {
      const box = tile.querySelector('rect').getBoundingClientRect();
      const column = Math.floor(((box.x + box.width / 2 - tray.x) / tray.width) * 4);
      const row = Math.floor(((box.y + box.height / 2 - tray.y) / tray.height) * 4);
      board[row * 4 + column] = Number(tile.textContent);
    }
    return board;
  });

test('the player steps, jumps and goes back by buttons, keys and slider', async () => {
  const page = await open(browser, `${server.address}a.html`, { reducedMotion: 'reduce' });
  const shows = async (count) => {
    assert.ok((await page.locator('#words').textContent()).startsWith(`move ${count} of 9`));
    assert.deepEqual(await boardSeen(page), boardAfter(count), `after ${count} moves`);
  };
  await shows(0);
  for (let count = 1; count <= 9; count++) {
    await page.locator('#next').click();
    await shows(count);
  }
  assert.ok(await page.locator('#next').isDisabled());
  await page.locator('body').press('ArrowLeft');
  await shows(8);
  await page.locator('body').press('Home');
  await shows(0);
  await page.locator('#at').fill('5');
  await shows(5);
  await page.locator('#back').click();
  await shows(4);
  await page.locator('#last').click();
  await shows(9);
  assert.equal(await page.locator('#words').textContent(), 'move 9 of 9: tile 15 left');
  await assertAccessible(page, 'the player');
  await picture(page, 'replay');
  await page.finish();
});

test('the player plays by itself, to the end, and again', async () => {
  const page = await open(browser, `${server.address}a.html`, { size: 'phone', theme: 'dark' });
  assert.equal(await page.locator('#play').textContent(), 'Pause');
  await page.locator('#speed').selectOption('16');
  await page.waitForFunction(() => document.getElementById('words').textContent.startsWith('move 9 of 9'));
  assert.equal(await page.locator('#play').textContent(), 'Play');
  await page.locator('body').press('Space');
  await page.waitForFunction(() => document.getElementById('play').textContent === 'Pause');
  await page.locator('body').press('Space');
  assert.equal(await page.locator('#play').textContent(), 'Play');
  await assertNoOverflow(page, 'the player');
  await assertAccessible(page, 'the player, dark');
  await page.finish();
});

test('the SVG shows every board at its time, and stands still for who wants no motion', async () => {
  const page = await open(browser, `${server.address}a.svg`);
  for (let count = 0; count <= 9; count++) {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
    }, 1000 + (count + 0.2) * 250);
    assert.deepEqual(await boardSeen(page), boardAfter(count), `after ${count} moves`);
  }
  await page.finish();
  const still = await open(browser, `${server.address}a.svg`, { reducedMotion: 'reduce' });
  assert.equal(await still.evaluate(() => document.getAnimations().length), 0);
  assert.deepEqual(await boardSeen(still), start);
  await still.finish();
});

test('the GIF can be shown', async () => {
  const page = await open(browser, `${server.address}gif.html`);
  const [width, height] = await page.evaluate(() => {
    const image = document.querySelector('img');
    return [image.naturalWidth, image.naturalHeight];
  });
  assert.deepEqual([width, height], [272, 300]);
  await page.finish();
});
