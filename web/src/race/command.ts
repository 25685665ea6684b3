// The `tessera compare` commands that repeat a race with the native program: the same counts, to the node.
import { inlineForm, type Board } from '../puzzle/board';
import type { Lane, Limits } from './lane';

/** Quoted for a POSIX shell where it must be. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Lanes that one command can run: the same options; `compare` runs every algorithm with every heuristic. */
interface Group {
  algorithms: string[];
  heuristics: string[];
  options: string;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

/** As few products as a short look finds: heuristics of one algorithm together, then algorithms with the same heuristics. */
function groups(lanes: readonly Lane[]): Group[] {
  const byAlgorithm: Group[] = [];
  for (const lane of lanes) {
    const options = Object.entries(lane.options)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, value]) => (name === 'adaptive' ? (value === 'on' ? ' --adaptive' : '') : ` --${name} ${shellWord(value)}`))
      .join('');
    const own = lane.heuristic === '' ? [] : [lane.heuristic];
    const known = byAlgorithm.find((group) => group.algorithms[0] === lane.algorithm && group.options === options);
    if (!known) byAlgorithm.push({ algorithms: [lane.algorithm], heuristics: own, options });
    else if (own[0] !== undefined && !known.heuristics.includes(own[0])) known.heuristics.push(own[0]);
  }
  const merged: Group[] = [];
  for (const group of byAlgorithm) {
    const fits = merged.find(
      (other) =>
        other.options === group.options &&
        (group.heuristics.length === 0 || other.heuristics.length === 0 || same(other.heuristics, group.heuristics)),
    );
    if (!fits) {
      merged.push(group);
      continue;
    }
    fits.algorithms.push(...group.algorithms);
    if (fits.heuristics.length === 0) fits.heuristics = group.heuristics;
  }
  return merged;
}

export function compareCommands(lanes: readonly Lane[], board: Board, goal: string | Board, limits: Limits): string[] {
  const goalText = typeof goal === 'string' ? goal : inlineForm(goal);
  const common = [
    goalText === 'blank-last' ? '' : ` --goal ${shellWord(goalText)}`,
    limits.seconds === null ? '' : ` --time ${limits.seconds}s`,
    limits.megabytes === null ? '' : ` --memory ${limits.megabytes}M`,
    limits.nodes === null ? '' : ` --nodes ${limits.nodes}`,
  ].join('');
  return groups(lanes).map((group) => {
    const heuristics = group.heuristics.length === 0 ? '' : ` --heuristic ${shellWord(group.heuristics.join(','))}`;
    return (
      `tessera compare ${shellWord(inlineForm(board))} --algorithm ${shellWord(group.algorithms.join(','))}` +
      `${heuristics}${group.options}${common}`
    );
  });
}
