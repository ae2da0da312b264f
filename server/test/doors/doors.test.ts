import { afterEach, expect, it } from 'vitest';
import { correct } from './corrections.ts';
import { type Asked, Doors, type Figures } from './figures.ts';
import { type RandomPlant, startRandomPlant } from './randomPlant.ts';

let plant: RandomPlant | undefined;
afterEach(async () => {
  await plant?.stop();
  plant = undefined;
});

/** Figures that are not the same through every door. */
const differing = (figures: Figures): Record<string, unknown> =>
  Object.fromEntries([...figures].filter(([, answers]) => new Set(Object.values(answers)).size > 1));

const daysBack = (date: string, days: number): string =>
  new Date(Date.parse(date.split('/').reverse().join('-')) - days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .reverse()
    .join('/');

/** A zone with another shift start each, most of them with a change of clocks within the days. */
it.each([0, 1, 2, 5])('plant %d answers each question alike through every door', async (seed) => {
  plant = await startRandomPlant(seed);
  const dates = [plant.lastDate, daysBack(plant.lastDate, 2)];
  const asked: Asked[] = [...dates.map((date): Asked => ({ date, span: 'DAY' })), { date: plant.lastDate, span: 'MONTH' }];
  let count = 0;
  for (const corrected of [false, true]) {
    if (corrected) await correct(plant, dates[1] ?? '');
    for (const one of asked) {
      const figures = await new Doors(plant, one).ask();
      expect(differing(figures), `${one.span} ${one.date}, corrected: ${corrected}`).toEqual({});
      count += figures.size;
    }
  }
  expect(count).toBeGreaterThan(900);
});
