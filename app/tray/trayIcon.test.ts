import { expect, it } from 'vitest';
import { trayIconPixels } from './trayIcon.ts';

/** Dark or light where something is drawn, as somebody sees it who sees no colours. */
const greys = (shape: 'normal' | 'alarm' | 'down', size: number): string =>
  Array.from({ length: size * size }, (_, at) => {
    const [blue = 0, green = 0, red = 0, alpha = 0] = trayIconPixels(shape, size).subarray(at * 4);
    return alpha === 0 ? '.' : red + green + blue > 600 ? 'o' : red + green + blue < 100 ? '#' : '+';
  }).join('');

it.each([16, 20, 22, 24, 32])('of %i px has three shapes that differ without colours', (size) => {
  const [normal, alarm, down] = [greys('normal', size), greys('alarm', size), greys('down', size)];
  const differing = (one: string, other: string): number => [...one].filter((sign, at) => sign !== other[at]).length;
  for (const [one, other] of [
    [normal, alarm],
    [normal, down],
    [alarm, down],
  ] as const)
    expect(differing(one, other)).toBeGreaterThan(size / 2);
  expect(normal).not.toContain('#');
});
