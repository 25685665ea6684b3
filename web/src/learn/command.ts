// The command line that reproduces a figure.
import { inlineForm, type Board } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';

/** A word as a shell takes it: quoted where it must be. */
function shellWord(word: string): string {
  if (/^[A-Za-z0-9._:=/+-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}

/** `command('explain', board, goal, { heuristic: 'manhattan' })` → `tessera explain "1 2 3/…" --heuristic manhattan`. */
export function command(
  name: string,
  board: Board,
  goal: Goal,
  options: Record<string, string | number | true | undefined> = {},
): string {
  const words = ['tessera', name, inlineForm(board)];
  if (goal !== 'blank-last') words.push('--goal', typeof goal === 'string' ? goal : inlineForm(goal));
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    words.push(`--${option}`);
    if (value !== true) words.push(String(value));
  }
  return words.map(shellWord).join(' ');
}
