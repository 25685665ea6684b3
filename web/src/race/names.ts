// Names of algorithms and heuristics as sentences write them: `ida*` is IDA*, `linear-conflict` linear conflict.
import type { Lane } from './lane';
import { heuristicDetail, heuristicStem } from './lane';

const acronyms = new Set(['a*', 'ida*', 'hda*', 'bfs', 'dfs', 'ucs', 'iddfs', 'rbfs', 'pdb']);
const properNames = new Set(['manhattan', 'euclidean', 'chebyshev', 'gaschnig']);

function word(text: string): string {
  if (acronyms.has(text)) return text.toUpperCase();
  if (properNames.has(text)) return text[0]!.toUpperCase() + text.slice(1);
  return text;
}

export function spoken(name: string): string {
  return name.split('-').map(word).join(' ');
}

export function spokenHeuristic(name: string): string {
  const detail = heuristicDetail(name);
  const stem = spoken(heuristicStem(name));
  if (detail === '') return stem;
  return name.includes('(') ? `${stem} of ${detail.split(',').map(spoken).join(' and ')}` : `${stem} ${detail}`;
}

export function spokenOptions(lane: Lane): string {
  return Object.entries(lane.options)
    .map(([name, value]) => `${name.replaceAll('-', ' ')} ${value}`)
    .join(', ');
}

/** `weighted A* (weight 3)`: the algorithm with its options. */
export function algorithmOf(lane: Lane): string {
  const options = spokenOptions(lane);
  return spoken(lane.algorithm) + (options === '' ? '' : ` (${options})`);
}

/** `weighted A* (weight 3) with Manhattan`. */
export function laneName(lane: Lane): string {
  return algorithmOf(lane) + (lane.heuristic === '' ? '' : ` with ${spokenHeuristic(lane.heuristic)}`);
}

export function sentenceCase(text: string): string {
  return text === '' ? text : text[0]!.toUpperCase() + text.slice(1);
}
