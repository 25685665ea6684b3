// The engine in the page: its tables are kept from visit to visit, it needs no network once it is there, and the folder may lie anywhere.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { open, project, serveFolder, useSite } from './support.mjs';

const site = useSite();
const proven = (page) => page.locator('[data-testid=par][data-proven=true]').waitFor();

const keptTables = (page) =>
  page.evaluate(async () => {
    const requests = [];
    for (const name of await caches.keys()) {
      if (name.startsWith('tessera-tables')) requests.push(...(await (await caches.open(name)).keys()));
    }
    return requests.map((request) => request.url).sort();
  });

test('pattern databases are built once and kept in the browser', async () => {
  const page = await open(site.browser, `${site.address}#/play`);
  await proven(page);
  await assert.doesNotReject(async () => {
    for (let tries = 0; (await keptTables(page)).length === 0; ++tries) {
      assert.ok(tries < 50, 'no table was kept');
      await page.waitForTimeout(100);
    }
  });
  const kept = await keptTables(page);
  await page.reload();
  await proven(page);
  assert.deepEqual(await keptTables(page), kept, 'the second visit finds what the first one kept');
  await page.finish();
});

test('the page opens and solves without a network once it was there', async () => {
  const page = await open(site.browser, `${site.address}#/play`);
  await proven(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await proven(page);
  await page.getByRole('button', { name: 'New game' }).first().click();
  await proven(page);
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.getByText(/proven/i).first().waitFor();
  await page.context().setOffline(false);
  await page.finish();
});

test('the folder works below any address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-page-'));
  cpSync(join(project, 'build/web'), join(folder, 'games/tessera'), { recursive: true });
  const server = await serveFolder(join(folder, 'games'), 'tessera/index.html');
  try {
    const page = await open(site.browser, `${server.address}tessera/`);
    await proven(page);
    await page.finish();
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
