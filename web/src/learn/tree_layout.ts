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

/**
 * Lays out the tree below `root`: every leaf gets a strip of its own, and a parent stands above the middle of its children, so
 * that no two edges cross.
 */
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

  const across = placesAcross(lines, children);
  const leaves = lines.flat().filter((node) => !children.has(node)).length;
  const room = Math.max(1, width - 2 * margin);
  const x = (node: number) => margin + ((across.get(node)! + 0.5) / leaves) * room;
  const few = lines.length <= mostLayersOfBoards;
  const places = new Map<number, Place>();
  const layers: Layer[] = [];
  let y = margin;
  lines.forEach((line, depth) => {
    let slot = room;
    for (let i = 1; i < line.length; ++i) slot = Math.min(slot, x(line[i]!) - x(line[i - 1]!));
    // Boards at the edges must not stick out.
    const edge = 2 * Math.min(x(line[0]!), width - x(line.at(-1)!));
    const cell = Math.min(largestCell, (Math.min(slot, edge) - gap) / cols);
    const boards = few && cell >= smallestCell;
    const size = boards ? cell : Math.max(1.2, Math.min(few ? 5 : 4, slot / 2.3));
    const height = boards ? rows * cell : 2 * size;
    y += height / 2;
    layers.push({ depth, y, boards, size, count: line.length });
    for (const node of line) places.set(node, { node, x: x(node), y });
    y += height / 2 + (few ? 30 : lines.length > 40 ? 5 : 12);
  });
  return { width, height: y - (few ? 30 : 12) + margin, layers, places };
}

/** In units of leaves, from the left. */
function placesAcross(lines: readonly number[][], children: ReadonlyMap<number, number[]>): Map<number, number> {
  const across = new Map<number, number>();
  let next = 0;
  // Depth first without recursion: a trace of depth-first search is as deep as it is long.
  const path: { node: number; child: number }[] = [{ node: lines[0]![0]!, child: 0 }];
  while (path.length > 0) {
    const top = path.at(-1)!;
    const list = children.get(top.node);
    if (!list) across.set(top.node, next++);
    if (list && top.child < list.length) {
      path.push({ node: list[top.child++]!, child: 0 });
      continue;
    }
    if (list) across.set(top.node, (across.get(list[0]!)! + across.get(list.at(-1)!)!) / 2);
    path.pop();
  }
  return across;
}
