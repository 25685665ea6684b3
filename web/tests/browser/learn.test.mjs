// Learn in a real browser: films that run both ways, figures that agree with the program, every chapter readable by everybody.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAccessible, assertNoOverflow, looks, open, picture, program, useSite } from './support.mjs';

const chapters = ['puzzle', 'blind', 'heuristics', 'best-first', 'weights'];
const site = useSite();

const at = (chapter, more = '') => `${site.address}#/learn?chapter=${chapter}${more}`;

/** The chapter with all its figures answered. */
async function openChapter(chapter, options = {}, more = '') {
  const page = await open(site.browser, at(chapter, more), options);
  await page.locator(`article[data-chapter="${chapter}"]`).waitFor();
  await answered(page);
  return page;
}

async function answered(page) {
  await page.waitForFunction(
    () =>
      document.querySelectorAll('figure').length > 0 &&
      [...document.querySelectorAll('figure')].every((figure) => figure.getAttribute('aria-busy') !== 'true'),
    undefined,
    { timeout: 60_000 },
  );
  assert.equal(await page.locator('article [role="alert"]').count(), 0, 'a figure shows an error');
}

/** What a film shows now: the marks of every node, the counts and the words. */
const shownBy = (page, scope = 'figure') =>
  page.locator(scope).first().evaluate((figure) => ({
    position: figure.querySelector('[data-position]')?.getAttribute('data-position') ?? null,
    nodes: [...figure.querySelectorAll('[data-node]')].map((node) => `${node.dataset.node} ${node.dataset.state}`),
    counts: [...figure.querySelectorAll('[data-count]')].map((fact) => fact.textContent),
    story: figure.querySelector('[data-story]')?.textContent ?? null,
  }));

/** It goes there frame by frame. */
async function toTheEnd(figure) {
  await figure.getByRole('button', { name: 'To the end' }).click();
  await figure.locator('[data-step="forward"]:disabled').waitFor();
}

const countOf = async (scope, name) =>
  Number((await scope.locator(`[data-count="${name}"] dd`).innerText()).replaceAll(',', ''));

/** The words of a command line as a shell would split them. */
function wordsOf(line) {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain);
}

