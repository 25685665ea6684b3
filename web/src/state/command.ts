// The same search on the command line.
import type { Job } from '../engine/types';
import { inlineForm, type Board } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';

const quoted = (text: string) => (/^[\w.:+-]+$/.test(text) ? text : `"${text}"`);

/** `tessera solve "1 2 3/…" --goal snail --algorithm "ida*"`, with what differs from the defaults. */
export function commandFor(board: Board, goal: Goal, job: Omit<Job, 'start' | 'goal' | 'size'>): string {
  const words = ['tessera', 'solve', `"${inlineForm(board)}"`];
  const add = (option: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') words.push(option, quoted(String(value)));
  };
  if (typeof goal !== 'string') add('--goal', inlineForm(goal));
  else if (goal !== 'blank-last') add('--goal', goal);
  if (job.algorithm !== 'auto') add('--algorithm', job.algorithm);
  if (job.heuristic !== 'auto') add('--heuristic', job.heuristic);
  if (job.cost !== 'unit') add('--cost', job.cost);
  for (const [name, value] of Object.entries(job.options ?? {})) {
    const option = `--${name.replaceAll('_', '-')}`;
    if (value === true) words.push(option);
    else if (value !== false) add(option, value);
  }
  const { seconds, memory_bytes, nodes, depth } = job.limits ?? {};
  add('--time', seconds === undefined ? undefined : `${seconds}s`);
  add('--memory', memory_bytes === undefined ? undefined : `${Math.round(memory_bytes / (1 << 20))}M`);
  add('--nodes', nodes);
  add('--max-depth', depth);
  return words.join(' ');
}
