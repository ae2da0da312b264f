/** Vector figures that every format draws alike; x grows to the right, y downwards, in points. */
export type Shape =
  | { kind: 'line'; from: Point; to: Point; stroke: string; width: number; isDashed?: boolean }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string; stroke?: string }
  | { kind: 'path'; points: readonly Point[]; stroke?: string; fill?: string; width?: number }
  /** From one upright edge to another, both of the same height, with a soft bend. */
  | { kind: 'band'; from: Point; to: Point; height: number; fill: string }
  | { kind: 'text'; at: Point; text: string; size: number; fill: string; anchor: 'start' | 'middle' | 'end'; isBold?: boolean };

export type ShapeOf<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>;
export type Point = readonly [x: number, y: number];
export type Drawing = { width: number; height: number; title: string; shapes: readonly Shape[] };

/** Colours of paper: dark enough in print, apart for the colour-blind. */
export const ink = { text: '#1f2326', soft: '#5b6166', rule: '#c9ced2', faint: '#eceff1', head: '#e3e8ec' } as const;
export const seriesColours = ['#1c3f66', '#6b8fb5', '#8a6d3b', '#5f7f5f', '#7a5c86', '#4f4f4f'] as const;
export const alarmColour = '#c8102e';
