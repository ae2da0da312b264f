import { describe, expect, it } from 'vitest';
import { type NodeDay, nodeLoss } from './nodeLoss.ts';

const DAY_MS = 86_400_000;
const first = Date.parse('2026-06-01T00:30:00Z');

type Day = { lossKL?: number | null; z: number | null; baselineZ?: number | null };
const daysOf = (days: readonly Day[]): NodeDay[] =>
  days.map(({ lossKL = 10, z, baselineZ = null }, at) => ({
    date: new Date(first + at * DAY_MS).toISOString().slice(0, 10),
    fromMs: first + at * DAY_MS,
    lossKL: z === null ? null : lossKL,
    uncertaintyKL: 4,
    z,
    baselineZ,
  }));
const evaluate = (...days: Day[]) => {
  const finding = nodeLoss({ nodeId: 'header', label: 'Header', unitId: 'main', days: daysOf(days) });
  if (!finding) throw new Error('nothing judged');
  return finding;
};
const calm = { z: 0.4, baselineZ: 0.2 };

describe('a node of the balance', () => {
  it('that loses water at z of 3 is an alarm on the second day, and not on the first', () => {
    expect(evaluate(calm, { z: 3.1 }).isMet).toBe(false);
    expect(evaluate(calm, { z: 3.1 }, { z: 3 }).isMet).toBe(true);
    expect(evaluate(calm, { z: 3.1 }, { z: 2.9 }).isMet).toBe(false);
  });

  it('is an alarm at 3 times its usual scatter on two days, below the uncertainty of its meters', () => {
    expect(evaluate(calm, { z: 1, baselineZ: 3.2 }, { z: 1.1, baselineZ: 3.4 }).isMet).toBe(true);
  });

  it('is an alarm sooner where the excess adds up beyond chance: one very bad day, or many that are each a little too high', () => {
    expect(evaluate(calm, { z: 2.5, baselineZ: 7 }).isMet).toBe(true);
    const little = { z: 1.5, baselineZ: 2.2 };
    expect(evaluate(calm, little, little, little, little).isMet).toBe(false);
    expect(evaluate(calm, little, little, little, little, little).isMet).toBe(true);
  });

  it('says where, how much a day, how sure, since when, and which meter represents it', () => {
    expect(evaluate(calm, { lossKL: 60, z: 7, baselineZ: 30 }, { lossKL: 70, z: 8, baselineZ: 40 })).toMatchObject({
      code: 3,
      value: 65,
      facts: {
        unit: 'Header',
        nodeId: 'header',
        meterUnitId: 'main',
        lossKLD: 65,
        bandKLD: 1.96 * 4,
        z: 8,
        baselineZ: 40,
        date: '02/06/2026',
        since: '2026-06-02T00:30:00.000Z',
      },
    });
  });

  it('ends when the balance closes, not while it only cannot be evaluated', () => {
    const lost = { z: 7, baselineZ: 20 };
    expect(evaluate(lost, lost)).toMatchObject({ isMet: true, isOver: false });
    expect(evaluate(lost, lost, { z: null })).toMatchObject({ isMet: null, isOver: false });
    expect(evaluate(lost, lost, { z: null }, lost)).toMatchObject({ isMet: true, isOver: false });
    expect(evaluate(lost, lost, calm)).toMatchObject({ isMet: false, isOver: true });
  });

  it('that gains water loses none, and one that never closed by a little is no news', () => {
    expect(evaluate({ lossKL: -20, z: -6 }, { lossKL: -20, z: -6 }).isMet).toBe(false);
    const usual = { z: 1.8, baselineZ: 0.3 };
    expect(evaluate(...Array<Day>(40).fill(usual)).isMet).toBe(false);
  });

  it('is reported once and not again each day', () => {
    expect(evaluate(calm, { z: 4 }, { z: 4 }).reAlarmMinutes).toBe(0);
  });

  it('adds up how far each day of a run is above the usual, a day below it taking nothing from those after it', () => {
    expect([evaluate({ z: 2.5, baselineZ: 6.9 }).isMet, evaluate({ z: 2.5, baselineZ: 7 }).isMet]).toEqual([false, true]);
    const low = { z: 2.5, baselineZ: -5 };
    expect([evaluate(low, { z: 2.5, baselineZ: 6 }).isMet, evaluate(low, { z: 2.5, baselineZ: 7 }).isMet]).toEqual([false, true]);
    // where nothing usual is known nothing adds up
    expect(evaluate(...Array<Day>(40).fill({ z: 2.9 })).isMet).toBe(false);
    // a day within the ordinary ends the run
    expect(evaluate({ z: 2.5, baselineZ: 5 }, { z: 1.9, baselineZ: 1.9 }, { z: 2.5, baselineZ: 5 }).isMet).toBe(false);
    expect(evaluate({ z: 2.5, baselineZ: 5 }, { z: 2, baselineZ: 1.9 }, { z: 2.5, baselineZ: 5 }).isMet).toBe(true);
  });

  it('loses water where there is a loss, of one litre too', () => {
    const days = (lossKL: number): Day[] => [calm, { z: 4 }, { z: 4, lossKL }];
    expect([evaluate(...days(0)).isMet, evaluate(...days(0.001)).isMet]).toEqual([false, true]);
  });

  it('ends where its day is usual again: under twice its scatter and under the uncertainty of its meters', () => {
    const isOver = (z: number, baselineZ: number | null) => evaluate({ z, baselineZ }).isOver;
    expect([isOver(1.9, null), isOver(2, null)]).toEqual([true, false]);
    expect([isOver(2.9, 1.9), isOver(2.9, 2), isOver(3, 1.9)]).toEqual([true, false, false]);
  });

  it('says the mean of the days of its run, and since the first of them', () => {
    const at = (...days: Day[]) => evaluate(...days);
    expect(at({ z: 2, lossKL: 5 }, { z: 1.9, lossKL: 100 }, { z: 2, lossKL: 24 }, { z: 3, lossKL: 72 })).toMatchObject({
      value: 48,
      threshold: 3,
      direction: 'high',
      onSlots: 1,
      offSlots: 1,
      facts: { lossKLD: 48, leakM3h: 2, date: '03/06/2026', since: '2026-06-03T00:30:00.000Z', z: 3, baselineZ: '' },
    });
    expect(at(calm)).toMatchObject({ value: 0, facts: { lossKLD: 0, leakM3h: 0, date: '01/06/2026', z: 0.4, baselineZ: 0.2 } });
    expect(at({ z: 4 }, { z: null })).toMatchObject({ facts: { z: '', baselineZ: '', date: '01/06/2026' } });
  });

  it('without a meter of its own names none, without an uncertainty has no band, and without days is nothing', () => {
    const days = daysOf([calm]).map((day) => ({ ...day, uncertaintyKL: null }));
    const found = nodeLoss({ nodeId: 'header', label: 'Header', unitId: null, days });
    expect(found?.facts).not.toHaveProperty('meterUnitId');
    expect(found?.facts.bandKLD).toBe(0);
    expect(nodeLoss({ nodeId: 'header', label: 'Header', unitId: null, days: [] })).toBeUndefined();
  });
});
