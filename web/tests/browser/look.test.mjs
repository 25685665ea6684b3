// What all views share, in a real browser: sizes, colours, words, dialogs, remedies.
// A name that begins with a D is the number of a defect that people found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoOverflow, open, picture, useSite } from './support.mjs';

const site = useSite();

const at = (view, query = '') => `${site.address}#/${view}${query ? `?${query}` : ''}`;
const easy = 'board=1.2.3_5.0.6_4.7.8';
const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

const proven = (page) => page.locator('[data-testid=par][data-proven=true]').waitFor();
const grid = (page) => page.getByRole('grid');

/** The goal of a size as a link has it, with its last two tiles in front: what is on it does not matter. */
function boardOf(rows, cols) {
  const tiles = Array.from({ length: rows * cols }, (_, i) => (i + rows * cols - 2) % (rows * cols));
  return `board=${Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols).join('.')).join('_')}`;
}

test('D2: slides are told of the solution, not as the fewest there are', async () => {
  // 28 moves; the solutions with the fewest slides have 19, but more moves.
  const board = 'board=8.4.7_3.5.6_0.2.1';
  const page = await open(site.browser, at('play', board));
  await proven(page);
  assert.equal(await page.getByTestId('par').innerText(), 'Optimal 28 moves');
  assert.match(await page.getByTestId('par-slides').innerText(), /^This solution has \d+ slides; others may have fewer\.$/);
  await page.goto(at('solve', board));
  await page.locator('[data-testid=length][data-proven=true]').waitFor();
  assert.match(await page.getByTestId('length').innerText(), /^28 moves; this solution has \d+ slides$/);
  await page.finish();
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1440, height: 900 } }, phone })) {
  test(`D6: high boards fit the window: ${name}`, async () => {
    const page = await open(site.browser, at('play', boardOf(10, 3)), window);
    await page.getByTestId('to-go').waitFor();
    for (const [rows, cols] of [[10, 3], [16, 2], [4, 4], [3, 10]]) {
      await page.goto(at('play', boardOf(rows, cols)));
      await page.waitForFunction((cells) => document.querySelectorAll('[role=grid] button').length === cells, rows * cols);
      const { height } = await grid(page).boundingBox();
      const whole = page.viewportSize().height;
      assert.ok(height <= whole - 200, `${rows}×${cols}: ${height} px of ${whole}`);
      const box = await page.getByTestId('moves').boundingBox();
      assert.ok(box.y + box.height <= whole, `${rows}×${cols}: the figures are at ${box.y}`);
      await assertNoOverflow(page, `${rows}×${cols}`);
    }
    await page.finish();
  });
}

test('D6: where a board fills the window, a finger on it scrolls', async () => {
  const page = await open(site.browser, at('play', easy), { ...phone, viewport: { width: 390, height: 300 } });
  await proven(page);
  await grid(page).scrollIntoViewIfNeeded();
  const box = await grid(page).boundingBox();
  const before = await page.evaluate(() => scrollY);
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch('touchStart', { x, y });
  for (let i = 1; i <= 10; ++i) await touch('touchMove', { x, y: y - 12 * i });
  await touch('touchEnd');
  await page.waitForFunction((was) => scrollY > was + 50, before);
  await page.finish();
});

