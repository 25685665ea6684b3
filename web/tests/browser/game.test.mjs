// Games in a real browser: that winning is seen, that no game is lost, that its figures and records mean something.
// A name that begins with a D is the number of a defect that people found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, picture, useSite } from './support.mjs';

const site = useSite();

const play = (query = '') => `${site.address}#/play${query ? `?${query}` : ''}`;
/** Four moves from the goal. */
const easy = 'board=1.2.3_5.0.6_4.7.8';
/** 53 moves from the goal. */
const long = 'board=8.2.10.1_6.15.12.11_5.0.13.9_3.7.14.4';
/** A phone with the bars of its browser. */
const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

const tiles = (page) =>
  page.locator('[role=grid] button').evaluateAll((buttons) => buttons.map((button) => Number(button.dataset.tile)));
const proven = (page) => page.locator('[data-testid=par][data-proven=true]').waitFor();
const moves = (page) => page.getByTestId('moves').innerText().then(Number);
const view = (page, name) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();

/** Whether all of it is in the window as it is, without scrolling. */
async function assertInWindow(page, locator, what) {
  const box = await locator.boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box, `${what} is shown`);
  assert.ok(
    box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
    `${what} at ${JSON.stringify(box)} is in the window of ${width}×${height}`,
  );
}

/** The tiles to press, one after the other, on the way from a board of four cells to the goal. */
function wayOf(start) {
  const goal = '1,2,3,0';
  const queue = [{ board: start, way: [] }];
  const seen = new Set([start.join()]);
  for (const { board, way } of queue) {
    if (board.join() === goal) return way;
    const blank = board.indexOf(0);
    for (const next of [blank ^ 1, blank ^ 2]) {
      const other = [...board];
      [other[blank], other[next]] = [other[next], 0];
      if (seen.has(other.join())) continue;
      seen.add(other.join());
      queue.push({ board: other, way: [...way, board[next]] });
    }
  }
  return [];
}

/** Makes three moves; the board after them. */
async function playAWhile(page) {
  await proven(page);
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await moves(page), 3);
  return tiles(page);
}

test('D3: on a phone the figures are in sight, and so is the end of the game', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_7.0.8'), phone);
  await proven(page);
  for (const name of ['moves', 'time', 'to-go']) await assertInWindow(page, page.getByTestId(name), name);
  await assertInWindow(page, page.getByRole('grid'), 'the board');
  await assertInWindow(page, page.getByRole('button', { name: 'Hint', exact: true }), 'Hint');
  // What a game is made of is folded, but for the next game.
  assert.equal(await page.getByLabel('Size').isVisible(), false);
  await picture(page, 'play-small-phone');
  await page.locator('[role=grid] [data-tile="8"]').tap();
  const card = page.getByTestId('finished');
  await card.waitFor();
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState === 'finished'));
  await assertInWindow(page, card, 'the card');
  assert.match(await card.innerText(), /Solved!/);
  assert.match(await card.innerText(), /1 move \(1 slide\) in 0:0\d\.\d\. That is the shortest there is\./);
  await assertInWindow(page, card.getByRole('button', { name: 'New game' }), 'New game');
  await assertAccessible(page, 'won on a phone');
  await picture(page, 'play-small-phone-won');
  await card.getByRole('button', { name: /^Close/ }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^3×3/ }).click();
  await page.getByLabel('Size').waitFor();
  await page.finish();
});

test('the card says how much longer than the shortest way the game was', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_7.0.8'));
  await proven(page);
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await page.getByTestId('finished').waitFor();
  assert.match(await page.getByTestId('finished').innerText(), /3 moves .* 2 more than the shortest way of 1\./s);
  await page.finish();
});

test('D4: a game waits while other views do what they like with their board', async () => {
  const page = await open(site.browser, play(easy));
  const board = await playAWhile(page);
  await view(page, 'Solve');
  await page.locator('[data-testid=result][data-running=false] [data-testid=status]').waitFor();
  assert.deepEqual(await tiles(page), board, 'Solve has a copy of it');
  await page.getByRole('button', { name: 'One move on' }).click();
  await view(page, 'Play');
  await page.getByTestId('moves').waitFor();
  assert.deepEqual(await tiles(page), board);
  assert.equal(await moves(page), 3);
  // A race that needs another board takes another one.
  await view(page, 'Race');
  await page.getByRole('button', { name: /^Good answers, soon/ }).click();
  await page.getByRole('img', { name: /^The board of the race, 5×5/ }).waitFor();
  await view(page, 'Play');
  await page.getByTestId('moves').waitFor();
  assert.deepEqual(await tiles(page), board);
  assert.equal(await moves(page), 3);
  // And a board of another view comes only if it is sent for.
  await view(page, 'Solve');
  await page.getByTestId('result').waitFor();
  await page.getByLabel('Size').selectOption('2x2');
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 4);
  const other = await tiles(page);
  await page.getByRole('link', { name: 'Play this board' }).click();
  await page.getByTestId('moves').waitFor();
  assert.deepEqual(await tiles(page), other);
  await page.getByRole('button', { name: 'Undo: back to the game before' }).click();
  assert.deepEqual(await tiles(page), board);
  await page.finish();
});

