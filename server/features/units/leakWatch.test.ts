import { describe, expect, it } from 'vitest';
import { type UnitMeta, unitSpec } from '../../contract/model/units.ts';
import { withLeakWatch } from './leakWatch.ts';
import { unitHints } from './unitHints.ts';

const meter = { modulus: 100_000, basePerCount: 1000, maxPerHour: 100 };
const spec = (type: string, meta: UnitMeta = {}) =>
  unitSpec.parse({ subCategoryId: 's', name: 'Line', type, standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL', meta });
const today = '2026-11-22';

describe('a new line', () => {
  it.each(['flow', 'borewell'])('of type %s is watched for leaks, and learns how from its first day on', (type) => {
    const { alertEnabled, alertParams } = withLeakWatch(
      spec(type, { meter, alertEnabled: { daily_threshold: true } }),
      today,
    ).meta;
    expect(alertEnabled).toEqual({ daily_threshold: true, stable_flow: true });
    expect(alertParams).toEqual({ stable_flow: { mode: 'learned', learnFrom: today } });
  });

  it('is watched also where its meter gives flow alone', () => {
    expect(withLeakWatch(spec('flow'), today).meta.alertEnabled?.stable_flow).toBe(true);
  });

  it('is watched as somebody said, and not where somebody said so', () => {
    const always = { quietFrom: 'always' as const, mode: 'continuous' as const };
    expect(withLeakWatch(spec('flow', { alertParams: { stable_flow: always } }), today).meta.alertParams?.stable_flow).toEqual(
      always,
    );
    const off = spec('flow', { alertEnabled: { stable_flow: false } });
    expect(withLeakWatch(off, today)).toEqual(off);
  });

  it.each(['stock', 'energy', 'quality', 'rain', 'virtual', 'manual', 'level'])('is no unit of type %s', (type) => {
    const given = spec(type, type === 'energy' ? { meter } : {});
    expect(withLeakWatch(given, today)).toEqual(given);
  });
});

describe('hints about a unit', () => {
  it('ask for a watch of a line that was there before, until somebody has said yes or no', () => {
    expect(unitHints(spec('flow', { meter })).map(({ code }) => code)).toEqual(['noLeakWatch']);
    for (const stable_flow of [true, false])
      expect(unitHints(spec('flow', { meter, alertEnabled: { stable_flow } }))).toEqual([]);
    expect(unitHints(spec('stock'))).toEqual([]);
    expect(unitHints({ ...spec('flow', { meter }), deployed: false })).toEqual([]);
  });

  it('warn of a counter that may start again from 0 twice in a day', () => {
    const small = spec('flow', { meter: { ...meter, modulus: 2399 }, alertEnabled: { stable_flow: true } });
    expect(unitHints(small)).toMatchObject([{ code: 'counterTurnsWithinADay', message: expect.stringContaining('23.9 h') }]);
    const enough = spec('flow', { meter: { ...meter, modulus: 2400 }, alertEnabled: { stable_flow: true } });
    expect(unitHints(enough)).toEqual([]);
  });
});
