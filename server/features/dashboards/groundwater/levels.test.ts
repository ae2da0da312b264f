import { describe, expect, it } from 'vitest';
import { measuredFlow } from '../../../historian/index.ts';
import { type PumpState, togetherState } from '../../../plantModel/index.ts';
import { REST_SLOTS } from '../../../plantModel/staticLevel.ts';
import { dayLevels, joinLevels, type WellSlots } from './levels.ts';

const DAY = REST_SLOTS + 288;
/** A day with the four hours before it: pump and level by slot of the day (negative: before it). */
const wellDay = (pumpAt: (slot: number) => PumpState, levelAt: (slot: number) => number, flow = 20): WellSlots => {
  const slots = Array.from({ length: DAY }, (_, at) => at - REST_SLOTS);
  return {
    pump: slots.map(pumpAt),
    levels: Float64Array.from(slots, levelAt),
    flowM3h: Float64Array.from(slots, (slot) => (pumpAt(slot) === 'on' ? flow : 0)),
  };
};
const off = (): PumpState => 'off';

describe('the level of a day', () => {
  it('is the median of its static levels', () => {
    const well = wellDay(off, (slot) => (slot < 144 ? 30 : 30.001));
    expect(dayLevels(well, REST_SLOTS)).toMatchObject({
      swlMbgl: expect.closeTo(30.0005, 9),
      recovering: false,
      runs: [],
      runHours: 0,
    });
  });

  it('is the most recovered one while the pump was off where none was static', () => {
    // two hours on, two off, all day; the water comes back from 36 to 31
    const phase = (slot: number): number => (((slot % 48) + 48) % 48) / 24;
    const well = wellDay(
      (slot) => (phase(slot) < 1 ? 'on' : 'off'),
      (slot) => (phase(slot) < 1 ? 36 : 36 - 5 * (phase(slot) - 1)),
    );
    const { swlMbgl, recovering } = dayLevels(well, REST_SLOTS);
    expect(recovering).toBe(true);
    expect(swlMbgl).toBeCloseTo(36 - (5 * 23) / 24, 9);
  });

  it('is null, never 0, while the pump ran all day', () => {
    expect(
      dayLevels(
        wellDay(
          () => 'on',
          () => 40,
        ),
        REST_SLOTS,
      ),
    ).toMatchObject({ swlMbgl: null, recovering: true, runHours: 24 });
  });

  it('is null without any level', () => {
    expect(
      dayLevels(
        wellDay(off, () => Number.NaN),
        REST_SLOTS,
      ).swlMbgl,
    ).toBeNull();
  });

  it('is the least of all, called recovering, where nobody knows what the pump did', () => {
    const well = wellDay(
      () => 'unknown',
      (slot) => 30 + (slot % 7),
    );
    expect(dayLevels(well, REST_SLOTS)).toMatchObject({ swlMbgl: 30, recovering: true, runHours: null });
  });
});

describe('a run of the pump', () => {
  it('has its pumping level by the median of its last half hour, from an hour on', () => {
    const of = (slots: number) =>
      dayLevels(
        wellDay(
          (slot) => (slot >= 100 && slot < 100 + slots ? 'on' : 'off'),
          (slot) => 30 + (slot - 100) / 10,
          21,
        ),
        REST_SLOTS,
      );
    expect(of(11).runs).toEqual([]);
    expect(of(11).runHours).toBeCloseTo(11 / 12, 12);
    // slots 106..111 are 30.6 … 31.1
    expect(of(12).runs).toEqual([{ pwlMbgl: expect.closeTo(30.85, 9), flowM3h: 21 }]);
  });

  it('may have begun the day before', () => {
    const { runs } = dayLevels(
      wellDay(
        (slot) => (slot < 6 ? 'on' : 'off'),
        () => 35,
      ),
      REST_SLOTS,
    );
    expect(runs).toEqual([{ pwlMbgl: 35, flowM3h: 20 }]);
  });

  it('that goes on after the day is of the day in which it ends', () => {
    // from three hours before the shift's start to two hours after it, the level falls all the time
    const from = (first: number) =>
      wellDay(
        (slot) => (slot >= first && slot < first + 60 ? 'on' : 'off'),
        (slot) => 30 + (slot - first) / 60,
      );
    const [day, next] = [dayLevels(from(252), REST_SLOTS, true), dayLevels(from(252 - 288), REST_SLOTS)];
    expect(day).toMatchObject({ runs: [], runHours: 3 });
    expect(next).toMatchObject({ runs: [{ pwlMbgl: expect.closeTo(30 + 56.5 / 60, 9) }], runHours: 2 });
  });

  it('that fills a day gives each such day a level', () => {
    const always = wellDay(
      () => 'on',
      () => 40,
    );
    expect(dayLevels(always, REST_SLOTS, true).runs).toEqual([{ pwlMbgl: 40, flowM3h: 20 }]);
  });

  it('of the day before alone is not counted again', () => {
    const { runs, runHours } = dayLevels(
      wellDay(
        (slot) => (slot < 0 ? 'on' : 'off'),
        () => 35,
      ),
      REST_SLOTS,
    );
    expect({ runs, runHours }).toEqual({ runs: [], runHours: 0 });
  });
});

describe('levels of several days', () => {
  const day = (swlMbgl: number | null, recovering = false) => ({ swlMbgl, recovering });
  it('are the median of those at rest, of the recovering ones only without any', () => {
    expect(joinLevels([day(30), day(31), day(35), day(20, true)])).toEqual({ swlMbgl: 31, recovering: false });
    expect(joinLevels([day(20, true), day(22, true), day(null)])).toEqual({ swlMbgl: 21, recovering: true });
    expect(joinLevels([day(null), day(null, true)])).toEqual({ swlMbgl: null, recovering: false });
  });
});

describe('a pump', () => {
  it('is seen by its flow, else by the volume of the slot, but not by a volume whose shape was estimated', () => {
    const run = (values: number[], quality: string) => ({ fromSlot: 0, values: Float64Array.from(values), quality });
    const flows = measuredFlow(run([5, 9, 9, 9], 'GMMM'), run([1000, 1000, 1000, 1000], 'GGEM'), 4);
    expect([...flows]).toEqual([5, 12, Number.NaN, Number.NaN]);
  });

  it('of several wells is off when all are off', () => {
    expect(togetherState(['off', 'unknown', 'on'])).toBe('on');
    expect(togetherState(['off', 'unknown'])).toBe('unknown');
    expect(togetherState(['off', 'off'])).toBe('off');
    expect(togetherState([])).toBe('off');
  });
});
