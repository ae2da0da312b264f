import type { TankShape } from '../../contract/units.ts';

/** [level m, volume m3] from the bottom to the brim; straight between rows. */
type Strapping = readonly (readonly [levelM: number, volumeM3: number])[];

const rowsOfCurved = 400;

/** Volume below a level, m3, for the shapes that are not straight walls; formulas of domain.md 3.1. */
function curvedVolume(shape: Extract<TankShape, { shape: 'horizontal_cylinder' | 'cone_bottom' }>, h: number): number {
  if (shape.shape === 'horizontal_cylinder') {
    const r = shape.diameter / 2;
    const barrel = shape.length * (r * r * Math.acos((r - h) / r) - (r - h) * Math.sqrt(Math.max(0, 2 * r * h - h * h)));
    return barrel + Math.PI * (shape.head / r) * h * h * (r - h / 3);
  }
  const [bottom, top] = [shape.bottomDiameter / 2, shape.diameter / 2];
  const inCone = Math.min(h, shape.coneHeight);
  const at = bottom + ((top - bottom) * inCone) / shape.coneHeight;
  const cone = ((Math.PI * inCone) / 3) * (bottom * bottom + bottom * at + at * at);
  return cone + Math.PI * top * top * Math.max(0, h - shape.coneHeight);
}

function strappingOf(shape: TankShape): Strapping {
  switch (shape.shape) {
    case 'table':
      return shape.rows;
    case 'vertical_cylinder':
      return [
        [0, 0],
        [shape.height, (Math.PI * shape.diameter ** 2 * shape.height) / 4],
      ];
    case 'rectangular':
      return [
        [0, 0],
        [shape.height, shape.length * shape.width * shape.height * shape.compartments],
      ];
    case 'horizontal_cylinder':
    case 'cone_bottom': {
      const brim = shape.shape === 'cone_bottom' ? shape.height : shape.diameter;
      return Array.from({ length: rowsOfCurved + 1 }, (_, n) => {
        const level = (brim * n) / rowsOfCurved;
        return [level, curvedVolume(shape, level)] as const;
      });
    }
  }
}

/** The level at which a tank holds a volume, m; the sensor's side of what the server turns back into volume. */
export function levelOf(shape: TankShape): (volumeM3: number) => number {
  const rows = strappingOf(shape);
  return (volumeM3) => {
    let [low, high] = [0, rows.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.[1] ?? 0) <= volumeM3) low = middle;
      else high = middle;
    }
    const [h0, v0] = rows[low] ?? [0, 0];
    const [h1, v1] = rows[high] ?? [0, 0];
    return v1 > v0 ? h0 + ((h1 - h0) * (volumeM3 - v0)) / (v1 - v0) : h0;
  };
}
