// The marks of a heuristic's explanation on the tiles: arrows, lines in disorder, groups, tables. Of a maximum, only the part that counts.
import type { Part } from '../engine/types';

export interface ArrowMark {
  tile: number;
  from: number;
  to: number;
  value: number;
  /** A tile jumps (gaschnig), and does not walk. */
  jumps: boolean;
}
export interface LineMark {
  kind: 'row' | 'column';
  index: number;
  pairs: [number, number][];
  leaving: number[];
  value: number;
}
export interface GroupMark {
  letter: string;
  tiles: number[];
  value: number;
}
export interface MatrixMark {
  label: string;
  value: number;
  lines: 'rows' | 'columns';
  blankLine: number;
  counts: number[][];
}

export interface Marks {
  arrows: ArrowMark[];
  lines: LineMark[];
  groups: GroupMark[];
  matrices: MatrixMark[];
  /** Tiles that must make way, beyond those of the lines. */
  leaving: number[];
  /** What each tile adds, where the explanation says so. */
  added: Map<number, number>;
}

/** The parts that make up the value: all of a sum, the chosen one of a maximum. */
export function countingParts(part: Part): readonly Part[] {
  const parts = part.parts ?? [];
  if (part.combine !== 'max' || part.chosen === undefined) return parts;
  const chosen = parts[part.chosen];
  return chosen ? [chosen] : [];
}

export function marksOf(whole: Part): Marks {
  const marks: Marks = { arrows: [], lines: [], groups: [], matrices: [], leaving: [], added: new Map() };
  const add = (tile: number, value: number) => marks.added.set(tile, (marks.added.get(tile) ?? 0) + value);

  const visit = (part: Part): void => {
    const value = part.value ?? 0;
    const tile = part.tiles?.length === 1 ? part.tiles[0]! : null;
    switch (part.kind) {
      case 'tile':
      case 'jump': {
        const from = part.cells?.[0];
        const to = part.goal_cells?.[0];
        if (tile === null) break;
        add(tile, value);
        if (from !== undefined && to !== undefined && from !== to) {
          marks.arrows.push({ tile, from, to, value, jumps: part.kind === 'jump' });
        }
        break;
      }
      case 'inversion':
        if (tile !== null) add(tile, value);
        break;
      case 'line':
        if (part.line) {
          marks.lines.push({ ...part.line, pairs: part.pairs ?? [], leaving: part.leaving ?? [], value });
        }
        break;
      case 'departure':
        marks.leaving.push(...(part.leaving ?? []));
        break;
      case 'pattern':
        marks.groups.push({ letter: String.fromCharCode(65 + (marks.groups.length % 26)), tiles: part.tiles ?? [], value });
        break;
    }
    if (part.matrix) {
      const { lines, blank_line, counts } = part.matrix;
      marks.matrices.push({ label: part.label, value, lines, blankLine: blank_line, counts });
    }
    for (const child of countingParts(part)) visit(child);
  };
  visit(whole);
  return marks;
}
