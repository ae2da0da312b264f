import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../../core/shift.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import type { SlotView } from '../model.ts';
import { dayPermit, yearPermitEvaluator } from './wellPermit.ts';

const unit = { name: 'Well', meta: {} } as Unit;
const noc = { number: 'N', validTo: '2030-03-31', permittedKLD: 50, permittedKLY: null };
const volume = { id: 1 } as SeriesInfo;
/** Litres by shift date. */
const viewOf = (date: string, litres: (day: number) => number | null): SlotView =>
  ({ today: { day: dayNumber(date), date }, daySum: (_: number, day: number) => litres(day) }) as unknown as SlotView;

describe('what a well may give in a day', () => {
  const found = (litres: number | null, permit: Partial<typeof noc> = {}) =>
    dayPermit(
      viewOf('2026-03-10', () => litres),
      unit,
      volume,
      { ...noc, ...permit },
    )[0];

  it('is passed above the permit, not at it', () => {
    expect([found(50_000)?.isMet, found(50_001)?.isMet]).toEqual([false, true]);
    expect([found(50_000)?.isOver, found(50_001)?.isOver]).toEqual([true, false]);
  });

  it('says how much of it was drawn', () => {
    expect(found(60_000)).toEqual({
      param: 'permit',
      direction: 'high',
      period: '2026-03-10',
      code: 3,
      isMet: true,
      isOver: false,
      value: 60,
      threshold: 50,
      text: 'wellPermit',
      facts: { unit: 'Well', v: 60, thr: 50, pct: 120 },
      onSlots: 1,
      offSlots: 1,
      reAlarmMinutes: 0,
    });
  });

  it('is nothing once the permit has ended, whatever it allowed', () => {
    const of = (validTo: string, litres: number, permittedKLD: number | null = 50) => {
      const { isMet, isOver, threshold, text, facts } = found(litres, { validTo, permittedKLD } as never) ?? {};
      return [isMet, isOver, threshold, text, facts?.until];
    };
    expect(of('2026-03-10', 40_000)).toEqual([false, true, 50, 'wellPermit', undefined]);
    expect(of('2026-03-09', 40_000)).toEqual([true, false, 0, 'wellPermitEnded', '2026-03-09']);
    expect(of('2026-03-09', 0)).toEqual([false, true, 0, 'wellPermitEnded', '2026-03-09']);
    expect(of('2026-03-09', 1, null)).toEqual([true, false, 0, 'wellPermitEnded', '2026-03-09']);
    expect(found(1, { permittedKLD: null } as never)).toBeUndefined();
  });

  it('is not known where nothing is of the day', () => {
    expect(found(null)).toBeUndefined();
  });
});

describe('what a well may give in a year of its permit', () => {
  type Drawn = Record<string, number>;
  const found = (date: string, drawn: Drawn, { startMonth = 4, permittedKL = 1000, warnPct = 80 } = {}) => {
    const litres = new Map(Object.entries(drawn).map(([at, kl]) => [dayNumber(at), kl * 1000]));
    const own = { ...unit, meta: { alertParams: { borewell_threshold: { permitYearStartMonth: startMonth } } } };
    const evaluate = yearPermitEvaluator({ unit: own as Unit, volume, permittedKL, warnPct });
    return evaluate(viewOf(date, (day) => litres.get(day) ?? null));
  };
  const sumOf = (date: string, drawn: Drawn, startMonth?: number) => {
    const [year] = found(date, drawn, startMonth === undefined ? {} : { startMonth });
    return [year?.value, year?.period, year?.facts.since];
  };
  const drawn = { '2025-03-31': 1, '2025-04-01': 2, '2025-12-31': 4, '2026-01-01': 8, '2026-03-31': 16, '2026-04-01': 32 };

  it('is drawn from the first day of its first month through today', () => {
    expect(sumOf('2026-03-31', drawn)).toEqual([30, '2025-4', '2025-04-01']);
    expect(sumOf('2026-04-01', drawn)).toEqual([32, '2026-4', '2026-04-01']);
    expect(sumOf('2026-03-31', drawn, 1)).toEqual([24, '2026-1', '2026-01-01']);
    expect(sumOf('2025-12-31', drawn, 12)).toEqual([4, '2025-12', '2025-12-01']);
    expect(sumOf('2026-04-02', {})).toEqual([0, '2026-4', '2026-04-01']);
  });

  it('is passed above it, and near from its part up to it', () => {
    const states = (kl: number) => found('2026-04-01', { '2026-04-01': kl }).map(({ isMet, isOver }) => [isMet, isOver]);
    const [no, yes] = [
      [false, true],
      [true, false],
    ];
    expect(states(799.9)).toEqual([no, no]);
    expect(states(800)).toEqual([no, yes]);
    expect(states(1000)).toEqual([no, yes]);
    expect(states(1000.1)).toEqual([yes, no]);
    expect(found('2026-04-01', { '2026-04-01': 500 }, { warnPct: 50 })[1]?.isMet).toBe(true);
  });

  it('says how much of it was drawn; near is an insight', () => {
    const [year, near] = found('2026-04-02', { '2026-04-01': 600, '2026-04-02': 250 });
    const shared = {
      direction: 'high',
      code: 3,
      period: '2026-4',
      value: 850,
      threshold: 1000,
      facts: { unit: 'Well', v: 850, thr: 1000, pct: 85, since: '2026-04-01' },
      onSlots: 1,
      offSlots: 1,
      reAlarmMinutes: 0,
    };
    expect(year).toEqual({ ...shared, param: 'permitYear', isMet: false, isOver: true, text: 'wellYearPermit' });
    expect(near).toEqual({
      ...shared,
      param: 'permitYear:warn',
      isMet: true,
      isOver: false,
      text: 'wellYearNear',
      insight: true,
      priority: 4,
    });
  });

  it('adds up the days before today once a day', () => {
    const asked: number[] = [];
    const evaluate = yearPermitEvaluator({ unit, volume, permittedKL: 1000, warnPct: 80 });
    const at = (date: string) =>
      evaluate(
        viewOf(date, (day) => {
          asked.push(day);
          return 1000;
        }),
      )[0]?.value;
    expect([at('2026-04-03'), asked.length, at('2026-04-03'), asked.length]).toEqual([3, 3, 3, 4]);
    expect([at('2026-04-04'), asked.length]).toEqual([4, 8]);
  });
});
