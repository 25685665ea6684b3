// Solve in a real browser: every algorithm, cancelling, editing start and goal, pasting, links, stepping, a deadline.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoOverflow, looks, open, picture, useSite } from './support.mjs';

const site = useSite();

const solve = (query) => `${site.address}#/solve${query ? `?${query}` : ''}`;
/** Fourteen moves from the goal. */
const small = 'board=1.2.3_5.0.6_4.7.8';
const antipode = 'board=15.11.8.12_14.10.9.13_2.6.1.4_3.7.5.0&goal=blank-first';

const tiles = (page) =>
  page.locator('[role=grid] button').evaluateAll((buttons) => buttons.map((button) => Number(button.dataset.tile)));
const ended = (page) => page.locator('[data-testid=result][data-running=false][data-status]').waitFor();
const status = (page) => page.getByTestId('result').getAttribute('data-status');
const length = (page) => page.getByTestId('length').getAttribute('data-length').then(Number);
const field = (page, name) => page.getByRole('combobox', { name, exact: true });

/** Presses Solve and waits for the end of that search. */
async function solveAgain(page) {
  await page.locator('form button[type=submit]').click();
  await ended(page);
}

test('every algorithm of the menu solves a small board, and the shortest ones agree', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  const best = await length(page);
  assert.equal(await page.getByTestId('length').getAttribute('data-proven'), 'true');
  const names = await field(page, 'Algorithm').locator('option').evaluateAll((options) =>
    options.map((option) => ({ name: option.value, group: option.parentElement.label })),
  );
  assert.ok(names.length >= 20, `${names.length} algorithms`);
  for (const { name, group } of names) {
    await field(page, 'Algorithm').selectOption(name);
    assert.ok((await page.locator('p.help').first().innerText()).length > 10, `${name} has help`);
    await solveAgain(page);
    assert.equal(await status(page), 'solved', name);
    if (group === 'Shortest solutions') assert.equal(await length(page), best, name);
    else assert.ok((await length(page)) >= best, name);
  }
  await page.finish();
});

test('heuristics, options and limits of the form reach the engine', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  await field(page, 'Algorithm').selectOption('weighted-a*');
  await field(page, 'Heuristic').selectOption('misplaced');
  await page.getByRole('spinbutton', { name: /weight/ }).fill('2');
  await solveAgain(page);
  assert.match(page.url(), /algorithm=weighted-a\*/);
  assert.match(page.url(), /heuristic=misplaced/);
  assert.match(page.url(), /weight=2/);
  assert.match(await page.getByTestId('figures').innerText(), /misplaced/);
  await page.getByText('Limits', { exact: true }).click();
  await page.getByLabel('Nodes', { exact: true }).fill('2');
  await solveAgain(page);
  assert.equal(await status(page), 'node-limit');
  await page.finish();
});

test('a hopeless search can be cancelled, and the answer at once stays', async () => {
  const page = await open(site.browser, solve(`${antipode}&algorithm=iddfs&time=none`));
  const byHand = page.getByTestId('by-hand');
  await byHand.waitFor();
  assert.ok(Number(await byHand.getAttribute('data-length')) >= 80);
  await page.locator('[data-testid=generated]').waitFor(); // it is under way, and counters are live
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await ended(page);
  assert.equal(await status(page), 'interrupted');
  assert.ok(Number(await byHand.getAttribute('data-length')) >= 80);
  // And everything goes on working.
  await field(page, 'Algorithm').selectOption('human');
  await solveAgain(page);
  assert.equal(await status(page), 'solved');
  await page.getByText('Stages').click();
  await page.locator('.stages button').first().click();
  await page.finish();
});

/** A fixed 7×7 board. */
function fixed7x7() {
  const rows = Array.from({ length: 7 }, (_, r) => Array.from({ length: 7 }, (_, c) => r * 7 + c + 1)).flat();
  rows[48] = 0;
  // A fixed board: even permutation of the goal by rotating triples, the blank left in place.
  for (let i = 0; i + 2 < 48; i += 1) [rows[i], rows[(i * 7 + 3) % 48], rows[(i * 11 + 5) % 48]] =
    new Set([i, (i * 7 + 3) % 48, (i * 11 + 5) % 48]).size === 3
      ? [rows[(i * 7 + 3) % 48], rows[(i * 11 + 5) % 48], rows[i]]
      : [rows[i], rows[(i * 7 + 3) % 48], rows[(i * 11 + 5) % 48]];
  return Array.from({ length: 7 }, (_, r) => rows.slice(r * 7, r * 7 + 7).join('.')).join('_');
}

