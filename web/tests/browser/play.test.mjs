// Play in a real browser: the first screen, whole games by keyboard, click and touch, pictures, the graph, editing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoOverflow, looks, open, picture, useSite } from './support.mjs';

const site = useSite();

/** Six moves from the goal. */
const easy = 'board=1.2.3_5.0.6_4.7.8';
const play = (query) => `${site.address}#/play${query ? `?${query}` : ''}`;

const tiles = (page) =>
  page.locator('[role=grid] button').evaluateAll((buttons) => buttons.map((button) => Number(button.dataset.tile)));
const par = (page) => page.locator('[data-testid=par][data-proven=true]');
const moves = (page) => page.getByTestId('moves').innerText().then(Number);

/** What the page itself proposes next: the number of the tile. */
async function hinted(page) {
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  return page.locator('.tile.hint').getAttribute('data-tile').then(Number);
}

/** The way to the goal, from the engine by way of the hints: tiles to press. */
async function playByHints(page, act) {
  for (let i = 0; i < 100 && (await page.getByTestId('finished').count()) === 0; ++i) {
    const count = await moves(page);
    const tile = await hinted(page);
    await act(tile);
    for (let tries = 0; (await moves(page)) === count; ++tries) {
      assert.ok(tries < 200, `tile ${tile} moved`);
      await page.waitForTimeout(20);
    }
  }
  await page.getByTestId('finished').waitFor();
}

test('the first screen has a board and its optimal length without any action', async () => {
  const page = await open(site.browser, play(''));
  await par(page).waitFor();
  assert.match(await par(page).innerText(), /^Optimal \d+ moves$/);
  const shown = await tiles(page);
  assert.deepEqual([...shown].sort((a, b) => a - b), Array.from({ length: 16 }, (_, i) => i));
  assert.notDeepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
  assert.match(page.url(), /board=/); // the address restores it
  await picture(page, 'play-first');
  await page.finish();
});

test('a whole game by keyboard, with undo and redo, and the graph of its distances', async () => {
  const page = await open(site.browser, play(easy));
  await par(page).waitFor();
  const best = Number(/Optimal (\d+)/.exec(await par(page).innerText())[1]);
  // A detour: right and left again, then undone and redone.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await moves(page), 2);
  await page.keyboard.press('z');
  assert.equal(await moves(page), 1);
  await page.keyboard.press('y');
  assert.equal(await moves(page), 2);
  assert.match(await page.getByTestId('said').innerText(), /^\d left$/);
  const arrows = { '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight' };
  for (let i = 0; i < 60 && (await page.getByTestId('finished').count()) === 0; ++i) {
    await page.keyboard.press('?');
    const text = await page.getByTestId('hint').innerText();
    await page.keyboard.press(arrows[/[↑↓←→]/.exec(text)[0]]);
  }
  await page.getByTestId('finished').waitFor();
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.equal(await moves(page), best + 2);
  await page.getByTestId('finished').getByText('2 more than the shortest way').waitFor();
  await page.getByText('All distances are proven.').waitFor();
  await page.getByText('you lost 2 moves here').waitFor();
  await assertAccessible(page, 'play, finished');
  await picture(page, 'play-finished');
  await page.finish();
});

test('Shift and an arrow slides all tiles; Ctrl and arrows go from tile to tile, Enter slides', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_7.8.0&goal=snail'));
  await page.locator('[role=grid] button[tabindex="0"]').waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
  assert.equal(await page.getByTestId('slides').innerText(), '1');
  await page.locator('[role=grid] button[data-tile="1"]').focus();
  await page.keyboard.press('Control+ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tile), '4');
  await page.keyboard.press('Enter');
  assert.deepEqual(await tiles(page), [1, 2, 3, 0, 5, 6, 4, 7, 8]);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tile), '4', 'the focus stays on the tile');
  await page.finish();
});

test('a whole game by clicks, several tiles at once', async () => {
  const page = await open(site.browser, play('board=0.1.2_4.5.3_7.8.6'));
  await par(page).waitFor();
  assert.match(await par(page).innerText(), /^Optimal 4 moves$/);
  await page.locator('[data-tile="2"]').click();
  assert.equal(await moves(page), 2);
  await page.locator('[data-tile="6"]').click();
  await page.getByTestId('finished').getByText('That is the shortest there is.').waitFor();
  assert.equal(await page.getByTestId('slides').innerText(), '2');
  await page.finish();
});

test('tiles can be dragged', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_0.7.8'));
  await par(page).waitFor();
  const box = await page.locator('[data-tile="8"]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 20, box.y + box.height / 2, { steps: 3 });
  await page.mouse.move(box.x + box.width / 2 - box.width * 0.7, box.y + box.height / 2, { steps: 5 });
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 0, 7, 8], 'not before it is let go');
  await page.mouse.up();
  await page.getByTestId('finished').waitFor();
  assert.equal(await moves(page), 2);
  await page.finish();
});

test('a whole game by touch: taps and swipes', async () => {
  const page = await open(site.browser, play(easy), {
    size: 'phone',
    hasTouch: true,
    isMobile: true,
    // Where a finger goes is measured, so nothing may be on its way.
    reducedMotion: 'reduce',
  });
  await par(page).waitFor();
  const session = await page.context().newCDPSession(page);
  /** A finger that draws a line. */
  const swipe = async (from, to) => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let i = 1; i <= 5; ++i) {
      const point = { x: from.x + ((to.x - from.x) * i) / 5, y: from.y + ((to.y - from.y) * i) / 5 };
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  let swiped = 0;
  await playByHints(page, async (tile) => {
    const [box, blank] = await Promise.all([
      page.locator(`[role=grid] [data-tile="${tile}"]`).boundingBox(),
      page.locator('[role=grid] [data-tile="0"]').boundingBox(),
    ]);
    const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
    if (swiped++ % 2 === 0) await swipe(centre(box), centre(blank));
    else await page.touchscreen.tap(centre(box).x, centre(box).y);
  });
  assert.ok(swiped >= 2);
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.finish();
});

