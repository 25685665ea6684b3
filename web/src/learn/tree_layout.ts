// Where the nodes of a search tree stand: a line for each depth, without crossings, boards where there is room and dots elsewhere.
import type { Size, Trace } from '../engine/types';

export interface Place {
  node: number;
  x: number;
  y: number;
}

export interface Layer {
  depth: number;
  y: number;
  /** Whether its nodes are drawn as boards. */
  boards: boolean;
  /** Side of a cell of such a board, or the radius of a dot. */
  size: number;
  count: number;
}

export interface Layout {
  width: number;
  height: number;
  layers: Layer[];
  /** By node number; nodes of other trees have none. */
  places: Map<number, Place>;
}

const margin = 14;
const gap = 9;
const smallestCell = 11;
const largestCell = 17;
const mostLayersOfBoards = 9;

/** Lays out the tree below `root`. The order within a line is that of the parents, so no two edges cross. */
export function layoutTree(trace: Trace, root: number, width: number, [rows, cols]: Size): Layout {
  const children = new Map<number, number[]>();
  trace.nodes.forEach((node, i) => {
    if (node.parent === null) return;
    const list = children.get(node.parent);
    if (list) list.push(i);
    else children.set(node.parent, [i]);
  });
  const lines: number[][] = [];
  for (let line = [root]; line.length > 0; line = line.flatMap((node) => children.get(node) ?? [])) lines.push(line);

  const room = Math.max(1, width - 2 * margin);
  const few = lines.length <= mostLayersOfBoards;
  const places = new Map<number, Place>();
  const layers: Layer[] = [];
  let y = margin;
  lines.forEach((line, depth) => {
    const slot = room / line.length;
    const cell = Math.min(largestCell, (slot - gap) / cols);
    const boards = few && cell >= smallestCell;
    const size = boards ? cell : Math.max(1.2, Math.min(few ? 5 : 4, slot / 2.3));
    const height = boards ? rows * cell : 2 * size;
    y += height / 2;
    layers.push({ depth, y, boards, size, count: line.length });
    line.forEach((node, i) => places.set(node, { node, x: margin + (i + 0.5) * slot, y }));
    y += height / 2 + (few ? 30 : lines.length > 40 ? 5 : 12);
  });
  return { width, height: y - (few ? 30 : 12) + margin, layers, places };
}
