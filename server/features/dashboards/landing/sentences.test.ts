import { describe, expect, it } from 'vitest';
import type { LandingKpis } from '../../../contract/user/landing.ts';
import { sentences } from './sentences.ts';

const consumption = { value: 120, unit: 'KL', completeness: 100, previous: 100, changePct: 20 };
const kpis: LandingKpis = {
  day: { consumption, unit: 'KL', sameWeekdays: null, sameWeekdaysChangePct: null, to: '2026-06-20T06:30:00.000Z' },
  month: { unit: 'KL', toDate: 500, threshold: 1000, usedPct: 50, lastThreeMonths: null, changePct: null },
  stock: { value: 80, unit: 'KL', percent: 40, autonomyHours: 16 },
  worstNode: { nodeId: 'n', label: 'Raw tank', unaccountedKL: 1, unaccountedPct: 1, z: 0.5, status: 'balanced' },
  roRecoveryPct: null,
  qualityInLimitPct: null,
};
const known = { monthCompleteness: 100, drawnCompleteness: 100, nodes: { evaluated: 3, all: 3 } };
const devices = { total: 0, online: 0, offline: [] };
const said = (over: Partial<typeof known> = {}, changed: Partial<LandingKpis> = {}) =>
  sentences({ kpis: { ...kpis, ...changed }, devices, alerts: undefined, known: { ...known, ...over } });
const line = (start: string, over: Partial<typeof known> = {}, changed: Partial<LandingKpis> = {}) =>
  said(over, changed).find(({ text }) => text.startsWith(start));

describe('the page in words', () => {
  it('says that the balance closes where it closes at every node', () => {
    expect(line('The water balance')).toEqual({
      text: 'The water balance closes within the errors of its meters.',
      severity: 4,
    });
  });

  it('says at how many nodes it closes where the others are not known', () => {
    expect(line('The water balance', { nodes: { evaluated: 2, all: 5 } })).toEqual({
      text: 'The water balance closes at 2 of 5 nodes, within the errors of their meters; at the others it is not known.',
      severity: 4,
    });
    expect(line('The water balance', { nodes: { evaluated: 1, all: 2 } })?.text).toContain(
      'closes at 1 of 2 nodes, within the errors of its meters; at the other it is not known.',
    );
  });

  it.each(['incomplete', 'undetermined'])('never says that a node closes which is %s', (status) => {
    expect(
      line('The water balance', {}, { worstNode: { ...kpis.worstNode, status } as LandingKpis['worstNode'] }),
    ).toBeUndefined();
  });

  it('says how much of the month is measured, of an amount that counts what is', () => {
    expect(line('The month')).toEqual({ text: 'The month stands at 500 KL, 50 % of its limit of 1,000 KL.', severity: 4 });
    expect(line('The month', { monthCompleteness: 62.5 })).toEqual({
      text: 'The month stands at 500 KL, 50 % of its limit of 1,000 KL; only 62.5 % of it is measured.',
      severity: 3,
    });
    const month = { ...kpis.month, threshold: null, usedPct: null, changePct: -4 };
    expect(line('The month', { monthCompleteness: 89 }, { month })).toEqual({
      text: 'The month stands at 500 KL, 4 % less than the last three months to the same day; only 89 % of it is measured.',
      severity: 3,
    });
    expect(
      line('The month', { monthCompleteness: 62.5 }, { month: { ...kpis.month, toDate: 1200, usedPct: 120 } })?.severity,
    ).toBe(1);
  });

  it('says of a month just below its limit that it is below', () => {
    const month = { ...kpis.month, toDate: 999.6, usedPct: 100 };
    expect(line('The month', {}, { month })?.text).toBe('The month stands at 999.6 KL, 99.9 % of its limit of 1,000 KL.');
    expect(line('The month', {}, { month: { ...kpis.month, toDate: 900.4, usedPct: 90 } })?.severity).toBe(2);
    const over = { ...kpis.month, toDate: 1000.4, usedPct: 100 };
    expect(line('The month', {}, { month: over })).toEqual({
      text: 'The month stands at 1,000.4 KL, 100.1 % of its limit of 1,000 KL.',
      severity: 1,
    });
  });

  it('says that stock lasts no longer than so, where more may be drawn than is measured', () => {
    expect(line('The tanks')).toEqual({ text: 'The tanks hold 80 KL (40 % full), enough for 16 hours.', severity: 4 });
    expect(line('The tanks', { drawnCompleteness: 45 })).toEqual({
      text: 'The tanks hold 80 KL (40 % full), enough for 16 hours at most: only 45 % of what is drawn is measured.',
      severity: 3,
    });
  });
});
