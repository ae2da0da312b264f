import { describe, expect, it } from 'vitest';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import type { RuleParts } from './model.ts';
import { qualityThreshold } from './qualityThreshold.ts';

/** The last slot of a quarter of an hour. */
const QUARTER = 5000 - (5000 % 3) + 2;
const [COD, FLOW] = [1, 2];
type Shown = number | [number, 'E'];
type Spec = { lt?: number | null; ht?: number | null; param?: string; limitSource?: string };

const outlet = { id: 'outlet', series: [{ id: FLOW, param: 'flow' }] as SeriesInfo[], meta: {} } as unknown as Unit;
const found = (
  value: (ago: number) => Shown,
  {
    spec: { lt = null, ht = 250, param = 'cod', ...more } = {} as Spec,
    flow = undefined as ((ago: number) => number) | undefined,
    meta = {} as object,
    slot = QUARTER,
    deadbandPct = 2,
  } = {},
) => {
  const unit = {
    id: 'etp',
    name: 'ETP',
    type: 'quality',
    deployed: true,
    series: [{ id: COD, param }] as SeriesInfo[],
    meta: {
      params: { [param]: { name: 'COD', unit: 'mg/L', lt, ht, ...more } },
      alertEnabled: { [param]: true },
      ...(flow && { flowUnitId: 'outlet' }),
      ...meta,
    },
  } as unknown as Unit;
  const settings = { enabled: true, params: {}, onDelaySlots: 3, offDelaySlots: 6, deadbandPct };
  const evaluate = qualityThreshold.prepare({ unit, units: [outlet, unit], settings } as unknown as RuleParts);
  return evaluate?.(
    shownSlots(slot, { [COD]: (one) => value(slot - one), ...(flow && { [FLOW]: (one: number) => flow(slot - one) }) }),
  );
};
/** Moves from slot to slot by so little that it is not stuck. */
const about =
  (mean: number) =>
  (ago: number): number =>
    mean + (ago % 3 === 0 ? 0 : ago % 3 === 1 ? 0.5 : -0.5);

describe('the mean of a quarter of an hour', () => {
  it('is of the slots of that quarter that were measured, two at least', () => {
    const values = (...[now, before, first]: Shown[]) => found((ago) => [now, before, first][ago] ?? 999)?.[0]?.value;
    expect(values(10, 20, 60)).toBe(30);
    expect(values(10, 20, Number.NaN)).toBe(15);
    expect(values(10, [20, 'E'], 60)).toBe(35);
    expect(values(10, Number.NaN, Number.NaN)).toBe(0);
    expect(found((ago) => (ago === 0 ? 10 : Number.NaN))?.[0]).toMatchObject({ isMet: null, isOver: false });
    expect(found((ago) => (ago < 2 ? 300 + ago : Number.NaN))?.[0]?.isMet).toBe(true);
  });

  it('is known in the last slot of the quarter alone', () => {
    const at = (slot: number) => found(about(300), { slot })?.[0]?.isMet;
    expect([at(QUARTER - 1), at(QUARTER), at(QUARTER + 1), at(QUARTER + 3)]).toEqual([null, true, null, true]);
  });

  it('is of the slots in which water flowed', () => {
    const flowing = (...flows: number[]) =>
      found((ago) => [10, 20, 60][ago] ?? 0, { flow: (ago) => flows[ago] ?? 0 })?.[0]?.value;
    expect([flowing(1, 1, 1), flowing(1, 1, 0), flowing(0, 1, 1), flowing(0, 1, 0)]).toEqual([30, 15, 40, 0]);
    expect(flowing(1, Number.NaN, 1)).toBe(35);
    const { facts: told } = found(about(300), { flow: () => 5 })?.[0] ?? {};
    expect(told).toMatchObject({ q: 5 });
    expect(found(about(300))?.[0]?.facts.q).toBe('');
    expect(found(about(300), { flow: (ago) => (ago === 0 ? Number.NaN : 5) })?.[0]?.facts.q).toBe('');
  });
});

describe('a limit', () => {
  const high = (mean: number, more: Parameters<typeof found>[1] = {}) => {
    const [finding] = found(about(mean), more) ?? [];
    return [finding?.isMet, finding?.isOver];
  };

  it('is passed beyond it, not at it, and over a deadband away from it', () => {
    expect([high(250), high(250.1)]).toEqual([
      [false, false],
      [true, false],
    ]);
    expect([high(245.1), high(245)]).toEqual([
      [false, false],
      [false, true],
    ]);
    const low = (mean: number) => high(mean, { spec: { lt: 100, ht: null } });
    expect([low(100), low(99.9), low(101.9), low(102)]).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it.each([
    ['ph', 0.1],
    ['free_chlorine', 0.05],
    ['frc', 0.05],
    ['rcl', 0.05],
    ['phosphate', 0.5],
    ['cod', 0.5],
    ['xfrc', 0.5],
    ['rclx', 0.5],
  ])('of %s has a deadband of %d', (param, deadband) => {
    const isOver = (mean: number) => found(() => mean, { spec: { param, ht: 25 } })?.[0]?.isOver;
    expect([isOver(25 - deadband - 1e-6), isOver(25 - deadband + 1e-6)]).toEqual([true, false]);
  });

  it('is each a finding of its own, with where it comes from', () => {
    const both = found(about(300), { spec: { lt: 100, ht: 250, limitSource: 'EP Rules' } });
    expect(both).toMatchObject([
      {
        param: 'cod',
        direction: 'high',
        isMet: true,
        value: 300,
        threshold: 250,
        text: 'qualityHigh',
        facts: { unit: 'ETP', param: 'COD', v: 300, u: 'mg/L', thr: 250, source: 'EP Rules' },
        onSlots: 1,
        offSlots: 2,
      },
      { direction: 'low', isMet: false, isOver: true, threshold: 100, text: 'qualityLow', facts: { thr: 100 } },
    ]);
    expect(found(about(300))).toHaveLength(1);
    expect(both?.[0]).not.toHaveProperty('priority');
    expect(found(about(300), { meta: { underConsent: true } })?.[0]).toMatchObject({ priority: 1, reAlarmMinutes: 60 });
  });

  it('that a stuck instrument passes is not known, either of them; one that it keeps is', () => {
    const stuckAt = (mean: number) => found(() => mean, { spec: { lt: 100, ht: 250 } })?.map(({ isMet }) => isMet);
    expect([stuckAt(300), stuckAt(50), stuckAt(200), stuckAt(250), stuckAt(100)]).toEqual([
      [null, null],
      [null, null],
      [false, false],
      [false, false],
      [false, false],
    ]);
    const moved = (ago: number) => found((one) => (one === ago ? 301 : 300))?.[0]?.isMet;
    expect([moved(71), moved(72)]).toEqual([true, null]);
  });
});

it('a parameter is watched where it is switched on, has a limit and is measured, at a unit that is in service', () => {
  const watched = (meta: object, spec: Spec = {}) => found(about(300), { meta, spec })?.length;
  expect(watched({})).toBe(1);
  expect(watched({}, { lt: null, ht: null })).toBeUndefined();
  expect(watched({ alertEnabled: {} })).toBeUndefined();
  expect(watched({ alertEnabled: { cod: false } })).toBeUndefined();
  expect(
    watched({ params: { bod: { name: 'BOD', unit: 'mg/L', lt: null, ht: 1 } }, alertEnabled: { bod: true } }),
  ).toBeUndefined();
});
