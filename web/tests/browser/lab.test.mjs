// Lab in a real browser: without a server it says how to get one; with one, a suite is run, watched, cancelled and read.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { assertAccessible, assertNoOverflow, launch, listen, looks, open, picture, program, serveFolder, serveProgram } from './support.mjs';

let browser;
let folder;

before(async () => {
  folder = await serveFolder();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await folder?.close();
});

/** Whether the native program is here and can serve. */
function canServe() {
  if (!existsSync(program)) return false;
  try {
    execFileSync(program, ['serve', '--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The built page as a server of the lab would give it, and as much of that server as a test scripts: `answer(method, path,
 * body)` gives { status, json } or { events: [[name, data], …] }, or undefined for a file of the page. */
async function scriptedServer(answer) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const scripted = path.startsWith('/api/') ? (answer(request.method, path, body && JSON.parse(body)) ?? { status: 404, json: {} }) : null;
      if (scripted?.events) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const [name, data] of scripted.events) response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
        if (!scripted.open) response.end();
      } else if (scripted) {
        response.writeHead(scripted.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(scripted.json));
      } else if (path === '/') {
        httpRequest(folder.address, (plain) => {
          let html = '';
          plain.on('data', (chunk) => (html += chunk));
          plain.on('end', () => {
            const meta = '<meta name="tessera-server" content="threads=1" />';
            const known = /<meta\s+name="tessera-server"[^>]*>/;
            response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
            response.end(known.test(html) ? html.replace(known, meta) : html.replace('<head>', `<head>${meta}`));
          });
        }).end();
      } else {
        httpRequest(new URL(path, folder.address), (plain) => {
          response.writeHead(plain.statusCode, { 'content-type': plain.headers['content-type'] ?? '' });
          plain.pipe(response);
        }).end();
      }
    });
  });
  return listen(server);
}

const suites = [
  { name: 'external-korf1000', external: true, synopsis: "Korf & Felner's 1,000 15-puzzles by IDA*", error: 'the folder TESSERA_DATA is not set' },
  { name: 'korf100', synopsis: "Korf's 100 15-puzzles by IDA*", boards: 100, configurations: ['ida* with manhattan', 'ida* with linear-conflict'], runs: 200 },
  {
    name: 'seeds-8-quick',
    synopsis: '8-puzzle seed: DFS, IDS and two A* on 25 random boards',
    boards: 25,
    configurations: ['dfs', 'iddfs', 'a* with misplaced', 'a* with manhattan'],
    runs: 100,
    limits: { seconds: 10 },
    notes: [],
  },
];
const running = { run: 'r1', suite: 'seeds-8-quick', state: 'running', done: 3, total: 10, failed: 0, seconds: 0.5, seconds_left: 1.2, error: null };

for (const { size, theme } of looks) {
  test(`without a server it explains itself, accessible and within the window: ${size}, ${theme}`, async () => {
    const page = await open(browser, `${folder.address}#/lab`, { size, theme });
    await page.getByRole('heading', { name: 'The lab needs the native program' }).waitFor();
    await page.getByText('./run serve').first().waitFor();
    await assertNoOverflow(page, `lab, ${size}, ${theme}`);
    await assertAccessible(page, `lab, ${size}, ${theme}`);
    await picture(page, `lab-offline-${size}-${theme}`);
    await page.getByRole('link', { name: 'Open the race' }).click();
    await page.getByRole('heading', { name: 'Lanes' }).waitFor();
    await page.finish();
  });
}

