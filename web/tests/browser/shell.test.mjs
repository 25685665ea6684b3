// The frame of the page: navigation, theme, help, skip link, and every view without violations in both themes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoOverflow, open, picture, sizes, useSite } from './support.mjs';

const site = useSite();

const ready = (page) => page.locator('[data-testid=par][data-proven=true]').waitFor();
const board = 'board=1.2.3_5.0.6_4.7.8';

test('the theme is kept, and follows the system until chosen', async () => {
  const page = await open(site.browser, `${site.address}#/play?${board}`, { theme: 'dark' });
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
  const page = await open(site.browser, `${site.address}#/play?${board}`);
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
  const page = await open(site.browser, `${site.address}#/play?${board}`);
  await ready(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'content');
  assert.match(page.url(), /#\/play/, 'the address is not lost');
  await page.finish();
});

test('the page says which engine answers', async () => {
  const page = await open(site.browser, `${site.address}#/play?${board}`);
  await ready(page);
  await page.getByRole('contentinfo').getByText('in this browser (WebAssembly)').waitFor();
  await page.finish();
});

test('where a server offers its engine, people may choose, and the choice is kept', async () => {
  const page = await open(site.browser, `${site.address}#/play?${board}`, { expected: ['Failed to load resource'] });
  await ready(page);
  // As the server marks the page; but this one does not answer, so that the choice matters.
  await page.route((url) => url.pathname === '/', async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/html', body: html.replace('name="tessera-server" content=""', 'name="tessera-server" content="threads=4"') });
  });
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  const choice = page.getByRole('contentinfo').getByRole('combobox');
  await choice.waitFor();
  assert.equal(await choice.inputValue(), 'server');
  await choice.selectOption('browser');
  await ready(page);
  await page.reload();
  await ready(page);
  assert.equal(await choice.inputValue(), 'browser');
  await page.finish();
});

test('a link whose board is none says so, and another board is shown', async () => {
  const page = await open(site.browser, `${site.address}#/play?board=1.2.3_4.5.5_7.8.0`);
  await ready(page);
  await page.getByRole('alert').getByText('incomplete or damaged').waitFor();
  await page.finish();
});

test('a page without its engine says what to do', async () => {
  const page = await open(site.browser, `${site.address}#/play?${board}`, { expected: ['Failed to load resource'] });
  await ready(page);
  await page.route('**/*.wasm', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByText('reload the page').first().waitFor();
  await page.finish();
});

test('text pasted anywhere is read as a board', async () => {
  const page = await open(site.browser, `${site.address}#/play?${board}`);
  await ready(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  const dialog = page.getByRole('dialog', { name: 'Paste or type a board' });
  await dialog.getByText('Read as grid.').waitFor();
  await dialog.getByRole('button', { name: 'Use this board' }).click();
  await page.locator('[data-testid=par]', { hasText: /^Optimal 1 move$/ }).waitFor();
  await page.finish();
});

test('no motion where people want none', async () => {
  const page = await open(site.browser, `${site.address}#/play?${board}`, { reducedMotion: 'reduce' });
  await ready(page);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.querySelector('[role=grid]').getAnimations({ subtree: true }).length), 0);
  await page.finish();
});

for (const theme of ['light', 'dark']) {
  for (const size of Object.keys(sizes)) {
    test(`every view opens at ${size}, ${theme}`, async () => {
      const page = await open(site.browser, `${site.address}#/play?${board}`, { size, theme });
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