test('who leaves the way is led back, and on a better way when it is found', async () => {
  const page = await open(site.browser, play(easy));
  await par(page).waitFor();
  const start = Number(await page.getByTestId('to-go').innerText());
  const tile = await hinted(page);
  const other = (await tiles(page)).find((candidate, cell, all) => {
    const blank = all.indexOf(0);
    const near = Math.abs((cell % 3) - (blank % 3)) + Math.abs(Math.floor(cell / 3) - Math.floor(blank / 3)) === 1;
    return near && candidate !== tile;
  });
  await page.locator(`[role=grid] [data-tile="${other}"]`).click();
  // Any move changes the distance by one, and it is proven again after a moment.
  await page.waitForFunction((was) => {
    const text = document.querySelector('[data-testid=to-go]')?.innerText ?? '≤';
    return !text.includes('≤') && Math.abs(Number(text) - was) === 1;
  }, start);
  await page.finish();
});

test('picture tiles: a pattern, and an image of one’s own', async () => {
  const page = await open(site.browser, play(easy));
  await par(page).waitFor();
  await page.getByLabel('Picture tiles').getByRole('combobox').selectOption('mosaic');
  const image = (tile) => page.locator(`[role=grid] [data-tile="${tile}"] .face`);
  const backgroundOf = (tile) => image(tile).evaluate((face) => getComputedStyle(face).backgroundImage);
  await page.waitForFunction(() => document.querySelector('[data-tile="1"] .face').style.backgroundImage.includes('blob:'));
  await picture(page, 'play-pattern');
  assert.equal(await image(1).innerText(), '1');
  await page.getByLabel('Show numbers').uncheck();
  assert.equal(await image(1).innerText(), '');
  const before = await backgroundOf(1);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="red"/></svg>';
  const png = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [90, 60];
    canvas.getContext('2d').fillStyle = 'red';
    canvas.getContext('2d').fillRect(0, 0, 90, 60);
    return canvas.toDataURL('image/png').split(',')[1];
  });
  await page.locator('input[type=file]').setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await page.waitForFunction((old) => getComputedStyle(document.querySelector('[data-tile="1"] .face')).backgroundImage !== old, before);
  assert.match(await backgroundOf(1), /^url\("blob:/);
  assert.notEqual(
    await image(1).evaluate((face) => getComputedStyle(face).backgroundPosition),
    await image(6).evaluate((face) => getComputedStyle(face).backgroundPosition),
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from(`no ${svg}`) });
  await page.getByText('not an image that the browser can show').waitFor();
  assert.deepEqual(requests.filter((url) => url.startsWith('http')), [], 'nothing is uploaded');
  await page.finish();
});

test('sizes from 2×2 to 10×10 and rectangular ones', async () => {
  const page = await open(site.browser, play(easy));
  await par(page).waitFor();
  for (const side of [2, 5, 10]) {
    await page.getByLabel('Size').selectOption(`${side}x${side}`);
    await page.waitForFunction((cells) => document.querySelectorAll('[role=grid] button').length === cells, side * side);
    await page.locator('[data-testid=par]', { hasText: /\d+ moves?/ }).waitFor();
  }
  await picture(page, 'play-10x10');
  await page.getByLabel('Size').selectOption('other');
  await page.getByRole('spinbutton', { name: 'Rows' }).fill('3');
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('5');
  await page.getByRole('button', { name: 'Make this board' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 15);
  assert.equal(await page.getByRole('row').count(), 3);
  await page.finish();
});

test('famous boards by name', async () => {
  const page = await open(site.browser, play(easy));
  await page.getByRole('button', { name: 'Famous' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Korf’s 100', { exact: false }).or(dialog.getByText("Korf's 100", { exact: false })).waitFor();
  await assertAccessible(page, 'famous boards');
  await dialog.getByRole('spinbutton').first().fill('79');
  await dialog.getByRole('button', { name: 'Open Korf’s fifteen-puzzles', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 16);
  assert.match(page.url(), /goal=blank-first/);
  await par(page).waitFor();
  assert.match(await par(page).innerText(), /^Optimal 42 moves/); // as published
  await page.finish();
});

test('an unsolvable board is explained and repaired', async () => {
  const page = await open(site.browser, play('board=1.2.3.4_5.6.7.8_9.10.11.12_13.15.14.0'));
  await page.getByText('This board cannot be solved').waitFor();
  await assertAccessible(page, 'play, unsolvable');
  await page.getByRole('button', { name: /^Repair: swap/ }).click();
  await par(page).waitFor();
  await page.finish();
});

for (const { size, theme } of looks) {
  test(`Play at ${size}, ${theme}: no overflow, no violation`, async () => {
    const page = await open(site.browser, play('board=5.1.3.4_2.6.8.12_9.10.7.15_13.14.11.0'), { size, theme });
    await par(page).waitFor();
    await assertNoOverflow(page, `play ${size}`);
    await assertAccessible(page, `play ${size} ${theme}`);
    await picture(page, `play-${size}-${theme}`);
    await page.finish();
  });
}
