// Race in a real browser: lanes run to the end with true counts, can be cancelled, and come back by link.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible, assertNoOverflow, looks, open, picture, program, useSite } from './support.mjs';

const site = useSite();

const hardest = '8.6.7_2.5.4_3.0.1';

/** A link to a race; lanes as in `race/lane.ts`. */
function link(board, lanes, more = {}) {
  const query = new URLSearchParams({ board, ...Object.fromEntries(lanes.map((lane, i) => [`lane${i + 1}`, lane])), ...more });
  return `${site.address}#/race?${query}`;
}

const startButton = (page) => page.getByRole('button', { name: /Start the race|Start again/ });

async function start(page) {
  await startButton(page).click();
}

/** Until every lane is over. */
async function finish(page, timeout = 60_000) {
  await page.getByRole('button', { name: /Start again/ }).waitFor({ timeout });
}

/** The figures of each lane as the table shows them. */
async function figures(page) {
  return page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector('th').innerText.trim(),
      status: row.querySelector('.tag').innerText.trim(),
      place: row.querySelector('[data-place=fastest]').innerText.trim(),
      shortest: row.querySelector('[data-place=shortest]').innerText.trim(),
      gold: row.querySelector('.gold') !== null,
      ...Object.fromEntries(
        [...row.querySelectorAll('td[data-key]')].map((cell) => [cell.dataset.key, cell.firstChild.textContent.trim()]),
      ),
    })),
  );
}

const number = (text) => Number(text.replaceAll(',', ''));

/** The same search by the native program. */
function native(board, algorithm, heuristic, ...options) {
  const how = heuristic ? ['--heuristic', heuristic] : [];
  const text = execFileSync(program, ['solve', board, '--algorithm', algorithm, ...how, '--threads', '1', '--json', ...options]);
  return JSON.parse(text);
}

test('four lanes run to the end with the counts of the native program', async () => {
  const lanes = [
    ['a*', 'manhattan'],
    ['ida*', 'linear-conflict'],
    ['bfs', ''],
    ['greedy', 'manhattan'],
  ];
  const address = link(hardest, lanes.map(([algorithm, heuristic]) => `${algorithm} ${heuristic || '-'}`));
  const page = await open(site.browser, address);
  await start(page);
  await finish(page);
  const shown = await figures(page);
  assert.deepEqual(
    shown.map((lane) => lane.name),
    ['A* with Manhattan', 'IDA* with linear conflict', 'BFS', 'Greedy with Manhattan'],
  );
  if (existsSync(program)) {
    lanes.forEach(([algorithm, heuristic], i) => {
      const truth = native('8 6 7/2 5 4/3 0 1', algorithm, heuristic);
      assert.equal(number(shown[i].expanded), truth.stats.expanded, `${algorithm}: expanded`);
      assert.equal(number(shown[i].frontier), truth.stats.peak_open, `${algorithm}: frontier`);
      assert.equal(number(shown[i].length), truth.length, `${algorithm}: length`);
      assert.equal(number(shown[i].bound), truth.lower_bound, `${algorithm}: bound`);
    });
  }
  assert.deepEqual(shown.map((lane) => lane.status), [
    'solved, shortest',
    'solved, shortest',
    'solved, shortest',
    'solved, not proved shortest',
  ]);
  assert.deepEqual(shown.map((lane) => lane.place).sort(), ['1st', '2nd', '3rd', '4th']);

  // The sentences are made of the same figures.
  const said = await page.locator('.verdict').innerText();
  const [fewest, other] = [shown[0], shown[1]].sort((a, b) => number(a.expanded) - number(b.expanded));
  assert.match(said, new RegExp(`${fewest.expanded} instead of ${other.expanded}`));
  assert.match(said, /With Manhattan, greedy expanded .* fewer nodes than A\* .* moves longer/);
  assert.match(said, /node counts do not|too short/);

  // A second run gives the same counts.
  await start(page);
  await page.getByRole('button', { name: /Racing/ }).waitFor().catch(() => undefined);
  await finish(page);
  const again = await figures(page);
  assert.deepEqual(again.map((lane) => lane.expanded), shown.map((lane) => lane.expanded));
  await page.finish();
});

