// What the page reaches within the time that the program had, on the same boards: one thread of WebAssembly.
// npm run deadline -- FILE [--boards N]; FILE is what `tessera bench deadline --jsonl` printed. Needs build/web.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openWorker } from './worker.mjs';

const { values, positionals } = parseArgs({ options: { boards: { type: 'string', default: '6' } }, allowPositionals: true });
const most = Number(values.boards);
if (positionals.length !== 1 || !(most >= 1)) {
  console.error('usage: npm run deadline -- FILE [--boards N]; FILE is what "tessera bench deadline --jsonl" printed');
  process.exit(2);
}
const rows = readFileSync(positionals[0], 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter((row) => row.kind === 'board');

const worker = await openWorker();
for (const set of new Set(rows.map((row) => row.set))) {
  const all = rows.filter((row) => row.set === set);
  const count = Math.min(most, all.length);
  const sum = { page: 0, program: 0 };
  for (let i = 0; i < count; ++i) {
    const row = all[Math.floor((i * all.length) / count)];
    const answer = await worker.solve({ start: row.start, goal: row.goal, size: row.size, limits: { seconds: row.limit_seconds } });
    if (answer.length === undefined || answer.lower_bound > answer.length) throw new Error(`${row.id}: ${JSON.stringify(answer).slice(0, 300)}`);
    sum.page += answer.length;
    sum.program += row.length;
    console.log(`${row.id.padEnd(18)} page ${answer.length}  program ${row.length}  ${(answer.stats.generated / answer.stats.seconds / 1e6).toFixed(1)} M/s`);
  }
  console.log(
    `${set}: ${count} boards, ${all[0].limit_seconds} s: page ${(sum.page / count).toFixed(2)}, program ${(sum.program / count).toFixed(2)}, ratio ${(sum.page / sum.program).toFixed(4)}`,
  );
}
await worker.close();