test('D6: the editor’s button is in the window of a phone', async () => {
  const page = await open(site.browser, at('play', 'board=5.1.3.4_2.6.8.12_9.10.7.15_13.14.11.0'), phone);
  await proven(page);
  await page.getByRole('button', { name: /^4×4/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const use = page.getByRole('button', { name: 'Use this board' });
  await page.getByText('Solvable:').waitFor();
  const box = await use.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 664, `at ${box.y}`);
  const editor = await page.getByRole('group', { name: 'Start' }).boundingBox();
  assert.ok(editor.height <= 664 * 0.55, `a finger finds a place to scroll beside the board of ${editor.height} px`);
  await assertAccessible(page, 'the editor on a phone');
  await picture(page, 'editor-small-phone');
  await use.click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.finish();
});

test('D7: with forced colours, lines draw the board, the meter and the current view', async () => {
  for (const theme of ['light', 'dark']) {
    const page = await open(site.browser, at('play', easy), { theme, forcedColors: 'active' });
    await proven(page);
    const style = (selector, ...names) =>
      page.locator(selector).first().evaluate((element, wanted) => wanted.map((name) => getComputedStyle(element)[name]), names);
    const [canvas] = await style('body', 'backgroundColor');
    const seen = async (what, selector, side) => {
      const [width, line, colour] = await style(selector, `${side}Width`, `${side}Style`, `${side}Color`);
      assert.ok(parseFloat(width) >= 1 && line === 'solid', `${theme}: ${what} has a line: ${width} ${line}`);
      assert.notEqual(colour, canvas, `${theme}: ${what} has a line that is seen`);
    };
    await seen('a tile', '[role=grid] [data-tile="1"] .face', 'borderTop');
    await seen('the tray', '.board', 'outline');
    await seen('the meter', '[role=meter]', 'borderTop');
    await seen('the current view', 'nav a[aria-current=page]', 'outline');
    assert.notEqual((await style('[role=meter] .ruled', 'backgroundColor'))[0], canvas, `${theme}: how full the meter is`);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    assert.notEqual((await style('.tile.hint .face', 'borderTopWidth'))[0], (await style('.tile:not(.hint) .face', 'borderTopWidth'))[0]);
    await assertAccessible(page, `forced colours, ${theme}`);
    await picture(page, `play-forced-colours-${theme}`);
    await page.finish();
  }
});

test('D7: with forced colours, the bars of Learn and the current chapter are seen', async () => {
  const page = await open(site.browser, at('learn', `chapter=heuristics&${easy}`), { theme: 'dark', forcedColors: 'active' });
  const style = (selector, name) => page.locator(selector).first().evaluate((element, wanted) => getComputedStyle(element)[wanted], name);
  const canvas = () => style('body', 'backgroundColor');
  await page.locator('[data-heuristic] .truth').first().waitFor();
  for (const part of ['.bar:not(.loose)', '.truth']) assert.notEqual(await style(`[data-heuristic] ${part}`, 'backgroundColor'), await canvas(), part);
  assert.match(await style('[data-heuristic] .bar.loose', 'backgroundImage'), /gradient/);
  const [here, elsewhere] = ['[aria-current]', ':not([aria-current])'];
  assert.notEqual(await style(`.contents a${here}`, 'borderTopWidth'), await style(`.contents a${elsewhere}`, 'borderTopWidth'));
  await picture(page, 'learn-forced-colours');
  for (const [chapter, bar] of [['blind', '[data-bar] .bar'], ['weights', '[data-weight] .bar']]) {
    await page.goto(at('learn', `chapter=${chapter}&${easy}`));
    await page.locator(bar).first().waitFor({ state: 'attached' });
    assert.notEqual(await style(bar, 'backgroundColor'), await canvas(), chapter);
  }
  await page.finish();
});

test('D16: a pressed button looks pressed under the mouse, too', async () => {
  const page = await open(site.browser, at('learn', 'chapter=blind'));
  const pressed = page.locator('.button[aria-pressed=true]').first();
  await pressed.waitFor();
  const colour = () => pressed.evaluate((button) => Promise.all(button.getAnimations().map(({ finished }) => finished)).then(() => getComputedStyle(button).backgroundColor));
  const before = await colour();
  await pressed.hover();
  assert.equal(await colour(), before);
  await page.finish();
});

test('D17: a link that cannot be shown says what is wrong with it', async () => {
  const page = await open(site.browser, at('play', boardOf(20, 20)));
  await proven(page);
  const alert = page.getByRole('alert');
  assert.match(await alert.innerText(), /The board in this link is 20×20; this page shows boards from 2×2 to 16×16\.\s+The command line solves larger boards/);
  const [notice, board] = [await alert.boundingBox(), await page.locator('.board').boundingBox()];
  assert.ok(board.y - (notice.y + notice.height) >= 12, 'the notice keeps its distance');
  for (const [query, message] of [
    ['board=1.2.0', /is 1×3; .*\s+In a single row or column the tiles could never pass each other/],
    ['board=1.2.3_4.5.5_7.8.0', /incomplete or damaged\.\s+Part of the address may be missing/],
    [`${easy}&goal=snale`, /The goal in this link, “snale”, is unknown\.\s+The board is the one of the link; its goal is now the classic one/],
    [`${easy}&goal=1.2_3.0`, /The goal in this link does not have the size of its board/],
  ]) {
    for (const view of ['play', 'solve']) {
      await page.goto(at(view, query));
      await alert.getByText(message).or(alert.filter({ hasText: message })).first().waitFor();
    }
  }
  assert.match(page.url(), /board=1\.2\.3_5\.0\.6_4\.7\.8/, 'the board of the link is shown where only the goal is wrong');
  await page.finish();
});

test('D17: numbers of 16×16 on a phone do not touch', async () => {
  const page = await open(site.browser, at('play', boardOf(16, 16)), phone);
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 256);
  const wide = await page.locator('[role=grid] .tile:not(.blank)').evaluateAll((buttons) =>
    buttons.filter((button) => {
      const [number, face] = ['.number', '.face'].map((part) => button.querySelector(part).getBoundingClientRect());
      return number.left < face.left || number.right > face.right || number.top < face.top || number.bottom > face.bottom;
    }).map((button) => button.dataset.tile),
  );
  assert.deepEqual(wide, []);
  await picture(page, 'play-16x16-phone');
  await page.finish();
});

