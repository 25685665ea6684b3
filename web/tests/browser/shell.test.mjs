// The frame of the page: navigation, theme, help, skip link, and every view without violations in both themes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible, assertNoOverflow, launch, open, picture, serveFolder, sizes } from './support.mjs';

let server;
let browser;
before(async () => {
  server = await serveFolder();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const ready = (page) => page.locator('[data-testid=par][data-proven=true]').waitFor();
const board = 'board=1.2.3_5.0.6_4.7.8';

test('the theme is kept, and follows the system until chosen', async () => {
  const page = await open(browser, `${server.address}#/play?${board}`, { theme: 'dark' });
  await ready(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.getByLabel('Theme').selectOption('light');
  const light = await background();
  assert.notEqual(light, dark);
  await page.reload();
  await ready(page);
  assert.equal(await background(), light);
  await page.getByLabel('Theme').selectOption('system');
  assert.equal(await background(), dark);
  await page.finish();
});

test('help lists the keys, and Escape closes it', async () => {
  const page = await open(browser, `${server.address}#/play?${board}`);
  await ready(page);
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await assertAccessible(page, 'help');
  await picture(page, 'help');
  await page.keyboard.press('ArrowLeft'); // not the board's while a dialog is open
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
  assert.equal(await page.getByTestId('moves').innerText(), '0');
  await page.finish();
});

test('the first Tab offers to skip the navigation', async () => {
  const page = await open(browser, `${server.address}#/play?${board}`);
  await ready(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'content');
  assert.match(page.url(), /#\/play/, 'the address is not lost');
  await page.finish();
});

test('the page says which engine answers', async () => {
  const page = await open(browser, `${server.address}#/play?${board}`);
  await ready(page);
  await page.getByRole('contentinfo').getByText('in this browser (WebAssembly)').waitFor();
  await page.finish();
});

test('no motion where people want none', async () => {
  const page = await open(browser, `${server.address}#/play?${board}`, { reducedMotion: 'reduce' });
  await ready(page);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.querySelector('[role=grid]').getAnimations({ subtree: true }).length), 0);
  await page.finish();
});

for (const theme of ['light', 'dark']) {
  for (const size of Object.keys(sizes)) {
    test(`every view opens at ${size}, ${theme}`, async () => {
      const page = await open(browser, `${server.address}#/play?${board}`, { size, theme });
      await ready(page);
      for (const view of ['Solve', 'Race', 'Learn', 'Lab']) {
        await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
        await page.getByRole('link', { name: view, exact: true }).and(page.locator('[aria-current=page]')).waitFor();
        await page.locator('main h2').first().waitFor({ state: 'attached' });
        await assertNoOverflow(page, `${view} ${size}`);
        await assertAccessible(page, `${view} ${size} ${theme}`);
      }
      await page.finish();
    });
  }
}