test('a 7×7 within its deadline, with a falling gap', async () => {
  const page = await open(site.browser, solve(`board=${fixed7x7()}&time=4`));
  await page.locator('[data-testid=length][data-length]').waitFor();
  const first = await length(page);
  await ended(page);
  const last = await length(page);
  assert.ok(last < first, `${first} moves at once, ${last} at the end`);
  assert.equal(await status(page), 'solved');
  const curve = await page
    .getByTestId('curve')
    .locator('tr')
    .evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => Number(cell.textContent))));
  assert.ok(curve.length >= 3);
  for (let i = 1; i < curve.length; ++i) {
    assert.ok(curve[i][1] >= curve[i - 1][1], 'the bound never falls');
    assert.ok(curve[i][2] <= curve[i - 1][2], 'the best never grows');
  }
  assert.ok(curve.at(-1)[0] < 8, 'ended near its deadline by its own clock');
  await picture(page, 'solve-7x7');
  await page.finish();
});

test('step, scrub, jump and play', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  const start = await tiles(page);
  const count = await length(page);
  await page.getByRole('button', { name: 'One move on' }).click();
  assert.notDeepEqual(await tiles(page), start);
  await page.getByRole('button', { name: 'One move back' }).click();
  assert.deepEqual(await tiles(page), start);
  await page.getByRole('slider', { name: 'Position in the solution' }).fill(String(count));
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.getByRole('button', { name: /^Move 3:/ }).click();
  assert.equal(await page.getByTestId('position').innerText(), `Move 3 of ${count}`);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('slider', { name: 'Speed' }).fill('20');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((all) => document.querySelector('[data-testid=position]').innerText === `Move ${all} of ${all}`, count);
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.keyboard.press(',');
  assert.equal(await page.getByTestId('position').innerText(), `Move ${count - 1} of ${count}`);
  await page.finish();
});

test('the solution is repaired when the user moves tiles', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  const count = await length(page);
  const next = Number(/: (\d+)/.exec(await page.getByRole('button', { name: /^Move 1:/ }).getAttribute('aria-label'))[1]);
  const all = await tiles(page);
  const blank = all.indexOf(0);
  const other = [blank - 1, blank + 1, blank - 3, blank + 3].map((cell) => all[cell]).find((tile) => tile && tile !== next);
  await page.locator(`[role=grid] [data-tile="${other}"]`).click();
  await page.getByTestId('repaired').waitFor();
  const [, at, of] = /Move (\d+) of (\d+)/.exec(await page.getByTestId('position').innerText()).map(Number);
  assert.equal(at, 1);
  assert.ok(of === count + 2 || of === count, `${of} against ${count}`);
  await page.getByRole('slider', { name: 'Position in the solution' }).press('End');
  assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.finish();
});

test('start and goal are edited by dragging and by typing', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const goal = dialog.getByRole('group', { name: 'Goal' });
  const begin = dialog.getByRole('group', { name: 'Start' });
  const values = (group) => group.locator('input').evaluateAll((inputs) => inputs.map((input) => Number(input.value)));
  // The goal: 1 and 2 change places by dragging, which makes the board unsolvable; 3 and 4 by typing, which repairs it.
  const [from, to] = await Promise.all([0, 1].map((cell) => goal.locator('input').nth(cell).boundingBox()));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(await values(goal), [2, 1, 3, 4, 5, 6, 7, 8, 0]);
  await dialog.getByText('This board cannot be solved').waitFor();
  await assertAccessible(page, 'editor');
  await picture(page, 'editor');
  await goal.locator('input').nth(2).fill('4');
  await goal.locator('input').nth(2).press('Enter');
  assert.deepEqual(await values(goal), [2, 1, 4, 3, 5, 6, 7, 8, 0]);
  await dialog.getByText('Solvable').waitFor();
  await begin.locator('input').nth(0).fill('99');
  await begin.locator('input').nth(0).press('Enter');
  await dialog.getByText('“99” is not a tile of this board').waitFor();
  await dialog.getByRole('button', { name: 'Use this board' }).click();
  await ended(page);
  assert.match(page.url(), /goal=2\.1\.4_3\.5\.6_7\.8\.0/);
  await page.getByRole('button', { name: 'To the end' }).click();
  assert.deepEqual(await tiles(page), [2, 1, 4, 3, 5, 6, 7, 8, 0]);
  await page.finish();
});