test('D4: a solution that Solve has played to its end is no game', async () => {
  const page = await open(site.browser, `${site.address}#/solve?${easy}`);
  await page.getByRole('button', { name: 'To the end' }).click();
  await view(page, 'Play');
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 16);
  await proven(page);
  assert.notEqual(await page.getByTestId('to-go').innerText(), '0');
  await page.goto(play('board=1.2.3_4.5.6_7.8.0'));
  await page.getByText('This board is solved already.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hint', exact: true }).isDisabled(), true);
  await page.finish();
});

test('D4: games in two tabs do not destroy each other', async () => {
  const page = await open(site.browser, play(easy));
  const board = await playAWhile(page);
  const other = await page.context().newPage();
  await other.goto(play('board=1.2.3_4.5.6_7.0.8'));
  await proven(other);
  await other.keyboard.press('ArrowRight');
  await page.keyboard.press('z');
  await page.keyboard.press('y');
  await other.keyboard.press('ArrowDown');
  await page.reload();
  await proven(page);
  assert.deepEqual(await tiles(page), board);
  assert.equal(await moves(page), 3);
  await other.reload();
  await proven(other);
  assert.equal(await moves(other), 2);
  await page.finish();
});

test('D4: moves, clock and hints survive a reload, and a visit without a link', async () => {
  const page = await open(site.browser, play(easy));
  await proven(page);
  await page.keyboard.press('?');
  const board = await playAWhile(page);
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelector('[data-testid=time]').innerText !== '0:00.0');
  const tenths = async () => {
    const [minutes, seconds] = (await page.getByTestId('time').innerText()).split(':').map(Number);
    return minutes * 60 + seconds;
  };
  const before = await tenths();
  await page.reload();
  await proven(page);
  assert.equal(await moves(page), 2);
  assert.ok((await tenths()) >= before, 'the clock goes on where it was');
  await page.keyboard.press('y');
  assert.deepEqual(await tiles(page), board, 'what was undone can still be redone');
  await page.goto('about:blank');
  await page.goto(play());
  await proven(page);
  assert.deepEqual(await tiles(page), board);
  assert.equal(await moves(page), 3);
  for (let i = 0; i < 60 && (await page.getByTestId('finished').count()) === 0; ++i) {
    await page.keyboard.press('?');
    await page.locator('.tile.hint').click();
  }
  await page.getByTestId('finished').waitFor();
  assert.match(await page.getByTestId('finished').innerText(), /with \d+ hints/);
  await page.finish();
});

test('what lies in the store and is no game does no harm', async () => {
  const page = await open(site.browser, play(easy));
  await playAWhile(page);
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      const kept = JSON.parse(localStorage.getItem('tessera.game'));
      localStorage.setItem('tessera.game', JSON.stringify({ ...kept, done: ['UUUU'] }));
      localStorage.setItem('tessera.games', '{"no": "list"}');
    });
  });
  await page.reload();
  await proven(page);
  assert.equal(await moves(page), 0);
  await page.finish();
});

for (const [what, act] of [
  ['N', (page) => page.keyboard.press('n')],
  ['New game', (page) => page.getByRole('button', { name: 'New game' }).click()],
  ['Size', (page) => page.getByLabel('Size').selectOption('4x4')],
  ['Difficulty', (page) => page.getByLabel('Difficulty').selectOption('hard')],
  ['Goal', (page) => page.locator('.setup label', { hasText: 'Goal' }).locator('select').selectOption('snail')],
  ['Restart', (page) => page.getByRole('button', { name: 'Restart' }).click()],
]) {
  test(`D4: ${what} in the middle of a game can be undone`, async () => {
    const page = await open(site.browser, play(easy));
    const board = await playAWhile(page);
    await act(page);
    await page.getByTestId('set-aside').waitFor();
    assert.equal(await moves(page), 0);
    if (what === 'Restart') await assertAccessible(page, 'a game set aside');
    await page.getByRole('button', { name: 'Undo: back to the game before' }).click();
    assert.deepEqual(await tiles(page), board);
    assert.equal(await moves(page), 3);
    assert.equal(await page.getByTestId('set-aside').count(), 0);
    await page.finish();
  });
}