test('a scripted server: the request is what was chosen, progress shows, the end brings the report', async () => {
  const asked = [];
  let state = { ...running };
  const server = await scriptedServer((method, path, body) => {
    asked.push([method, path, body]);
    if (path === '/api/suites') return { json: { suites } };
    if (path === '/api/lab/runs' && method === 'GET') return { json: { runs: [] } };
    if (path === '/api/lab/runs') return { status: 202, json: { run: 'r1' } };
    if (path === '/api/lab/runs/r1' && method === 'GET') return { json: state };
    if (path.endsWith('/events')) {
      state = { ...running, state: 'done', done: 10, failed: 1, seconds: 2 };
      return { events: [['progress', { ...running, done: 7 }], ['result', state]] };
    }
    return undefined;
  });
  try {
    for (const [size, theme] of [['phone', 'light'], ['tablet', 'dark'], ['desktop', 'light'], ['desktop', 'dark']]) {
      state = { ...running };
      asked.length = 0;
      const page = await open(browser, `${server.address}#/lab`, { size, theme, expected: ['404'] });
      await page.getByRole('combobox', { name: 'Suite' }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Suite' }).inputValue(), 'seeds-8-quick');
      // People's words, and what needs other people's data comes last and says so.
      assert.deepEqual(
        await page.getByRole('combobox', { name: 'Suite' }).locator('optgroup').evaluateAll((groups) => groups.map((group) => [group.label, group.innerText.trim()])),
        [
          ['Quick: a minute or two', '8-puzzle seed: DFS, IDS and two A* on 25 random boards'],
          ['Full: minutes to hours', "Korf's 100 15-puzzles by IDA*"],
          ['Need other people’s data (the folder TESSERA_DATA)', "Korf & Felner's 1,000 15-puzzles by IDA*"],
        ],
      );
      await page.getByRole('checkbox', { name: 'iddfs', exact: true }).uncheck();
      await page.getByLabel('Boards').fill('5');
      await page.getByLabel('Seconds for a run').fill('2.5');
      await page.getByText('15 runs to do.').waitFor();
      await page.getByLabel('Nodes for a run').fill('many');
      await page.getByText('Nodes for a run must be a whole number above 0').waitFor();
      await page.getByLabel('Nodes for a run').fill('1000');
      await page.getByRole('button', { name: 'Run the suite' }).click();
      await page.getByText('10 of 10 runs done').waitFor();
      await page.getByText('1 failed').waitFor();
      assert.deepEqual(asked.find(([method]) => method === 'POST')[2], {
        suite: 'seeds-8-quick',
        limits: { seconds: 2.5, nodes: 1000 },
        boards: 5,
        only: ['dfs', 'a* with misplaced', 'a* with manhattan'],
      });
      const report = page.getByRole('link', { name: /Open report/ });
      assert.equal(await report.getAttribute('href'), 'api/lab/runs/r1/report');
      assert.equal(await report.getAttribute('target'), '_blank');
      await assertNoOverflow(page, `lab, ${size}, ${theme}`);
      await assertAccessible(page, `lab, ${size}, ${theme}`);
      await picture(page, `lab-${size}-${theme}`);
      // A suite without its data says so instead.
      await page.getByRole('combobox', { name: 'Suite' }).selectOption('external-korf1000');
      await page.getByText('The folder TESSERA_DATA is not set', { exact: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Run the suite' }).count(), 0);
      await page.getByRole('combobox', { name: 'Suite' }).selectOption('seeds-8-quick');
      await page.getByLabel('Boards').fill('5');
      await page.getByRole('checkbox', { name: 'dfs', exact: true }).uncheck();
      // The link restores what was chosen.
      await page.reload();
      await page.getByText('15 runs to do.').waitFor();
      await page.finish();
    }
  } finally {
    await server.close();
  }
});

test('a scripted server: a refusal shows its remedy, and a run is cancelled', async () => {
  let state = { ...running };
  const server = await scriptedServer((method, path) => {
    if (path === '/api/suites') return { json: { suites } };
    if (path === '/api/lab/runs' && method === 'GET') return { json: { runs: [state] } };
    if (path === '/api/lab/runs') {
      return {
        status: 429,
        json: { schema: 'tessera.error/1', code: 'usage', message: 'a lab run is under way', hint: 'wait for its end, or cancel it' },
      };
    }
    if (method === 'DELETE') {
      state = { ...state, state: 'cancelled' };
      return { status: 202, json: state };
    }
    if (path === '/api/lab/runs/r1') return { json: state };
    return undefined; // no events: the page must ask instead
  });
  try {
    const page = await open(browser, `${server.address}#/lab`, { expected: ['429', '404'] });
    await page.getByText('3 of 10 runs done').waitFor();
    await page.getByRole('button', { name: 'Run the suite' }).click();
    await page.getByText('wait for its end, or cancel it').waitFor();
    await page.getByRole('button', { name: 'Cancel the run of seeds-8-quick' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
    await page.finish();
  } finally {
    await server.close();
  }
});

test('tessera serve: a suite runs to its end, and its report and exports open', { skip: !canServe() }, async () => {
  const server = await serveProgram();
  try {
    const page = await open(browser, `${server.address}#/lab`);
    await page.getByRole('combobox', { name: 'Suite' }).selectOption('seeds-8-quick');
    await page.getByLabel('Boards').fill('3');
    await page.getByRole('button', { name: 'Run the suite' }).click();
    const run = page.getByRole('article', { name: 'Run of seeds-8-quick' });
    await run.getByText('done', { exact: true }).waitFor({ timeout: 120_000 });
    const [, total] = /(\d+) of \1 runs done/.exec(await run.innerText()) ?? [];
    assert.ok(Number(total) > 0 && Number(total) % 3 === 0, 'three boards with every configuration');
    const [report] = await Promise.all([page.context().waitForEvent('page'), run.getByRole('link', { name: /Open report/ }).click()]);
    await report.waitForLoadState();
    assert.match(await report.content(), /seeds-8-quick/);
    await report.close();
    for (const [name, lines] of [['CSV', Number(total) + 1], ['JSON lines', Number(total)]]) {
      const [download] = await Promise.all([page.waitForEvent('download'), run.getByRole('link', { name }).click()]);
      const text = readFileSync(await download.path(), 'utf8').trim();
      assert.equal(text.split('\n').length, lines, name);
    }
    await assertAccessible(page, 'lab, served');
    await picture(page, 'lab-served-desktop-light');
    await page.finish();
  } finally {
    await server.close();
  }
});

test('tessera serve: a long suite is cancelled', { skip: !canServe() }, async () => {
  const server = await serveProgram();
  try {
    const page = await open(browser, `${server.address}#/lab`);
    await page.getByRole('combobox', { name: 'Suite' }).selectOption('korf24');
    await page.getByRole('button', { name: 'Run the suite' }).click();
    await page.getByRole('button', { name: 'Cancel the run of korf24' }).click();
    await page.getByRole('article', { name: 'Run of korf24' }).getByText('cancelled', { exact: true }).waitFor({ timeout: 60_000 });
    await page.finish();
  } finally {
    await server.close();
  }
});
