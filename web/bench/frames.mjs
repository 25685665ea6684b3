// Frames a second while the page animates a solution and while it races, by the browser's own tracing, and how soon after loading the
// first answer is there. npm run frames; needs build/web.
import { launch, open, serveFolder } from '../tests/browser/support.mjs';

const seconds = 4;

/** Traces the page for a while; what it drew and what it dropped. */
async function trace(page, milliseconds) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline'] },
  });
  await page.waitForTimeout(milliseconds);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  const times = (name) => events.filter((event) => event.name === name).map((event) => event.ts / 1e6).sort((a, b) => a - b);
  const drawn = times('DrawFrame');
  const span = drawn.at(-1) - drawn[0];
  const gaps = drawn.slice(1).map((time, i) => time - drawn[i]).sort((a, b) => a - b);
  return {
    rate: (drawn.length - 1) / span,
    dropped: times('DroppedFrame').length,
    drawn: drawn.length,
    slowest: gaps[Math.floor(gaps.length * 0.99)] * 1000,
  };
}

function report(what, { rate, dropped, drawn, slowest }) {
  console.log(
    `${what.padEnd(34)} ${rate.toFixed(1)} frames/s (${drawn} drawn, ${dropped} dropped; 99 of 100 within ${slowest.toFixed(1)} ms)`,
  );
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

const racing = await open(
  browser,
  process.env.TESSERA_RACE ?? `${server.address}#/race`,
);
await racing.waitForTimeout(1500);
await racing.getByRole('button', { name: /start/i }).first().click();
report('racing', await trace(racing, seconds * 1000));
await racing.finish();

await browser.close();
await server.close();
