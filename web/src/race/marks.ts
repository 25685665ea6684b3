// Marks that distinguish lanes without colour: a dash pattern and a marker each, the same in chart, legend and table.

export type Marker = 'circle' | 'square' | 'triangle' | 'diamond';

export interface Mark {
  marker: Marker;
  /** On and off, in pixels; empty is solid. */
  dash: number[];
}

export const marks: readonly Mark[] = [
  { marker: 'circle', dash: [] },
  { marker: 'square', dash: [9, 5] },
  { marker: 'triangle', dash: [2, 4] },
  { marker: 'diamond', dash: [12, 4, 2, 4] },
];

/** The corners of a marker of radius 1 around the origin; none for the circle. */
export const corners: Record<Marker, readonly [number, number][]> = {
  circle: [],
  square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  triangle: [[0, -1.1], [1.05, 0.8], [-1.05, 0.8]],
  diamond: [[0, -1.25], [1.1, 0], [0, 1.25], [-1.1, 0]],
};
