// How fast the engine is in the browser, compared with the native program on one thread: the same jobs, in turn, in one run.
// npm run bench [-- --repetitions N]; needs build/web and build/release/bin/tessera.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { program } from '../tests/browser/support.mjs';
import { openWorker } from './worker.mjs';

const { values } = parseArgs({ options: { repetitions: { type: 'string', default: '5' } } });
const repetitions = Number(values.repetitions);

const korf = (number) => ({ start: boardOf(`korf:${number}`), goal: 'blank-first' });
function boardOf(name) {
  const reply = execFileSync(program, ['call', 'read', JSON.stringify({ text: name })], { encoding: 'utf8' });
  return JSON.parse(reply).boards[0].start;
}

// Each takes long enough for the browser to have compiled it fully; whole searches, so that the counts can be compared.
const jobs = [
  { ...korf(1), algorithm: 'ida*', heuristic: 'manhattan' },
  { ...korf(3), algorithm: 'ida*', heuristic: 'linear-conflict' },
  { ...korf(88), algorithm: 'ida*', heuristic: 'pdb' },
  { ...korf(13), algorithm: 'a*', heuristic: 'manhattan' },
  { ...korf(1), algorithm: 'a*', heuristic: 'linear-conflict' },
  { ...korf(1), algorithm: 'ida*', heuristic: 'walking-distance' },
  { ...korf(3), algorithm: 'ida*', heuristic: 'strong' },
  { start: [8, 6, 7, 2, 5, 4, 3, 0, 1], algorithm: 'bfs' },
  { start: boardOf('korf24:1'), goal: 'blank-first', algorithm: 'beam', options: { width: 50_000 } },
].map((job) => ({ ...job, options: { ...job.options, threads: 1 } }));

function nameOf(job) {
  return `${Math.sqrt(job.start.length)}×${Math.sqrt(job.start.length)} ${job.algorithm} ${job.heuristic ?? ''}`;
}

const worker = await openWorker();
const inBrowser = worker.solve;
const native = (job) => JSON.parse(execFileSync(program, ['call', 'solve', JSON.stringify(job)], { encoding: 'utf8', maxBuffer: 1 << 28 }));

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
console.log(`generated nodes a second, median of ${repetitions} turns; ratio = browser / native, lowest … highest of the turns`);
let worst = Infinity;
for (const job of jobs) {
  const rates = { native: [], browser: [] };
  await inBrowser(job); // not counted: the first run is compiled while it runs
  for (let turn = 0; turn < repetitions; ++turn) {
    const answers = { native: native(job), browser: await inBrowser(job) };
    assert.equal(answers.browser.length, answers.native.length, nameOf(job));
    assert.equal(answers.browser.stats.generated, answers.native.stats.generated, nameOf(job));
    for (const where of ['native', 'browser']) {
      rates[where].push(answers[where].stats.generated / (answers[where].stats.seconds - answers[where].stats.setup_seconds));
    }
  }
  const ratios = rates.browser.map((rate, i) => rate / rates.native[i]);
  worst = Math.min(worst, median(ratios));
  const millions = (rate) => `${(rate / 1e6).toFixed(1)} M/s`;
  console.log(
    [
      nameOf(job).padEnd(28),
      millions(median(rates.native)).padStart(12),
      millions(median(rates.browser)).padStart(12),
      median(ratios).toFixed(2).padStart(8),
      `${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)}`.padStart(16),
    ].join(''),
  );
}
console.log(`lowest ratio ${worst.toFixed(2)}`);
await worker.close();
