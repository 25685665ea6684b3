// Races worth watching, one press away.
import { inlineForm, type Board } from '../puzzle/board';
import type { Lane } from './lane';

export interface Preset {
  key: 'heuristics' | 'memory' | 'weights' | 'strength' | 'blind' | 'large';
  lanes: Lane[];
  /** Boards it makes sense on, by cells; on others it brings its own. */
  cells: [least: number, most: number];
  /** Its own board, in the one-line form. */
  board: string;
}

function lane(algorithm: string, heuristic = '', options: Record<string, string> = {}): Lane {
  return { algorithm, heuristic, options };
}

/** `tessera generate 4x4 --seed 5`: 53 moves. */
export const fifteen = '1 0 14 7/3 11 13 2/15 6 5 12/8 10 9 4';
/** One of the two hardest of 3×3: 31 moves. */
const hardestEight = '8 6 7/2 5 4/3 0 1';
/** `tessera generate 5x5 --seed 1`. */
const twentyFour = '20 10 23 11 8/14 3 13 6 5/9 24 15 1 0/7 19 17 21 2/4 12 18 16 22';

/** The seed that makes a preset's board with `generate`; nothing for any other board. */
export function seedOf(board: Board): string | undefined {
  return { [fifteen]: '5', [twentyFour]: '1' }[inlineForm(board)];
}

export const presets: readonly Preset[] = [
  {
    key: 'heuristics',
    lanes: [lane('a*', 'manhattan'), lane('a*', 'linear-conflict')],
    cells: [4, 16],
    board: fifteen,
  },
  {
    key: 'memory',
    lanes: [lane('a*', 'linear-conflict'), lane('ida*', 'linear-conflict')],
    cells: [4, 16],
    board: fifteen,
  },
  {
    key: 'weights',
    lanes: ['1', '1.5', '3'].map((weight) => lane('weighted-a*', 'manhattan', { weight })),
    cells: [4, 16],
    board: fifteen,
  },
  {
    key: 'strength',
    lanes: ['manhattan', 'linear-conflict', 'walking-distance', 'strong'].map((name) => lane('ida*', name)),
    cells: [4, 16],
    board: fifteen,
  },
  {
    key: 'blind',
    lanes: ['bfs', 'ucs', 'bidirectional-bfs', 'dfs'].map((name) => lane(name)),
    cells: [4, 9],
    board: hardestEight,
  },
  {
    key: 'large',
    lanes: [
      lane('human'),
      lane('greedy', 'manhattan'),
      lane('beam', 'squared-distance'),
      lane('weighted-a*', 'linear-conflict', { weight: '3' }),
    ],
    cells: [20, 49],
    board: twentyFour,
  },
];