test('D4: Back leads to the board before, with its moves', async () => {
  const page = await open(site.browser, play(easy));
  const board = await playAWhile(page);
  await page.getByLabel('Size').selectOption('2x2');
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 4);
  const second = await tiles(page);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 9);
  assert.deepEqual(await tiles(page), board);
  assert.equal(await moves(page), 3);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 4);
  assert.deepEqual(await tiles(page), second);
  await page.finish();
});

test('D5: after a choice the arrow keys move tiles', async () => {
  const page = await open(site.browser, play(easy));
  await proven(page);
  for (const [label, option, cells] of [
    ['Size', '4x4', 16],
    ['Goal', 'snail', 16],
    ['Difficulty', 'hard', 16],
    ['Size', '3x3', 9],
  ]) {
    const before = page.url();
    const menu = page.locator('.setup label', { hasText: label }).locator('select');
    await menu.focus();
    await menu.selectOption(option);
    await page.waitForFunction((old) => location.href !== old, before);
    assert.equal((await tiles(page)).length, cells);
    const board = await tiles(page);
    // At least two of the four directions are possible.
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
    assert.ok((await moves(page)) >= 2, `${label}: tiles move`);
    assert.equal((await tiles(page)).length, board.length, `${label}: the board stays`);
    assert.equal(await menu.inputValue(), option);
  }
  await page.finish();
});

test('D5: in Solve, too', async () => {
  const page = await open(site.browser, `${site.address}#/solve?${easy}`);
  await page.getByTestId('result').waitFor();
  const menu = page.locator('.setup label', { hasText: 'Size' }).locator('select');
  await menu.focus();
  await menu.selectOption('4x4');
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 16);
  const board = await tiles(page);
  // One of the two is possible.
  await page.keyboard.press('ArrowDown');
  if (String(await tiles(page)) === String(board)) await page.keyboard.press('ArrowUp');
  assert.equal((await tiles(page)).length, 16);
  assert.notDeepEqual(await tiles(page), board);
  await page.finish();
});

test('what a link and a quick visitor say of the board holds when the engine comes late', async () => {
  const page = await open(site.browser, `${site.address}nothing`, { expected: ['404'] });
  let come;
  const late = new Promise((resolve) => (come = resolve));
  await page.route('**/*.wasm', async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(`${site.address}#/solve?${easy}`);
  const goal = page.locator('.setup label', { hasText: 'Goal' }).locator('select');
  await goal.waitFor();
  assert.equal((await tiles(page)).length, 9);
  await goal.selectOption('snail');
  come();
  await page.locator('[data-testid=result][data-status]').waitFor();
  assert.match(page.url(), /goal=snail/);
  assert.equal((await tiles(page)).length, 9);
  await page.finish();
});

test('D9: the distance shown in a quick game is a proven one, or none', async () => {
  const page = await open(site.browser, play(long));
  await proven(page);
  assert.equal(await page.getByTestId('to-go').innerText(), /\d+/.exec(await page.getByTestId('par').innerText())[0]);
  await page.evaluate(() => {
    const place = document.querySelector('[data-testid=to-go]');
    window.seen = [];
    new MutationObserver(() => window.seen.push(place.innerText)).observe(place, { subtree: true, characterData: true, childList: true });
  });
  // Away from any shortest way: round and round.
  for (let i = 0; i < 32; ++i) {
    await page.keyboard.press(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowDown'][i % 6]);
    await page.waitForTimeout(60);
  }
  await page.waitForFunction(() => /^\d+$/.test(document.querySelector('[data-testid=to-go]').innerText));
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.length > 0);
  for (const text of seen) assert.match(text, /^(–|~?\d+)$/);
  await page.finish();
});

test('D10: a record counts fresh boards only, by size, goal and difficulty, in tenths of seconds', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_7.0.8'));
  await proven(page);
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('finished').getByText('Not for your record').waitFor();
  assert.equal(await page.getByTestId('record').count(), 0, 'a board that came by a link');

  const freshBoard = async () => {
    // There are so few of 2×2 that the next one may be the same: it is seen to come by its size.
    for (const side of [3, 2]) {
      await page.getByLabel('Size').selectOption(`${side}x${side}`);
      await page.waitForFunction((cells) => document.querySelectorAll('[role=grid] button').length === cells, side * side);
    }
    await proven(page);
  };
  const press = (tile) => page.locator(`[role=grid] [data-tile="${tile}"]`).click();
  await freshBoard();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  for (const tile of wayOf(await tiles(page))) await press(tile);
  await page.getByTestId('finished').getByText('you had a hint').waitFor();
  assert.equal(await page.getByTestId('record').count(), 0, 'a game with a hint');

  await freshBoard();
  const way = wayOf(await tiles(page));
  for (const tile of way) await press(tile);
  await page.getByTestId('finished').waitFor();
  assert.match(await page.getByTestId('record').innerText(), /Your record: 2×2 · Classic · medium/);
  assert.match(await page.getByTestId('record').innerText(), new RegExp(`Fewest moves\\s+${way.length}\\s`));
  assert.match(await page.getByTestId('record').innerText(), /Best time\s+\d+:\d\d\.\d/);
  await page.getByTestId('finished').getByRole('button', { name: 'Play it again' }).click();
  for (const tile of way) await press(tile);
  await page.getByTestId('finished').getByText('Not for your record').waitFor();
  assert.match(await page.getByTestId('record').innerText(), /Games\s+1\s/, 'the same board again');

  await page.getByLabel('Difficulty').selectOption('easy');
  await page.getByTestId('finished').waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('record').count(), 0, 'another difficulty');
  await page.getByLabel('Difficulty').selectOption('medium');
  await page.getByTestId('record').waitFor();
  await page.reload();
  await page.getByTestId('record').waitFor();
  await page.finish();
});

