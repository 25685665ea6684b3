// Frames a second while the page animates a solution and while it races, by the browser's own tracing, and how soon after loading the
// first answer is there. npm run frames; needs build/web.
import { launch, open, serveFolder } from '../tests/browser/support.mjs';

const seconds = 4;

/** Traces the page for a while: the frames that reached the screen. A frame is asked for whenever there can be one, so that none is
 * missing only because nothing moved. */
async function trace(page, milliseconds) {
  await page.evaluate(() => {
    const again = () => requestAnimationFrame(again);
    again();
  });
  await browser.startTracing(page, { categories: ['devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline'] });
  await page.waitForTimeout(milliseconds);
  const events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  const shown = events
    .filter((event) => event.name === 'AnimationFrame::Presentation')
    .map((event) => event.ts / 1e6)
    .sort((first, second) => first - second);
  const gaps = shown.slice(1).map((time, i) => time - shown[i]).sort((first, second) => first - second);
  return {
    rate: (shown.length - 1) / (shown.at(-1) - shown[0]),
    shown: shown.length,
    slowest: gaps[Math.floor(gaps.length * 0.95)] * 1000,
  };
}

function report(what, { rate, shown, slowest }) {
  console.log(`${what.padEnd(34)} ${rate.toFixed(1)} frames/s (${shown} shown; 95 of 100 within ${slowest.toFixed(1)} ms of the one before)`);
}

const server = await serveFolder();
const browser = await launch();

const answers = [];
for (let visit = 0; visit < 7; ++visit) {
  const page = await open(browser, server.address);
  // From the beginning of loading to the moment the length is on the screen.
  await page.getByText(/Optimal \d+ moves/).first().waitFor({ timeout: 60_000 });
  answers.push(await page.evaluate(() => performance.now()));
  await page.finish();
}
answers.sort((a, b) => a - b);
console.log(
  `first answer on a random 4×4, from loading   ${(answers[answers.length >> 1] / 1000).toFixed(2)} s (median of ${answers.length} visits with an empty cache, slowest ${(answers.at(-1) / 1000).toFixed(2)} s)`,
);

const solving = await open(browser, `${server.address}#/solve?board=15.2.12.11_14.13.9.5_1.3.8.7_0.10.6.4&goal=blank-first`);
await solving.getByText(/proven/i).first().waitFor({ timeout: 60_000 });
await solving.waitForTimeout(1500);
await solving.getByRole('button', { name: /^play/i }).first().click();
report('animating a solution (Solve)', await trace(solving, seconds * 1000));
await solving.finish();

// Two lanes, one for each core, that do not end meanwhile.
const race = new URLSearchParams({ board: '15.2.12.11_14.13.9.5_1.3.8.7_0.10.6.4', goal: 'blank-first', lane1: 'ida* manhattan', lane2: 'ida* misplaced' });
const racing = await open(browser, `${server.address}#/race?${race}`);
await racing.waitForTimeout(1500);
await racing.getByRole('button', { name: /start/i }).first().click();
report('racing', await trace(racing, seconds * 1000));
await racing.finish();

await browser.close();
await server.close();
