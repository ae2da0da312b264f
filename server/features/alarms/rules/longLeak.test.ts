import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const FIRST = dayNumber('2026-02-02');
const CALM_DAYS = 16;
const LEAK_DAYS = 30;
const DAYS = CALM_DAYS + LEAK_DAYS + 3;
const SLOTS = 288;
/** 3.6 m3/h. */
const LEAK_L = 300;
const meter = { modulus: 1e6, basePerCount: 10, maxPerHour: 10_000 };

/** A shift day from 06:00: work until 22:00, then `night` litres a slot, with a leak of weeks in the middle of the days. */
const plantOf = (night: (slot: number, day: number) => number, meta: Partial<Unit['meta']>): TestPlant => {
  const plant = new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', name: 'Line', type: 'flow', subCategoryId: 's', meta: { meter, ...meta } as Unit['meta'] });
  for (let day = 0; day < DAYS; day += 1) {
    const isLeaking = day >= CALM_DAYS && day < CALM_DAYS + LEAK_DAYS;
    const litres = Array.from({ length: SLOTS }, (_, slot) => {
      const used = slot < 192 ? 700 + ((slot * 37 + day * 11) % 500) : night(slot, day);
      return used + (isLeaking ? LEAK_L : 0);
    });
    plant.write('line', 'volume', dateOfDay(FIRST + day), 0, litres);
  }
  return plant;
};

const stepsOf = (plant: TestPlant) =>
  new RuleRig(plant).run('line', 'stable_flow', dateOfDay(FIRST), 0, DAYS * SLOTS).map(({ kind, slot }) => ({
    kind,
    day: Math.floor((slot - plant.calendar.windowOfDay(FIRST).firstSlot) / SLOTS),
  }));

describe('a leak that goes on for weeks under flow', () => {
  const on = { stable_flow: true };

  it.each([
    ['looked for in quiet time', { alertEnabled: on }],
    [
      'of a watch that learned the line by itself',
      { alertEnabled: on, alertParams: { stable_flow: { mode: 'learned', learnFrom: '2026-02-02' } } },
    ],
  ])('%s is raised once, never over while it lasts, and over once it is mended', (_, meta) => {
    const plant = plantOf(() => 0, meta as Partial<Unit['meta']>);
    const steps = stepsOf(plant);
    const changes = steps.filter(({ kind }) => kind === 'raised' || kind === 'cleared' || kind === 'rejoined');
    expect(changes.map(({ kind }) => kind)).toEqual(['raised', 'cleared']);
    expect(changes[0]?.day).toBeGreaterThanOrEqual(CALM_DAYS);
    expect(changes[0]?.day).toBeLessThanOrEqual(CALM_DAYS + 1);
    expect(changes[1]?.day).toBeGreaterThanOrEqual(CALM_DAYS + LEAK_DAYS);
  });

  it('on a line that runs at night too does not become usual', () => {
    const night = (slot: number, day: number): number => 400 + ((slot * 7 + day * 13) % 40);
    const plant = plantOf(night, { alertEnabled: on, alertParams: { stable_flow: { mode: 'night' } } } as Partial<Unit['meta']>);
    const changes = stepsOf(plant).filter(({ kind }) => kind === 'raised' || kind === 'cleared' || kind === 'rejoined');
    expect(changes.map(({ kind }) => kind)).toEqual(['raised', 'cleared']);
    expect(changes[0]?.day).toBeLessThanOrEqual(CALM_DAYS + 3);
    expect(changes[1]?.day).toBeGreaterThanOrEqual(CALM_DAYS + LEAK_DAYS);
  });
});