function runCommand(line, folder = tmpdir()) {
  const [name, ...words] = wordsOf(line);
  assert.equal(name, 'tessera');
  try {
    return execFileSync(program, words, { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (failure) {
    // An unsolvable board is an answer with an exit code of its own.
    if (failure.status === 11) return failure.stdout;
    throw failure;
  }
}

for (const chapter of chapters) {
  test(`${chapter} opens by its link and is right in narrow and wide windows, light and dark`, async () => {
    for (const { size, theme } of looks) {
      const page = await openChapter(chapter, { size, theme });
      if (chapter === 'blind' || chapter === 'best-first') {
        await toTheEnd(page.locator('figure').first());
      }
      await assertNoOverflow(page, `${chapter} at ${size}`);
      if (size !== 'tablet') await assertAccessible(page, `${chapter}, ${size}, ${theme}`);
      await picture(page, `learn-${chapter}-${size}-${theme}`);
      await page.finish();
    }
  });
}

test('chapters lead to each other, and an unknown one to the first', async () => {
  const page = await openChapter('puzzle');
  for (const chapter of chapters.slice(1)) {
    await page.locator('a[rel="next"]').click();
    await page.locator(`article[data-chapter="${chapter}"]`).waitFor();
  }
  assert.equal(await page.locator('a[rel="next"]').count(), 0);
  await page.locator('a[rel="prev"]').click();
  await page.locator('article[data-chapter="best-first"]').waitFor();
  await page.finish();
  const other = await open(site.browser, at('no-such-chapter'));
  await other.locator('article[data-chapter="puzzle"]').waitFor();
  await other.finish();
});

test('breadth first steps forward and back, by button, slider and keyboard', async () => {
  const page = await openChapter('blind');
  const figure = page.locator('[data-figure="blind"]');
  const forward = figure.locator('[data-step="forward"]');
  const back = figure.locator('[data-step="back"]');
  assert.ok(await back.isDisabled());
  const beginning = await shownBy(page);
  assert.deepEqual(beginning.nodes, ['0 waiting']);
  for (let i = 0; i < 5; ++i) await forward.click();
  const five = await shownBy(page);
  assert.equal(five.position, '5');
  assert.equal(await countOf(figure, 'expanded'), 5);
  await forward.click();
  assert.notDeepEqual(await shownBy(page), five);
  await back.click();
  assert.deepEqual(await shownBy(page), five, 'forward and back is where it was');

  const slider = figure.getByRole('slider', { name: 'Step' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await shownBy(page)).position, '6');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await shownBy(page), five);
  await page.keyboard.press('End');
  const end = await shownBy(page);
  assert.ok(end.nodes.some((node) => node.endsWith(' goal')));
  assert.ok(await forward.isDisabled());
  await page.keyboard.press('Home');
  assert.deepEqual(await shownBy(page), beginning);

  // By itself, to the end.
  await figure.getByRole('combobox', { name: 'Speed' }).selectOption('fast');
  await figure.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction((last) => document.querySelector('[data-position]').dataset.position === last, end.position);
  assert.deepEqual(await shownBy(page), end);
  await page.finish();
});

test('the films of all chapters show what the program traces', { skip: !existsSync(program) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-learn-'));
  try {
    for (const chapter of ['blind', 'best-first']) {
      const page = await openChapter(chapter);
      const figure = page.locator('figure').first();
      await toTheEnd(figure);
      const commands = await figure.locator('[data-command]').allTextContents();
      const panels = chapter === 'blind' ? [figure] : await figure.locator('[data-panel]').all();
      assert.equal(commands.length, panels.length);
      for (const [i, line] of commands.entries()) {
        runCommand(line, folder);
        const words = wordsOf(line);
        const trace = JSON.parse(readFileSync(join(folder, words[words.indexOf('--trace') + 1]), 'utf8'));
        assert.equal(await countOf(panels[i], 'expanded'), trace.expanded, line);
        assert.equal(await countOf(panels[i], 'generated'), trace.generated, line);
        assert.ok((await panels[i].locator('[data-story]').innerText()).includes(trace.moves), line);
        if (trace.algorithm === 'bfs') {
          assert.equal(await panels[i].locator('[data-node]').count(), trace.nodes.length);
          assert.equal(
            await panels[i].locator('[data-state="duplicate"]').count(),
            trace.steps.flatMap((step) => step.duplicates).length,
          );
        }
      }
      await page.finish();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('depth first is another film of the same board', async () => {
  const page = await openChapter('blind');
  const figure = page.locator('[data-figure="blind"]');
  await figure.getByRole('button', { name: 'Depth first' }).click();
  await answered(page);
  await figure.locator('[data-step="forward"]').click();
  await figure.locator('[data-step="forward"]').click();
  assert.equal(await countOf(figure, 'depth'), 2, 'it goes deeper at every step');
  assert.ok((await figure.locator('[data-command]').textContent()).includes('--algorithm dfs'));
  await page.finish();
});

test('A* and IDA* are stepped together, each with its own numbers', async () => {
  const page = await openChapter('best-first');
  const figure = page.locator('[data-figure="best-first"]');
  for (let i = 0; i < 7; ++i) await figure.locator('[data-step="forward"]').click();
  const seven = await shownBy(page);
  for (const name of ['a*', 'ida*']) {
    const panel = figure.locator(`[data-panel="${name}"]`);
    assert.equal(await countOf(panel, 'expanded'), 7);
    assert.match(await panel.locator('[data-count="f"] dd').innerText(), /^\d+ \+ \d+ = \d+$/);
  }
  assert.ok((await countOf(figure.locator('[data-panel="ida*"]'), 'bound')) > 0);
  await figure.locator('[data-step="forward"]').click();
  await figure.locator('[data-step="back"]').click();
  assert.deepEqual(await shownBy(page), seven);
  // Rounds of the film are the rounds of the search.
  const line = (await page.locator('[data-figure="rounds"] [data-command]').textContent()).trim();
  const bars = await page.locator('[data-figure="rounds"] [data-bar]').evaluateAll((list) => list.map((bar) => Number(bar.dataset.value)));
  if (existsSync(program)) {
    const rounds = JSON.parse(runCommand(line)).stats.iterations.map((round) => round.generated);
    assert.deepEqual(bars, rounds);
  }
  await page.finish();
});

test('parity: a swap makes the board solvable, a slide keeps it so', async () => {
  const page = await openChapter('puzzle');
  const verdict = page.locator('[data-solvable]');
  assert.equal(await verdict.getAttribute('data-solvable'), 'false');
  await page.getByRole('button', { name: /^Repair: swap/ }).click();
  await page.locator('[data-solvable="true"]').waitFor();
  await page.locator('[data-figure="parity"] button[data-tile]').nth(5).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => location.hash.includes('board='));
  await answered(page);
  assert.equal(await verdict.getAttribute('data-solvable'), 'true');
  await page.locator('[data-figure="parity"] select').nth(0).selectOption('1');
  await page.locator('[data-figure="parity"] select').nth(1).selectOption('2');
  await page.getByRole('button', { name: 'Swap them' }).click();
  await page.locator('[data-solvable="false"]').waitFor();
  // The goals with a name, against the program.
  if (existsSync(program)) {
    const line = await page.locator('[data-figure="goals"] [data-command]').textContent();
    const check = JSON.parse(runCommand(line));
    for (const goal of await page.locator('[data-goal]').all()) {
      const name = await goal.getAttribute('data-goal');
      assert.equal(await goal.getAttribute('data-reachable'), String(check.solvable_goals.includes(name)), name);
    }
  }
  assert.equal(await page.locator('strong[data-count]').getAttribute('data-count'), '360');
  await page.finish();
});

test('heuristics: every value is the program’s, and follows the tiles', async () => {
  const page = await openChapter('heuristics');
  const value = page.locator('[data-figure="heuristic"] [data-value]');
  assert.equal(await value.getAttribute('data-value'), '12');
  assert.equal(await page.locator('[data-truth]').getAttribute('data-truth'), '20');
  if (existsSync(program)) {
    const line = await page.locator('[data-figure="values"] [data-command]').textContent();
    const told = new Map(JSON.parse(runCommand(`${line} --json`)).heuristics.map((one) => [one.heuristic, one.estimate]));
    const shown = await page.locator('[data-heuristic]').evaluateAll((list) => list.map((one) => [one.dataset.heuristic, Number(one.dataset.estimate)]));
    let compared = 0;
    for (const [name, estimate] of shown) {
      if (!told.has(name)) continue;
      assert.equal(estimate, told.get(name), name);
      ++compared;
    }
    assert.ok(compared >= 15, `${compared} heuristics compared`);
  }
  // Every heuristic can be drawn.
  const choice = page.locator('[data-choice]');
  for (const name of await choice.locator('option').evaluateAll((list) => list.map((one) => one.value))) {
    await choice.selectOption(name);
    assert.ok((await page.locator('[data-figure="heuristic"] figcaption').innerText()).includes(name), name);
  }
  for (const [name, mark] of [['manhattan', '.arrow'], ['linear-conflict', '.band'], ['pdb:4-4', '.tile.group'], ['gaschnig', '.arrow']]) {
    await choice.selectOption(name);
    assert.ok((await page.locator(`[data-figure="heuristic"] svg ${mark}`).count()) > 0, `${name} draws ${mark}`);
  }
  await choice.selectOption('walking-distance');
  assert.equal(await page.locator('[data-figure="heuristic"] table').count(), 2);
  // A slide changes the values.
  await choice.selectOption('manhattan');
  await page.locator('[data-figure="heuristic"] button[data-tile]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('[data-figure="heuristic"] [data-value]').dataset.value !== '12');
  await answered(page);
  assert.ok(['11', '13'].includes(await value.getAttribute('data-value')));
  assert.ok(['19', '21'].includes(await page.locator('[data-truth]').getAttribute('data-truth')));
  await page.finish();
});

test('weights: lengths and nodes are the program’s, and the gap falls', async () => {
  const page = await openChapter('weights');
  const rows = await page.locator('[data-weight]').all();
  assert.equal(rows.length, 4);
  const lines = await page.locator('[data-figure="weights"] [data-command]').allTextContents();
  for (const [i, row] of rows.entries()) {
    const length = Number(await row.locator('[data-length]').getAttribute('data-length'));
    const expanded = Number(await row.locator('[data-expanded]').getAttribute('data-expanded'));
    assert.ok(length >= 45 && expanded > 0);
    if (!existsSync(program)) continue;
    const told = JSON.parse(runCommand(`${lines[i]} --json`));
    assert.equal(length, told.length, lines[i]);
    assert.equal(expanded, told.stats.expanded, lines[i]);
  }
  const figure = page.locator('[data-figure="anytime"]');
  await figure.locator('select').nth(1).selectOption('3');
  await figure.locator('[data-run="start"]').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-best]')?.dataset.best) > 0, undefined, { timeout: 30_000 });
  await figure.locator('[data-run="start"]').waitFor({ timeout: 60_000 });
  const best = Number(await figure.locator('[data-best]').getAttribute('data-best'));
  const bound = Number(await figure.locator('[data-bound]').getAttribute('data-bound'));
  assert.ok(bound > 0 && bound <= best);
  assert.equal(await figure.locator('svg.chart').count(), 1);
  await assertAccessible(page, 'weights after a run');
  await picture(page, 'learn-anytime-desktop');

  // Stop always works, and keeps what there is.
  await figure.locator('select').nth(1).selectOption('30');
  await figure.locator('[data-run="start"]').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-best]')?.dataset.best) > 0, undefined, { timeout: 30_000 });
  await figure.locator('[data-run="stop"]').click();
  await figure.locator('[data-run="start"]').waitFor({ timeout: 10_000 });
  await page.finish();
});

test('a link carries its board, and a board too hard for a film says so', async () => {
  const page = await openChapter('blind', {}, '&board=8.6.7_2.5.4_3.0.1');
  const figure = page.locator('[data-figure="blind"]');
  assert.ok((await figure.locator('[data-command]').textContent()).includes('"8 6 7/2 5 4/3 0 1"'));
  await toTheEnd(figure);
  assert.match(await figure.locator('[data-story]').innerText(), /animation ends here/);
  await page.getByRole('button', { name: 'The example' }).click();
  await answered(page);
  assert.ok(!(await page.evaluate(() => location.hash)).includes('board='));
  await page.finish();
});

test('every command on the pages is one that the program takes', { skip: !existsSync(program) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-learn-'));
  const seen = new Set();
  try {
    for (const chapter of chapters) {
      const page = await openChapter(chapter, { permissions: ['clipboard-read', 'clipboard-write'] });
      const lines = await page.locator('[data-command]').allTextContents();
      // They are folded until somebody wants them.
      assert.equal(await page.getByRole('button', { name: /^Copy the command/ }).count(), 0);
      for (const summary of await page.getByText('Reproduce it', { exact: true }).all()) await summary.click();
      const buttons = page.getByRole('button', { name: /^Copy the command/ });
      assert.equal(lines.length, await buttons.count());
      await buttons.first().click();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), lines[0]);
      for (const line of lines) {
        if (line.includes('anytime')) continue;
        seen.add(line);
      }
      await page.finish();
    }
    for (const line of seen) runCommand(line, folder);
    assert.ok(seen.size >= 12, `${seen.size} commands`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('D11: the heuristics chapter knows the truth on 16 cells, and what can overestimate is always marked', async () => {
  const board = '15.2.12.11_14.13.9.5_1.3.8.7_0.10.6.4';
  const page = await openChapter('heuristics', {}, `&board=${board}&goal=blank-first`);
  const truth = Number(await page.locator('[data-truth]').getAttribute('data-truth'));
  if (existsSync(program)) {
    const told = JSON.parse(runCommand(`tessera solve "${board.replaceAll('.', ' ').replaceAll('_', '/')}" --goal blank-first --json`));
    assert.equal(truth, told.length);
  }
  assert.ok(truth > 39);
  const bars = await page.locator('[data-heuristic]').evaluateAll((list) =>
    list.map((one) => ({
      name: one.dataset.heuristic,
      estimate: Number(one.dataset.estimate),
      over: one.dataset.over === 'true',
      striped: one.querySelector('.bar').classList.contains('loose'),
      line: one.querySelector('.truth') !== null,
    })),
  );
  for (const { name, estimate, over, striped, line } of bars) {
    assert.ok(line, `${name} has the line of the true distance`);
    assert.equal(over, estimate > truth, name);
    if (over) assert.ok(striped, `${name} is more than the truth and striped`);
  }
  assert.ok(bars.find(({ name }) => name === 'manhattan-inversions').over);
  assert.ok(bars.some(({ striped, over }) => striped && !over), 'striped also where it happens to be right');
  const legend = page.getByRole('list', { name: 'What the bars mean' });
  assert.match(await legend.innerText(), new RegExp(`can overestimate[^]*the true distance, ${truth}[^]*▲ more than the true distance`));
  await picture(page, 'learn-heuristics-4x4');
  await page.finish();
});

test('D11: where the truth is not known, the chapter says so, and its legend speaks of no truth', async () => {
  const large = '&board=20.10.23.11.8_14.3.13.6.5_9.24.15.1.0_7.19.17.21.2_4.12.18.16.22';
  const page = await openChapter('heuristics', {}, large);
  assert.match(await page.locator('[data-truth]').innerText(), /not worked out here; it is at least \d+/);
  assert.doesNotMatch(await page.getByRole('list', { name: 'What the bars mean' }).innerText(), /▲|true distance/);
  assert.ok((await page.locator('[data-heuristic="squared-distance"] .bar.loose').count()) > 0);
  await page.finish();
});

test('D12: marks of a heuristic leave the numbers free, and walking distance is drawn on the tiles', async () => {
  const page = await openChapter('heuristics', {}, '&board=15.2.12.11_14.13.9.5_1.3.8.7_0.10.6.4&goal=blank-first');
  const drawing = page.locator('[data-figure="heuristic"] svg.drawn');
  /** Marks that touch a number which is not their tile's own corner. */
  const covered = () =>
    drawing.evaluate((svg) => {
      const boxOf = (one) => one.getBoundingClientRect();
      const numbers = [...svg.querySelectorAll('.number')].map(boxOf);
      const marks = [...svg.querySelectorAll('.arrow, .bow, .way')].map(boxOf);
      return marks.filter((a) => numbers.some((b) => a.left < b.right - 2 && a.right > b.left + 2 && a.top < b.bottom - 6 && a.bottom > b.top + 6)).length;
    });
  const choice = page.locator('[data-choice]');
  for (const name of ['manhattan', 'linear-conflict', 'gaschnig']) {
    await choice.selectOption(name);
    assert.ok((await drawing.locator('.arrow, .bow').count()) > 0, name);
    assert.equal(await covered(), 0, `${name} covers no number`);
  }
  await choice.selectOption('manhattan');
  const shades = await drawing.locator('.tile').evaluateAll((tiles) => new Set(tiles.map((tile) => getComputedStyle(tile).fill)).size);
  assert.ok(shades >= 4, `${shades} shades for what tiles add`);
  // The whole way of one tile, where people point at it.
  assert.equal(await drawing.locator('.way').count(), 0);
  await drawing.locator('g').first().hover();
  await drawing.locator('.way').waitFor();
  await page.mouse.move(0, 0);
  await choice.selectOption('walking-distance');
  assert.match(await drawing.locator('g', { hasText: '15' }).first().textContent(), /15\s*r4 c4/);
  assert.deepEqual(await drawing.locator('.edge').allTextContents(), ['r1', 'r2', 'r3', 'r4', 'c1', 'c2', 'c3', 'c4']);
  await page.finish();
});

test('D21: what is said of depth first agrees with the table', async () => {
  const page = await openChapter('blind');
  const length = async (name) => Number(await page.locator(`[data-search="${name}"] [data-length]`).getAttribute('data-length'));
  const [bfs, dfs] = [await length('bfs'), await length('dfs')];
  assert.ok(dfs > bfs);
  assert.equal(await page.locator('[data-compared]').innerText(), `On this board depth first finds a way of ${dfs} moves, where ${bfs} are enough.`);
  assert.doesNotMatch(await page.locator('.prose').innerText(), /most of the boards/);
  await page.finish();
});

test('to the end of a long search is gone frame by frame, and a key stops there', async () => {
  const page = await openChapter('blind', {}, '&board=15.2.12.11_14.13.9.5_1.3.8.7_0.10.6.4&goal=blank-first');
  const figure = page.locator('[data-figure="blind"]');
  await page.evaluate(() => {
    window.seen = [];
    const output = document.querySelector('[data-position]');
    new MutationObserver(() => window.seen.push(Number(output.dataset.position))).observe(output, { attributes: true });
  });
  await toTheEnd(figure);
  const seen = await page.evaluate('window.seen');
  assert.equal(seen.at(-1), 250);
  for (const [i, at] of seen.entries()) assert.ok(at - (seen[i - 1] ?? 0) <= 25, seen.join(' '));
  await page.finish();
});

test('D25: keys step through an animation wherever the focus is', async () => {
  const page = await openChapter('blind');
  const position = async () => (await shownBy(page)).position;
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await position(), '2');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await position(), '1');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  // A menu keeps its keys.
  const at = await position();
  await page.getByRole('combobox', { name: 'Speed' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await position(), at);
  await page.finish();
});

test('D25: no code names where people read: goals, limits, collections', async () => {
  const page = await openChapter('puzzle');
  assert.deepEqual(await page.locator('[data-goal] strong').allInnerTexts(), ['Classic', 'Blank first', 'Spiral', 'By columns']);
  await page.finish();
  // Weighted A* with weight 1 on this board meets the limit of nodes of the chapter.
  const other = await openChapter('weights', {}, '&board=15.11.8.12_14.10.9.13_2.6.1.4_3.7.5.0&goal=blank-first');
  assert.match(await other.locator('[data-weight="1"] .tag').innerText(), /^(node|time|memory) limit reached$/);
  await other.finish();
  const race = await open(site.browser, `${site.address}#/race`);
  await race.getByRole('button', { name: 'Famous' }).click();
  const menus = (await race.locator('fieldset option').allInnerTexts()).join('|');
  assert.match(menus, /Korf and Felner’s 24-puzzles/);
  assert.match(menus, /Blank first/);
  assert.doesNotMatch(menus, /korf24|blank-first/);
  await race.finish();
});

test('weights: bars are as long as the counts are large', async () => {
  const page = await openChapter('weights');
  const rows = await page.locator('[data-weight]').evaluateAll((list) =>
    list.map((row) => ({
      count: Number(row.querySelector('[data-expanded]').dataset.expanded),
      width: row.querySelector('.bar').getBoundingClientRect().width,
      of: row.querySelector('.wide').clientWidth,
    })),
  );
  const most = rows.reduce((a, b) => (b.count > a.count ? b : a));
  for (const { count, width } of rows) assert.ok(Math.abs(width - Math.max(2, (count / most.count) * most.width)) < 2, `${count}: ${width} px`);
  await page.finish();
});