test('any text is read, and bad text is explained', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByLabel('Board as text');
  await text.fill('1 2 3\n4 5 6\n7 7 0');
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.match(await dialog.getByRole('alert').innerText(), /7/);
  await text.fill('# 42\n3\n1 2 3\n8 4 5\n7 0 6\n');
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await dialog.getByText('Read as 42.').waitFor();
  await dialog.getByRole('button', { name: 'Use this board' }).click();
  await ended(page);
  assert.match(page.url(), /board=1\.2\.3_8\.4\.5_7\.0\.6&goal=snail/);
  await page.finish();
});

test('an unsolvable board: why, which goals, and the swap that repairs it', async () => {
  const page = await open(site.browser, solve('board=1.2.3.4_5.6.7.8_9.10.11.12_13.15.14.0'));
  await page.getByText('This board cannot be solved').waitFor();
  await page.getByText('odd permutation').waitFor();
  await page.getByRole('button', { name: 'Goal: Blank first' }).click();
  await page.locator('[data-testid=length][data-proven=true]').waitFor();
  await page.goBack().catch(() => undefined);
  await page.finish();
  const other = await open(site.browser, solve('board=1.2.3_4.5.6_8.7.0'));
  await other.getByRole('button', { name: /^Repair: swap/ }).click();
  await other.locator('[data-testid=length][data-proven=true]').waitFor();
  await other.finish();
});

test('a link restores everything', async () => {
  const query =
    'board=1.2.3_5.0.6_4.7.8&goal=2.1.4_3.5.6_7.8.0&algorithm=weighted-a*&heuristic=manhattan&cost=tile&order=UDLR&weight=2.5&time=7&memory=64&nodes=100000&depth=700';
  const page = await open(site.browser, solve(query), { permissions: ['clipboard-read', 'clipboard-write'] });
  await ended(page);
  assert.deepEqual(await tiles(page), [1, 2, 3, 5, 0, 6, 4, 7, 8]);
  assert.equal(await field(page, 'Algorithm').inputValue(), 'weighted-a*');
  assert.equal(await field(page, 'Heuristic').inputValue(), 'manhattan');
  assert.equal(await page.getByRole('spinbutton', { name: /weight/ }).inputValue(), '2.5');
  await page.getByText('Limits', { exact: true }).click();
  assert.equal(await page.getByLabel('Time (s)').inputValue(), '7');
  assert.equal(await page.getByLabel('Memory (MB)').inputValue(), '64');
  assert.equal(await page.getByLabel('Nodes', { exact: true }).inputValue(), '100000');
  assert.equal(await page.getByLabel('Depth').inputValue(), '700');
  assert.equal(await page.getByLabel('Cost of a move').inputValue(), 'tile');
  assert.equal(await page.getByLabel('Order of moves').inputValue(), 'UDLR');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const link = await clipboard();
  assert.deepEqual(
    Object.fromEntries(new URLSearchParams(link.split('?')[1])),
    Object.fromEntries(new URLSearchParams(query)),
  );
  await page.getByRole('button', { name: 'Copy as command' }).click();
  await page.getByRole('button', { name: '✓ Copy as command' }).waitFor();
  assert.equal(
    await clipboard(),
    'tessera solve "1 2 3/5 0 6/4 7 8" --goal "2 1 4/3 5 6/7 8 0" --algorithm "weighted-a*" --heuristic manhattan --cost tile --weight 2.5 --order UDLR --time 7s --memory 64M --nodes 100000 --max-depth 700',
  );
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  await page.getByRole('button', { name: '✓ Copy as JSON' }).waitFor();
  const json = JSON.parse(await clipboard());
  assert.equal(json.job.options.weight, 2.5);
  assert.equal(json.result.status, 'solved');
  await page.finish();
});

