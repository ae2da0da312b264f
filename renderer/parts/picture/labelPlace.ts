import { textWidthPx } from './textWidth.ts';

export type Point = { x: number; y: number };
export type Rect = Point & { w: number; h: number };
/** From the right side of one box to the left side of another. */
export type Curve = readonly [Point, Point, Point, Point];

/** How far the curve goes straight on before it turns; one that leads back turns at once. */
const reachOf = (distance: number): number => (distance >= 0 ? distance / 2 : 6.25 * Math.sqrt(-distance));

export const curveOf = (from: Point, to: Point): Curve => {
  const reach = reachOf(to.x - from.x);
  return [from, { x: from.x + reach, y: from.y }, { x: to.x - reach, y: to.y }, to];
};

export const curveBetween = (from: Rect, to: Rect): Curve =>
  curveOf({ x: from.x + from.w, y: from.y + from.h / 2 }, { x: to.x, y: to.y + to.h / 2 });

export const pathOf = ([from, first, second, to]: Curve): string =>
  `M${from.x},${from.y} C${first.x},${first.y} ${second.x},${second.y} ${to.x},${to.y}`;

/** @param share of the way, 0 to 1 */
export const pointOn = (curve: Curve, share: number): Point => {
  const rest = 1 - share;
  const weights = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3];
  const sum = (of: keyof Point) => curve.reduce((total, point, at) => total + (weights[at] ?? 0) * point[of], 0);
  return { x: sum('x'), y: sum('y') };
};

const middleFirst = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((step) => (step === 0 ? [0.5] : [0.5 - step * 0.05, 0.5 + step * 0.05]));
const paddingPx = 4;
const heightPx = 22;
const leastCharacters = 3;

const cover = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

export type PlacedLabel = { text: string; share: number; box: Rect };

/**
 * Where a label of 13 px is placed on a curve so that no box covers it, as near to the middle as it can; shortened where it has no
 * room as a whole, null where not even three letters have. A number is shown whole or not at all.
 */
export const placeLabel = (
  label: string,
  curve: Curve,
  boxes: readonly Rect[],
  kind: 'words' | 'number' = 'words',
): PlacedLabel | null => {
  const least = kind === 'number' ? label.length : Math.min(label.length, leastCharacters);
  const places = middleFirst.map((share) => ({ share, ...pointOn(curve, share) }));
  for (let length = label.length; length >= least; length -= 1) {
    const text = length === label.length ? label : `${label.slice(0, length - 1).trimEnd()}…`;
    const w = textWidthPx(text) + paddingPx;
    for (const { share, x, y } of places) {
      const box = { x: x - w / 2, y: y - heightPx / 2, w, h: heightPx };
      if (!boxes.some((one) => cover(box, one))) return { text, share, box };
    }
  }
  return null;
};