test('D10: moves that were undone count', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_7.0.8'));
  await proven(page);
  for (const key of ['ArrowRight', 'ArrowDown', 'z', 'z']) await page.keyboard.press(key);
  assert.equal(await moves(page), 0);
  await page.getByText('+2 undone').waitFor();
  await page.keyboard.press('ArrowLeft');
  const card = page.getByTestId('finished');
  await card.getByText('2 more than the shortest way of 1.').waitFor();
  assert.equal(await card.getByText('That is the shortest there is').count(), 0);
  await page.finish();
});

/** A red image of 90 by 60. */
const redImage = (page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [90, 60];
    canvas.getContext('2d').fillStyle = 'red';
    canvas.getContext('2d').fillRect(0, 0, 90, 60);
    return canvas.toDataURL('image/png').split(',')[1];
  });

test('D20: the goal shows the picture, and its missing part appears at the end', async () => {
  const page = await open(site.browser, play('board=1.2.3_4.5.6_7.0.8'));
  await proven(page);
  const goal = page.getByRole('img', { name: 'Goal' });
  assert.equal(await goal.locator('text').count(), 8);
  await page.getByRole('combobox', { name: 'Picture tiles' }).selectOption('dusk');
  await goal.locator('image').waitFor({ state: 'attached' });
  await page.getByLabel('Show numbers').uncheck();
  assert.equal(await goal.locator('text').count(), 0);
  assert.match(await goal.locator('image').getAttribute('href'), /^blob:/);
  const blank = page.locator('[role=grid] [data-tile="0"] .face');
  assert.equal(await blank.isVisible(), false);
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('finished').waitFor();
  await blank.waitFor();
  assert.match(await blank.evaluate((face) => getComputedStyle(face).backgroundImage), /^url\("blob:/);
  await page.getByRole('button', { name: /^Close, and look/ }).click();
  await picture(page, 'play-picture-won');
  await page.finish();
});

test('D20: an image of one’s own is kept for the next visit; where there is no room, that is said', async () => {
  const page = await open(site.browser, play(easy));
  await proven(page);
  const image = { name: 'own.png', mimeType: 'image/png', buffer: Buffer.from(await redImage(page), 'base64') };
  const shown = () => document.querySelector('[data-tile="1"] .face').style.backgroundImage.includes('blob:');
  await page.locator('input[type=file]').setInputFiles(image);
  await page.waitForFunction(shown);
  await page.waitForFunction(() => localStorage.getItem('tessera.picture') === '"own"');
  await page.getByLabel('Show numbers').uncheck();
  await page.reload();
  await page.waitForFunction(shown);
  assert.equal(await page.getByLabel('Show numbers').isChecked(), false);
  await page.evaluate(() => {
    for (const size of [1 << 20, 1 << 10, 1]) {
      try {
        for (let i = 0; ; ++i) localStorage.setItem(`filler.${size}.${i}`, 'x'.repeat(size));
      } catch {
        // Full.
      }
    }
  });
  await page.locator('input[type=file]').setInputFiles({ ...image, name: 'other.png' });
  // The same image fits in the place of the one before; a larger one does not.
  const noise = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 400];
    const data = new ImageData(400, 400);
    let seed = 7;
    data.data.forEach((_, i) => (data.data[i] = i % 4 === 3 ? 255 : (seed = (seed * 1103515245 + 12345) % 2147483648) >> 16));
    canvas.getContext('2d').putImageData(data, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1];
  });
  await page.locator('input[type=file]').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: Buffer.from(noise, 'base64') });
  await page.getByText('after a reload it is gone').waitFor();
  await page.finish();
});