test('the command that is shown gives the same counts', { skip: !existsSync(program) }, async () => {
  const page = await open(site.browser, link(hardest, ['weighted-a* manhattan weight_3', 'weighted-a* manhattan weight_1.5', 'bfs -']));
  await start(page);
  await finish(page);
  const shown = (await figures(page)).map((lane) => number(lane.expanded)).sort((a, b) => a - b);
  const commands = (await page.locator('pre.commands').innerText()).trim().split('\n');
  const counted = commands.flatMap((command) => {
    const text = execFileSync('bash', ['-c', `"$0" ${command.replace(/^tessera /, '')} --json`, program], { stdio: ['ignore', 'pipe', 'ignore'] });
    return JSON.parse(text).runs.map((run) => run.result.stats.expanded);
  });
  assert.deepEqual(counted.sort((a, b) => a - b), shown);
  await page.finish();
});

test('one lane can be cancelled while the others go on, and all at once', async () => {
  // Breadth-first on a 4×4 board goes on for long; IDA* with linear conflict on an easy one does not.
  const page = await open(
    site.browser,
    link('1.0.14.7_3.11.13.2_15.6.5.12_8.10.9.4', ['iddfs -', 'depth-limited - max-depth_80', 'ida* linear-conflict'], { time: 'none' }),
  );
  await start(page);
  await page.locator('tr[data-lane="3"] .tag', { hasText: 'solved' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel IDDFS' }).click();
  await page.locator('tr[data-lane="1"] .tag', { hasText: 'cancelled' }).waitFor();
  assert.equal(await page.locator('tr[data-lane="2"] .tag').innerText(), 'running');
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await finish(page);
  const shown = await figures(page);
  assert.deepEqual(shown.map((lane) => lane.status), ['cancelled', 'cancelled', 'solved, shortest']);
  assert.deepEqual(shown.map((lane) => lane.place), ['–', '–', '1st']);
  assert.match(await page.locator('.verdict').innerText(), /IDDFS did not finish \(cancelled\)/);
  await page.finish();
});

test('a link restores board, goal, lanes, options and limits, and the race begins with one click', async () => {
  const page = await open(site.browser, `${site.address}#/race`);
  // Made by hand, all through the page …
  await page.getByRole('button', { name: 'Weights 1, 1.5 and 3' }).click();
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.getByLabel(/A board in any form/).fill('1 2 3\n4 5 6\n0 7 8');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('img', { name: /3×3: 1 2 3 4 5 6 0 7 8/ }).waitFor();
  await page.getByLabel('weight').first().fill('2.5');
  await page.getByRole('button', { name: /Add a lane/ }).click();
  await page.getByLabel('Algorithm').last().selectOption('bfs');
  await page.getByText('Limits of each lane').click();
  await page.getByLabel('Seconds').fill('7');
  await page.getByLabel('Memory in MB').fill('');
  await start(page);
  await finish(page);
  await page.getByRole('button', { name: 'Lower bound' }).click();
  await page.getByRole('button', { name: 'Logarithmic' }).click();
  const address = page.url();
  const first = await figures(page);
  await page.finish();

  // … and opened elsewhere.
  const other = await open(site.browser, address);
  await other.getByRole('img', { name: /3×3: 1 2 3 4 5 6 0 7 8/ }).waitFor();
  assert.equal(other.url(), address);
  assert.equal(await other.getByLabel('weight').first().inputValue(), '2.5');
  assert.equal(await other.getByLabel('Algorithm').last().inputValue(), 'bfs');
  await other.getByText(/Limits of each lane: 7 s/).click();
  assert.equal(await other.getByLabel('Seconds').inputValue(), '7');
  assert.equal(await other.getByLabel('Memory in MB').inputValue(), '');
  await start(other);
  await finish(other);
  assert.equal(await other.getByRole('button', { name: 'Lower bound' }).getAttribute('aria-pressed'), 'true');
  assert.equal(await other.getByRole('button', { name: 'Logarithmic' }).getAttribute('aria-pressed'), 'true');
  const second = await figures(other);
  const counts = (lanes) => lanes.map(({ name, status, length, expanded }) => ({ name, status, length, expanded }));
  assert.deepEqual(counts(second), counts(first));
  await other.finish();
});

test('boards: a seed gives the program\'s board, a famous one its own goal, an unsolvable one a repair', async () => {
  const page = await open(site.browser, `${site.address}#/race`);
  await page.getByLabel('Rows').selectOption('3');
  await page.getByLabel('Columns').selectOption('4');
  await page.getByLabel('Seed').fill('11');
  await page.getByRole('button', { name: 'Shuffle' }).last().click();
  const board = page.getByRole('img', { name: /The board of the race/ });
  await page.getByRole('img', { name: /3×4/ }).waitFor();
  if (existsSync(program)) {
    const made = execFileSync(program, ['generate', '3x4', '--seed', '11'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim();
    assert.ok((await board.getAttribute('aria-label')).endsWith(made.replaceAll('/', ' ')));
  }
  await page.getByLabel('Seed').fill('eleven');
  await page.getByRole('button', { name: 'Shuffle' }).last().click();
  await page.getByText('The seed must be a whole number').waitFor();

  await page.getByRole('button', { name: 'Famous' }).click();
  await page.getByLabel(/^Number/).fill('12');
  await page.getByRole('button', { name: 'Take this board' }).click();
  await page.getByRole('img', { name: /4×4: 14 1 9 6/ }).waitFor();
  assert.equal(await page.getByLabel('Goal').inputValue(), 'blank-first');
  await page.getByText('Shortest solution: 45 moves').waitFor();

  await page.getByRole('button', { name: 'Paste' }).click();
  await page.getByLabel(/A board in any form/).fill('1 2 2/4 5 6/7 8 0');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.locator('.notice.bad').waitFor();
  await page.getByLabel(/A board in any form/).fill('1 2 3/4 5 6/8 7 0');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('cannot reach its goal').waitFor();
  assert.equal(await startButton(page).getAttribute('aria-disabled'), 'true');
  await page.getByRole('button', { name: /^Swap/ }).click();
  await page.getByText('cannot reach its goal').waitFor({ state: 'detached' });
  await page.finish();
});

test('a lane that makes no sense says why, and the others run', async () => {
  const page = await open(site.browser, link(hardest, ['a* manhattan', 'no-such guess', 'weighted-a* manhattan weight_0.2', 'a* pdb:99']));
  await start(page);
  await finish(page);
  const shown = await figures(page);
  assert.deepEqual(shown.map((lane) => lane.status), ['solved, shortest', 'error', 'error', 'error']);
  assert.match(await page.locator('tr[data-lane="2"]').innerText(), /There is no algorithm “no-such”/);
  assert.match(await page.locator('tr[data-lane="3"]').innerText(), /weight/);
  await page.finish();
});

test('leaving the view ends the race', async () => {
  const page = await open(site.browser, link('1.0.14.7_3.11.13.2_15.6.5.12_8.10.9.4', ['iddfs -', 'bfs -'], { time: 'none' }));
  await start(page);
  await page.locator('tr[data-lane="1"] .tag', { hasText: 'running' }).waitFor();
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await page.getByRole('link', { name: 'Race', exact: true }).click();
  await page.getByRole('button', { name: 'Start the race' }).waitFor();
  // The lanes are as they were left.
  assert.equal(await page.getByLabel('Algorithm').first().inputValue(), 'iddfs');
  await page.finish();
});

test('D13: the shortest solution has the gold, and the fastest lane its own place', async () => {
  const page = await open(site.browser, `${site.address}#/race`);
  await page.getByRole('button', { name: /^Good answers, soon/ }).click();
  await start(page);
  await finish(page);
  const shown = await figures(page);
  const lengths = shown.map((lane) => number(lane.length));
  assert.ok(new Set(lengths).size > 1, 'solutions differ in length');
  for (const [i, lane] of shown.entries()) {
    assert.equal(lane.gold, lengths[i] === Math.min(...lengths), lane.name);
    assert.equal(lane.shortest === '1st', lane.gold, lane.name);
  }
  assert.deepEqual(shown.map((lane) => lane.place).sort(), ['1st', '2nd', '3rd', '4th']);
  assert.equal(shown[0].name, 'By hand (row by row)');
  await page.finish();
});

test('D14: the card of the board is in step with a preset', async () => {
  const page = await open(site.browser, `${site.address}#/race`);
  await page.getByRole('button', { name: /^Good answers, soon/ }).click();
  assert.deepEqual(
    await Promise.all(['Rows', 'Columns', 'Seed'].map((name) => page.getByLabel(name, { exact: true }).inputValue())),
    ['5', '5', '1'],
  );
  const boardOf = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('board');
  const before = boardOf();
  // The figures of the card make this very board, …
  await page.getByRole('button', { name: 'Shuffle' }).click();
  await page.waitForTimeout(300);
  assert.equal(boardOf(), before);
  // … and the next seed another one of its size.
  await page.getByRole('button', { name: 'Next seed' }).click();
  await page.waitForFunction((old) => !location.hash.includes(old), before);
  assert.equal(boardOf().split('_').length, 5);
  // A seed that is being typed stays.
  await page.getByLabel('Seed', { exact: true }).fill('77');
  assert.equal(await page.getByLabel('Seed', { exact: true }).inputValue(), '77');
  await page.finish();
});

test('D15: more lanes than cores are said to share their time, and can run one after the other', async () => {
  const lanes = ['a* manhattan', 'ida* manhattan', 'bfs -', 'ucs -'];
  const page = await open(site.browser, link(hardest, lanes));
  await page.getByRole('button', { name: 'Start the race' }).waitFor();
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const said = page.getByText(`4 lanes on ${cores} core`);
  assert.equal(await said.count(), cores < 4 ? 1 : 0);
  assert.doesNotMatch(await page.locator('fieldset.lane').nth(1).innerText(), /all cores/);
  await page.getByRole('checkbox', { name: 'One lane after the other' }).check();
  assert.equal(await said.count(), 0);
  assert.match(page.url(), /lanes=in-turn/);
  await page.evaluate(() => {
    window.mostRunning = 0;
    new MutationObserver(() => {
      const running = [...document.querySelectorAll('tbody .tag')].filter((tag) => /running|starting|building/.test(tag.textContent)).length;
      window.mostRunning = Math.max(window.mostRunning, running);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await start(page);
  await finish(page);
  assert.deepEqual((await figures(page)).map((lane) => lane.status), Array(4).fill('solved, shortest'));
  assert.equal(await page.evaluate('window.mostRunning'), 1);
  await page.finish();
});

test('D22: a lane does not show a frontier or a memory of 0', async () => {
  const page = await open(site.browser, link('15.11.8.12_14.10.9.13_2.6.1.4_3.7.5.0', ['ida* manhattan', 'ida* linear-conflict'], { goal: 'blank-first', time: 'none' }));
  await start(page);
  await page.locator('tr[data-lane="1"] .tag', { hasText: 'running' }).waitFor();
  for (let i = 0; i < 5; ++i) {
    for (const lane of await figures(page)) assert.doesNotMatch(`${lane.frontier} / ${lane.memory}`, /^0 |\/ 0/);
    await page.waitForTimeout(100);
  }
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await finish(page);
  for (const lane of await figures(page)) assert.doesNotMatch(`${lane.frontier} / ${lane.memory}`, /^0 |\/ 0/);
  await page.finish();
});

for (const { size, theme } of looks) {
  test(`accessible before and after a race, and within the window: ${size}, ${theme}`, async () => {
    const page = await open(
      site.browser,
      link('1.0.14.7_3.11.13.2_15.6.5.12_8.10.9.4', ['ida* manhattan', 'ida* linear-conflict', 'ida* walking-distance', 'weighted-a* manhattan weight_3']),
      { size, theme },
    );
    await page.getByRole('heading', { name: 'Lanes' }).waitFor();
    if (size === 'desktop') await assertAccessible(page, `race, ${theme}, before`);
    await assertNoOverflow(page, `race, ${theme}, ${size}, before`);
    await start(page);
    await page.getByRole('img', { name: /^Chart: / }).waitFor();
    await finish(page);
    await page.locator('.verdict').waitFor();
    await assertNoOverflow(page, `race, ${theme}, ${size}, after`);
    await assertAccessible(page, `race, ${theme}, ${size}, after`);
    await picture(page, `race-${size}-${theme}`);
    await page.finish();
  });
}
