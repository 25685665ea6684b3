// Lanes as sentences write them: `weighted A* (weight 3) with Manhattan`.
import { spoken } from '../components/spoken';
import type { Lane } from './lane';
import { heuristicDetail, heuristicStem } from './lane';

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
