// Many small jobs at once through the API of `tessera serve`: how many come back, how many are right, and how long they take.
// npm run jobs [-- --jobs N --clients N]; needs build/release/bin/tessera.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { program, serveProgram } from '../tests/browser/support.mjs';

const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '500' }, clients: { type: 'string', default: '500' } },
});
const jobs = Number(values.jobs);
const clients = Number(values.clients);

const made = execFileSync(program, ['call', 'generate', JSON.stringify({ size: [3, 3], seed: 7, count: jobs })], { encoding: 'utf8', maxBuffer: 1 << 26 });
const boards = JSON.parse(made).boards.map((board) => board.start);
const request = (start) => ({ start, algorithm: 'a*', heuristic: 'manhattan' });
const expected = execFileSync(program, ['call', 'solve'], {
  input: boards.map((start) => JSON.stringify(request(start))).join('\n'),
  encoding: 'utf8',
  maxBuffer: 1 << 28,
})
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).length);

const server = await serveProgram();
const times = [];
let refused = 0;

/** Submits a job and follows its events to the result; tries again when the server is full. */
async function run(number) {
  const begin = performance.now();
  for (;;) {
    const accepted = await fetch(`${server.address}api/jobs`, { method: 'POST', body: JSON.stringify(request(boards[number])) });
    if (accepted.status === 429 || accepted.status === 503) {
      ++refused;
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    assert.equal(accepted.status, 202);
    const { events } = await accepted.json();
    const text = await (await fetch(server.address + events)).text();
    const result = /event: result\ndata: (.*)/.exec(text);
    assert.ok(result, `job ${number} was lost: ${text.slice(-200)}`);
    assert.equal(JSON.parse(result[1]).length, expected[number]);
    times.push(performance.now() - begin);
    return;
  }
}

const begin = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: clients }, async () => {
    while (next < jobs) await run(next++);
  }),
);
const total = (performance.now() - begin) / 1000;
times.sort((a, b) => a - b);
const at = (share) => `${times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(0)} ms`;
console.log(
  `${jobs} jobs, ${clients} clients at once: ${times.length} answered and right, ${jobs - times.length} lost, ${refused} refusals tried again; ` +
    `${total.toFixed(2)} s in all; from submission to result: half within ${at(0.5)}, 95 of 100 within ${at(0.95)}, slowest ${at(1)}`,
);
await server.close();
