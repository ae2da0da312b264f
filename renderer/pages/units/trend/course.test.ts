import { expect, it } from 'vitest';
import type { Tokens } from '../../../parts/tokens.ts';
import { course, outline } from './course.ts';
import type { Step } from './lines.ts';

const tokens = { live: '#00f', rem: 16 } as Tokens;
const stepAt = (fromMs: number, value: number | null, other: Partial<Step> = {}): Step => ({
  ...{ fromMs, toMs: fromMs + 10, value, low: null, high: null },
  ...{ letter: 'G', cut: false, running: false, ...other },
});
const drawn = (steps: readonly Step[]): Record<string, unknown> =>
  Object.fromEntries(course(steps, tokens).map(({ name, data }) => [String(name), data]));

it('a measured course is one line, without a point for what it has not', () => {
  expect(drawn([stepAt(0, 1), stepAt(10, 2), stepAt(20, 3)])).toEqual({
    course: [
      [5, 1],
      [15, 2],
      [25, 3],
    ],
  });
});

it('estimates are dashed from the measured neighbour to the next one, and two of them are not joined', () => {
  const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => stepAt(at * 10, at, at === 1 || at === 7 ? { letter: 'E' } : {}));
  expect(drawn(steps)['doubtful course']).toEqual([
    [5, 0],
    [15, 1],
    [25, 2],
    [35, null],
    [65, 6],
    [75, 7],
    [85, 8],
  ]);
  expect(drawn(steps).course).toContainEqual([15, null]);
});

it('a lone value and a repaired one have a mark of their own', () => {
  const steps = [stepAt(0, 1), stepAt(10, 2, { letter: 'R' }), stepAt(20, null), stepAt(30, 4), stepAt(40, null)];
  expect(drawn(steps)['dots of the course']).toEqual([
    [15, 2],
    [35, 4],
  ]);
});

it('the outline of the slider has at most 200 points, the highest of each stretch', () => {
  const { data = [] } = outline(
    Array.from({ length: 1000 }, (_, at) => stepAt(at * 10, at % 7 === 0 ? null : at)),
    'outline',
  );
  expect(data).toHaveLength(200);
  expect(data[0]).toEqual([0, 4]);
  expect(data.at(-1)).toEqual([9950, 999]);
});
