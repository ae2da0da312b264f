import type { IconShape } from './trayModel.ts';

const BYTES = 4;
/** Dark with a light edge, so that it shows on light and dark bars. */
const inks = { body: [0x1f, 0x6f, 0xb5], edge: [0xff, 0xff, 0xff], mark: [0x11, 0x11, 0x11] } as const;
type Ink = keyof typeof inks;

/** A drop: a circle below, its tip above. Places are 0 to 1 of the icon. */
const isDrop = (x: number, y: number, grow: number): boolean => {
  const [dx, dy] = [x - 0.5, y - 0.62];
  const radius = 0.32 + grow;
  if (dx * dx + dy * dy <= radius * radius) return true;
  return y >= 0.06 - grow && y < 0.62 && Math.abs(dx) <= (radius * (y - 0.06 + grow)) / 0.56;
};

const markOf: Readonly<Record<IconShape, (x: number, y: number) => boolean>> = {
  normal: () => false,
  // an exclamation mark cut into the drop
  alarm: (x, y) => Math.abs(x - 0.5) < 0.09 && ((y > 0.3 && y < 0.66) || (y > 0.74 && y < 0.88)),
  // struck out from corner to corner
  down: (x, y) => Math.abs(x - y) < 0.09,
};

const inkAt = (shape: IconShape, x: number, y: number): Ink | undefined => {
  if (shape === 'down' && markOf.down(x, y)) return 'mark';
  if (shape === 'alarm' && markOf.alarm(x, y)) return 'edge';
  if (isDrop(x, y, 0)) return 'body';
  return isDrop(x, y, 0.06) ? 'edge' : undefined;
};

/** The icon as rows of BGRA, as nativeImage.createFromBitmap takes it. */
export const trayIconPixels = (shape: IconShape, size: number): Buffer => {
  const pixels = Buffer.alloc(size * size * BYTES);
  for (let at = 0; at < size * size; at += 1) {
    const ink = inkAt(shape, ((at % size) + 0.5) / size, (Math.floor(at / size) + 0.5) / size);
    if (!ink) continue;
    const [red, green, blue] = inks[ink];
    pixels.set([blue, green, red, 255], at * BYTES);
  }
  return pixels;
};
