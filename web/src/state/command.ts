// The same thing on the command line.
import type { Job } from '../engine/types';
import { inlineForm, type Board } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';

type Quote = '"' | "'";
/** By the names of the command line, in their order; what is undefined, false or empty is left out. */
export type Options = Record<string, string | number | boolean | undefined>;

/** A word as a POSIX shell takes it: quoted where it must be, by `quote` where either does. */
export function shellWord(word: string, quote: Quote = '"'): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return quote === '"' && !/["$`\\!]/.test(word) ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function optionWords(options: Options): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false || value === '') return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
}

/** The value of `--goal`; nothing where it is the program's own. */
export function goalOption(goal: Goal): string | undefined {
  if (goal === 'blank-last') return undefined;
  return typeof goal === 'string' ? goal : inlineForm(goal);
}

/** `command('explain', board, goal, { heuristic: 'manhattan' })` → `tessera explain "1 2 3/…" --heuristic manhattan`. */
export function command(name: string, board: Board, goal: Goal, options: Options = {}, quote: Quote = '"'): string {
  const words = ['tessera', name, inlineForm(board), ...optionWords({ goal: goalOption(goal) }), ...optionWords(options)];
  return words.map((word) => shellWord(word, quote)).join(' ');
}

/** `tessera solve "1 2 3/…" --goal snail --algorithm "ida*"`, with what differs from the defaults. */
export function commandFor(board: Board, goal: Goal, job: Omit<Job, 'start' | 'goal' | 'size'>): string {
  const { seconds, memory_bytes, nodes, depth } = job.limits ?? {};
  const unlessDefault = (value: string | undefined, usual: string) => (value === usual ? undefined : value);
  return command('solve', board, goal, {
    algorithm: unlessDefault(job.algorithm, 'auto'),
    heuristic: unlessDefault(job.heuristic, 'auto'),
    cost: unlessDefault(job.cost, 'unit'),
    ...Object.fromEntries(Object.entries(job.options ?? {}).map(([name, value]) => [name.replaceAll('_', '-'), value])),
    time: seconds === undefined ? undefined : `${seconds}s`,
    memory: memory_bytes === undefined ? undefined : `${Math.round(memory_bytes / (1 << 20))}M`,
    nodes,
    'max-depth': depth,
  });
}