test('D23: the help is true about what is sent, whichever engine answers', async () => {
  const page = await open(site.browser, at('play', easy), { expected: ['Failed to load resource'] });
  await proven(page);
  const help = page.getByRole('dialog', { name: 'Keys' });
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await help.getByText('nothing you enter or load is sent anywhere').waitFor();
  // As `tessera serve` marks the page.
  await page.route((url) => url.pathname === '/', async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/html', body: html.replace('name="tessera-server" content=""', 'name="tessera-server" content="threads=4"') });
  });
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await help.getByText(`sent to the program that serves this page (${new URL(site.address).host})`).waitFor();
  assert.equal(await help.getByText('nothing you enter').count(), 0);
  await page.finish();
});

test('D25: the dialog of other sizes begins with its first field, says the limits, and why one row is none', async () => {
  const page = await open(site.browser, at('play', easy));
  await proven(page);
  await page.getByLabel('Size').selectOption('other');
  const rows = page.getByRole('spinbutton', { name: 'Rows' });
  await rows.waitFor();
  assert.equal(await rows.evaluate((field) => field === document.activeElement), true);
  await page.getByText('Boards from 2×2 to 16×16 are possible. A single row or column is no puzzle').waitFor();
  await rows.fill('1');
  await page.getByRole('button', { name: 'Make this board' }).click();
  await page.getByRole('alert').getByText('whole numbers from 2 to 16').waitFor();
  await assertAccessible(page, 'other sizes');
  await rows.fill('2');
  await page.getByRole('spinbutton', { name: 'Columns' }).fill('12');
  await page.getByRole('button', { name: 'Make this board' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[role=grid] button').length === 24);
  await page.finish();
});

test('D25: people’s words in the interface, the engine’s names in links', async () => {
  const page = await open(site.browser, at('play', 'board=1.2.3.4_5.6.7.8_9.10.11.12_13.15.14.0'));
  await page.getByRole('button', { name: 'Goal: Blank first' }).waitFor();
  await page.getByRole('button', { name: 'Famous' }).click();
  await page.getByRole('dialog').getByText('Korf and Felner’s 24-puzzles', { exact: true }).first().waitFor();
  for (const raw of ['blank-last', 'blank-first', 'column-major', 'korf24']) {
    const shown = await page.evaluate((word) => document.body.innerText.includes(word), raw);
    assert.equal(shown, false, raw);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Goal: Blank first' }).click();
  await proven(page);
  assert.match(page.url(), /goal=blank-first/);
  await page.goto(at('solve', easy));
  await page.locator('[data-testid=length][data-proven=true]').waitFor();
  await page.getByRole('combobox', { name: 'Algorithm' }).selectOption({ label: 'by hand (row by row)' });
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.waitForFunction(() => location.href.includes('algorithm=human'));
  await page.finish();
});

test('D25: what fingers press is at least 44 pixels high and wide', async () => {
  const page = await open(site.browser, at('play', easy), phone);
  await proven(page);
  const chapters = ['puzzle', 'blind', 'heuristics', 'best-first', 'weights'];
  for (const [view, query, ready] of [
    ['play', easy, '.board'],
    ['solve', easy, '.moves button'],
    ['race', '', 'fieldset.lane'],
    ['lab', '', 'main h2'],
    ...chapters.map((chapter) => ['learn', `chapter=${chapter}`, `article[data-chapter=${chapter}] .button`]),
  ]) {
    await page.goto(at(view, query));
    await page.locator(ready).first().waitFor();
    if (query === 'chapter=heuristics') await page.getByRole('button', { name: 'tile 8', exact: true }).waitFor();
    const small = await page.locator('nav[aria-label=Views] a, main :is(a, button, select, summary, input[type=range])').evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
        .map(({ element, box }) => `${element.textContent.trim().slice(0, 30)}: ${box.width}×${box.height}`),
    );
    assert.deepEqual(small, [], `${view} ${query}`);
    await assertNoOverflow(page, `${view} ${query}`);
  }
  await page.finish();
});

test('D25: there is no switch for numbers where there is no picture', async () => {
  const page = await open(site.browser, at('play', easy));
  await proven(page);
  assert.equal(await page.getByLabel('Show numbers').count(), 0);
  await page.getByRole('combobox', { name: 'Picture tiles' }).selectOption('waves');
  assert.equal(await page.getByLabel('Show numbers').isEnabled(), true);
  await page.finish();
});
