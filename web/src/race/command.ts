// The `tessera compare` commands that repeat a race with the native program: the same counts, to the node.
import type { Board } from '../puzzle/board';
import type { Goal } from '../puzzle/goals';
import { command, goalOption, optionWords, type Options } from '../state/command';
import type { Lane, Limits } from './lane';

/** Lanes that one command can run: the same options; `compare` runs every algorithm with every heuristic. */
interface Group {
  algorithms: string[];
  heuristics: string[];
  options: Options;
  /** The options as text, to compare them. */
  key: string;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}

/** As few products as a short look finds: heuristics of one algorithm together, then algorithms with the same heuristics. */
function groups(lanes: readonly Lane[]): Group[] {
  const byAlgorithm: Group[] = [];
  for (const lane of lanes) {
    const options: Options = Object.fromEntries(
      Object.entries(lane.options)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, value]) => [name, value === 'on' ? true : value]),
    );
    const key = optionWords(options).join(' ');
    const own = lane.heuristic === '' ? [] : [lane.heuristic];
    const known = byAlgorithm.find((group) => group.algorithms[0] === lane.algorithm && group.key === key);
    if (!known) byAlgorithm.push({ algorithms: [lane.algorithm], heuristics: own, options, key });
    else if (own[0] !== undefined && !known.heuristics.includes(own[0])) known.heuristics.push(own[0]);
  }
  const merged: Group[] = [];
  for (const group of byAlgorithm) {
    const fits = merged.find(
      (other) =>
        other.key === group.key &&
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

export function compareCommands(lanes: readonly Lane[], board: Board, goal: Goal, limits: Limits): string[] {
  const common = {
    goal: goalOption(goal),
    time: limits.seconds === null ? undefined : `${limits.seconds}s`,
    memory: limits.megabytes === null ? undefined : `${limits.megabytes}M`,
    nodes: limits.nodes ?? undefined,
  };
  return groups(lanes).map(({ algorithms, heuristics, options }) =>
    // Lines like these are often long: what tells them apart comes first, the goal with what they share.
    command(
      'compare',
      board,
      'blank-last',
      { algorithm: algorithms.join(','), heuristic: heuristics.join(','), ...options, ...common },
      "'",
    ),
  );
}