test('the board goes along from view to view', async () => {
  const page = await open(site.browser, solve(small));
  await ended(page);
  await page.getByRole('button', { name: 'One move on' }).click();
  const now = await tiles(page);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByTestId('par').waitFor();
  assert.deepEqual(await tiles(page), now);
  await page.finish();
});

for (const { size, theme } of looks) {
  test(`Solve at ${size}, ${theme}: no overflow, no violation`, async () => {
    const page = await open(site.browser, solve('board=5.1.3.4_2.6.8.12_9.10.7.15_13.14.11.0'), { size, theme });
    await ended(page);
    await assertNoOverflow(page, `solve ${size}`);
    await assertAccessible(page, `solve ${size} ${theme}`);
    await picture(page, `solve-${size}-${theme}`);
    await page.finish();
  });
}

/** What "Copy as JSON" gives. */
async function copiedJson(page) {
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  await page.getByRole('button', { name: '✓ Copy as JSON' }).waitFor();
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const large = '20.10.23.11.8_14.3.13.6.5_9.24.15.1.0_7.19.17.21.2_4.12.18.16.22';
const hard = 'board=15.2.12.11_14.13.9.5_1.3.8.7_0.10.6.4&goal=blank-first';

test('D1: an algorithm that found nothing says so, and another one’s solution is shown under its own name', async () => {
  const page = await open(site.browser, solve(`${hard}&algorithm=a*&heuristic=misplaced&time=1`), clipboard);
  await ended(page);
  assert.equal(await status(page), 'time-limit');
  assert.equal(await page.getByTestId('length').innerText(), 'A* found nothing within 1 s.');
  assert.equal(await page.getByTestId('length').getAttribute('data-length'), null);
  assert.match(await page.getByTestId('by-hand').innerText(), /another solution, made by hand, row by row: \d+ moves \(\d+ slides\)/);
  const { result } = await copiedJson(page);
  assert.deepEqual([result.algorithm, result.status, result.length, result.moves], ['a*', 'time-limit', null, null]);
  // The solution by hand can be stepped through all the same.
  const of = Number(/of (\d+)/.exec(await page.getByTestId('position').innerText())[1]);
  assert.equal(of, Number(await page.getByTestId('by-hand').getAttribute('data-length')));
  await picture(page, 'solve-nothing-found');
  await page.finish();
});

test('D1: the same after Cancel', async () => {
  const page = await open(site.browser, solve(`${hard}&algorithm=a*&heuristic=misplaced&time=none`), clipboard);
  await page.locator('[data-testid=generated]').waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await ended(page);
  assert.equal(await page.getByTestId('length').innerText(), 'A* found nothing before it was cancelled.');
  await page.getByTestId('by-hand').waitFor();
  assert.equal((await copiedJson(page)).result.length, null);
  await page.finish();
});

test('D1: where all the time goes into tables, the page says that', async () => {
  const page = await open(site.browser, solve(`${hard}&algorithm=ida*&heuristic=pdb&arguments=7-8&time=1`), clipboard);
  await ended(page);
  assert.equal(await status(page), 'time-limit');
  assert.match(await page.getByTestId('length').innerText(), /^IDA\* found nothing within 1 s\. All of the time went into building the tables of pdb:7-8/);
  assert.equal((await copiedJson(page)).result.length, null);
  await page.finish();
});

test('D1: a longer solution of the chosen algorithm is shown, not a shorter one of another', async () => {
  const page = await open(site.browser, solve(`board=${large}&algorithm=greedy&heuristic=manhattan`), clipboard);
  await ended(page);
  const { result } = await copiedJson(page);
  assert.equal(await length(page), result.length);
  assert.equal(await page.getByTestId('position').innerText(), `Move 0 of ${result.length}`);
  await field(page, 'Algorithm').selectOption('human');
  await solveAgain(page);
  assert.ok((await length(page)) < result.length, 'by hand it is shorter');
  assert.equal(await page.getByTestId('algorithm').innerText(), 'by hand (row by row)');
  await page.finish();
});

test('a solution of tens of thousands of moves can be stepped through', async () => {
  const page = await open(site.browser, solve('board=8.6.7_2.5.4_3.0.1&algorithm=dfs'));
  await ended(page);
  const count = await length(page);
  assert.ok(count > 10_000, `${count} moves`);
  assert.ok((await page.getByRole('list', { name: 'Moves of the solution' }).getByRole('button').count()) <= 1001);
  await page.getByRole('slider', { name: 'Position in the solution' }).fill('5000');
  await page.getByRole('button', { name: /^Move 5001:/ }).click();
  assert.equal(await page.getByTestId('position').innerText(), `Move 5001 of ${count}`);
  await page.finish();
});

test('D18: back to the solution is back to where it was left', async () => {
  const page = await open(site.browser, solve('board=8.6.7_2.5.4_3.0.1'));
  await ended(page);
  const count = await length(page);
  for (let i = 0; i < 4; ++i) await page.getByRole('button', { name: 'One move on' }).click();
  const leftAt = await tiles(page);
  const next = Number(/: (\d+)/.exec(await page.getByRole('button', { name: /^Move 5:/ }).getAttribute('aria-label'))[1]);
  const before = Number(/: (\d+)/.exec(await page.getByRole('button', { name: /^Move 4:/ }).getAttribute('aria-label'))[1]);
  const blank = leftAt.indexOf(0);
  const beside = [blank % 3 > 0 && blank - 1, blank % 3 < 2 && blank + 1, blank > 2 && blank - 3, blank < 6 && blank + 3].filter((cell) => cell !== false);
  const other = beside.map((cell) => leftAt[cell]).find((tile) => tile !== next && tile !== before) ?? before;
  await page.locator(`[role=grid] [data-tile="${other}"]`).click();
  await page.getByTestId('repaired').waitFor();
  await page.getByRole('button', { name: 'Back to the solution' }).click();
  assert.deepEqual(await tiles(page), leftAt);
  assert.equal(await page.getByTestId('position').innerText(), `Move 4 of ${count}`);
  await page.finish();
});

test('D19: the best solution stands at the end of the bar, where its figure is', async () => {
  const page = await open(site.browser, solve(`board=${fixed7x7()}&algorithm=anytime&time=4`));
  await ended(page);
  const curve = await page.getByTestId('curve').locator('tr').evaluateAll((lines) => lines.map((line) => Number(line.cells[2].textContent)));
  assert.ok(curve.at(-1) < curve[0], 'shorter solutions came');
  const meter = page.getByRole('meter');
  const [best, bound] = [await length(page), Number(await page.getByTestId('bound').innerText())];
  assert.equal(Number(await meter.getAttribute('aria-valuemax')), best);
  const widths = await meter.evaluate((bar) => [bar, ...bar.children].map((one) => one.getBoundingClientRect().width));
  assert.ok(Math.abs(widths[1] - widths[0]) < 1, 'the open part reaches the end');
  assert.ok(Math.abs(widths[2] / widths[0] - bound / best) < 0.02, 'the proven part is the bound’s share of the best');
  await page.finish();
});

test('D22: what a search under way does not know is left out', async () => {
  const page = await open(site.browser, solve(`${antipode}&algorithm=ida*&heuristic=manhattan&time=none`));
  const shown = async () => (await page.getByTestId('figures').innerText()).replaceAll(/\s+/g, ' ');
  for (let i = 0; i < 5; ++i) {
    await page.locator('[data-testid=generated]').waitFor();
    assert.doesNotMatch(await shown(), /Memory 0|frontier 0\b|Deepest 0\b/);
    await page.waitForTimeout(100);
  }
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await ended(page);
  assert.doesNotMatch(await shown(), /Memory 0|frontier 0\b|Deepest 0\b/);
  await page.finish();
});

test('an unsolvable board leads to the chapter that explains it, and a solved one is not said twice', async () => {
  const page = await open(site.browser, solve('board=1.2.3_4.5.6_8.7.0'));
  await page.getByRole('link', { name: /Learn, chapter 1/ }).click();
  await page.locator('article[data-chapter="puzzle"] [data-solvable="false"]').waitFor();
  await page.finish();
  const other = await open(site.browser, solve(small));
  await ended(other);
  await other.getByTestId('result').getByText('Shortest solution, proven').waitFor();
  assert.equal(await other.getByTestId('result').getByText('solved', { exact: true }).count(), 0);
  await other.finish();
});
