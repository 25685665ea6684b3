// The page as `tessera serve` serves it: the native program answers, with progress, and ends what the page gives up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, programWithToy, serveProgram, serveWith } from './support.mjs';

let server;
let browser;
before(async () => {
  server = await serveProgram('--threads', '2');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('the native program answers, and the page says so', async () => {
  const page = await open(browser, server.address);
  const asked = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.reload();
  await page.getByText(/Optimal \d+ moves/).waitFor();
  assert.ok(asked.includes('POST /api/jobs'), asked.join('\n'));
  assert.ok(asked.some((one) => /^GET \/api\/jobs\/[0-9a-f]{32}\/events$/.test(one)), asked.join('\n'));
  assert.equal(await page.evaluate('crossOriginIsolated'), true);
  await page.getByRole('link', { name: 'Learn' }).first().click();
  await page.getByText('native program (2 threads)').first().waitFor();
  await page.finish();
});

test('a search tells its progress, and ends when its client goes away', async () => {
  const page = await open(browser, server.address);
  const job = await page.evaluate(async () => {
    const response = await fetch('api/jobs', {
      method: 'POST',
      body: JSON.stringify({
        start: [14, 15, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0],
        algorithm: 'ida*',
        heuristic: 'zero',
      }),
    });
    const { job: name } = await response.json();
    const source = new EventSource(`api/jobs/${name}/events`);
    await new Promise((resolve) => source.addEventListener('progress', resolve));
    return name;
  });
  const state = async () => (await fetch(`${server.address}api/jobs/${job}`)).json();
  assert.equal((await state()).state, 'running');
  await page.finish();
  while ((await state()).state !== 'done') await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await state()).result.status, 'interrupted');
});

test('an option of each kind of a new algorithm has its field, and reaches the search', async (context) => {
  const toys = await serveWith(programWithToy);
  context.after(() => toys.close());
  const page = await open(browser, `${toys.address}#/solve?board=8.6.7_2.5.4_3.0.1&algorithm=toy-deepening`);
  const wheels = page.getByRole('spinbutton', { name: 'toy-wheels' });
  await wheels.waitFor();
  assert.deepEqual([await wheels.getAttribute('min'), await wheels.getAttribute('max')], ['2', '16']);
  await wheels.fill('6');
  await page.getByRole('spinbutton', { name: 'toy-size' }).fill('2.5');
  await page.getByRole('combobox', { name: 'toy-bold' }).selectOption('on');
  const colour = page.getByRole('combobox', { name: 'toy-colour' });
  assert.deepEqual(await colour.locator('option').allTextContents(), ['default green', 'red', 'green', 'blue']);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/jobs') && request.postDataJSON().options?.toy_colour === 'blue',
  );
  await colour.selectOption('blue');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  assert.deepEqual((await sent).postDataJSON().options, { toy_bold: true, toy_wheels: 6, toy_size: 2.5, toy_colour: 'blue' });
  await page.getByText(/31 moves/).first().waitFor();
  await page.finish();
});

test('D8: where the server dies, the page says so once and goes on with its own engine, in every view and after a reload', async (context) => {
  const mortal = await serveProgram('--threads', '1');
  let alive = true;
  const kill = async () => {
    if (alive) await mortal.close();
    alive = false;
  };
  context.after(kill);
  const small = 'board=1.2.3_5.0.6_4.7.8';
  const page = await open(browser, `${mortal.address}#/solve?${small}`, { expected: ['Failed to load resource', 'net::ERR', 'An unknown error occurred when fetching the script'] });
  await page.locator('[data-testid=length][data-proven=true]').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await kill();

  const notice = page.getByTestId('server-lost');
  const alerts = page.getByRole('alert');
  const goOn = page.getByRole('button', { name: 'Go on with the engine in this browser' });
  const lost = async (where) => {
    await notice.waitFor();
    assert.equal(await alerts.count(), 1, `${where}: it is said once`);
    assert.match(await notice.innerText(), /^The program that served this page does not answer\.\s+Start it again/, where);
  };
  const back = async (view) => {
    // A reload chooses the server again: the choice was for that visit only.
    await page.goto(`${mortal.address}#/${view}`);
    await page.reload();
  };

  await page.getByRole('button', { name: /^Solve/ }).click();
  await lost('solve');
  await goOn.click();
  await page.locator('[data-testid=length][data-proven=true]').waitFor();
  assert.equal(await alerts.count(), 0);

  await back(`race?${small}&lane1=a*+manhattan&lane2=bfs+-`);
  await lost('race');
  await goOn.click();
  await page.getByRole('button', { name: 'Start the race' }).click();
  await page.getByRole('button', { name: 'Start again' }).waitFor();
  assert.equal(await page.locator('tbody .tag', { hasText: 'solved, shortest' }).count(), 2);

  await back('learn?chapter=heuristics');
  await lost('learn');
  await goOn.click();
  await page.locator('[data-truth="20"]').waitFor();

  await back(`play?${small}`);
  await lost('play');
  await goOn.click();
  await page.locator('[data-testid=par][data-proven=true]').waitFor();
  await page.finish();
});
