import { describe, expect, it } from 'vitest';
import { ShiftCalendar } from '../../core/shift.ts';
import { directory, HOUR, RAISED, record } from '../../test/shownAlarm.ts';
import { byCategory, isForAdmins, isGeneral, matches, ofUnits } from './answers.ts';
import { daySpan, lastDays, spanUpTo } from './rules/windows.ts';
import { unitCounts } from './unitGraph.ts';

describe('what a list of alerts shows', () => {
  const all = { energyEnabled: true, adminAlerts: false };
  const offline = record({ category: 'device_status', priority: 3 });
  const insight = record({ insight: true });
  const offlineInsight = record({ category: 'device_status', insight: true });
  const leak = record({ category: 'stable_flow' });
  const energy = record({ category: 'energy_threshold' });
  const plain = record();
  const everything = { offline, insight, offlineInsight, leak, energy, plain };
  const names = (filter: object): string[] =>
    Object.entries(everything)
      .filter(([, one]) => matches(one, { ...all, ...filter }))
      .map(([name]) => name);

  it('depends on its type', () => {
    expect(names({})).toEqual(Object.keys(everything));
    expect(names({ alert_type: 'offline' })).toEqual(['offline']);
    expect(names({ alert_type: 'insights' })).toEqual(['insight', 'offlineInsight', 'leak']);
    expect(names({ alert_type: 'general' })).toEqual(['energy', 'plain']);
    expect(names({ alert_type: 'general_offline' })).toEqual(['offline', 'energy', 'plain']);
    expect([offline, insight, leak, plain].map(isGeneral)).toEqual([false, false, false, true]);
  });

  it('is of one unit, without energy where the plant wants none, and for administrators what concerns them', () => {
    expect(names({ unitId: 'u2' })).toEqual([]);
    expect(names({ unitId: 'u1' })).toHaveLength(6);
    expect(names({ energyEnabled: false })).not.toContain('energy');
    expect(names({ adminAlerts: true })).toEqual(['offline', 'offlineInsight']);
    expect([record({ priority: 1 }), record({ category: 'borewell_threshold' }), plain].map(isForAdmins)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is under its categories, in their order, without empty ones and without what is no unit', () => {
    const { date, alertCategories } = byCategory('2026-03-10', [plain, offline, plain], directory);
    expect([
      date,
      alertCategories.map(({ categoryId, categoryName, alerts }) => [categoryId, categoryName, alerts.length]),
    ]).toEqual([
      '2026-03-10',
      [
        ['device_status', 'Device status', 1],
        ['flow_rate', 'Flow rate', 2],
      ],
    ]);
    expect(ofUnits([plain, record({ unitId: '' }), record({ unitId: 'gateway:g' })])).toEqual([plain]);
  });
});

describe('a range of days', () => {
  const calendar = new ShiftCalendar([{ validFrom: '2000-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00' }]);
  const spanned = (from: string, to: string) => ({
    fromMs: Date.parse(`${from}T00:30:00Z`),
    toMs: Date.parse(`${to}T00:30:00Z`) + 24 * HOUR,
    fromDate: from,
    toDate: to,
  });

  it('is of whole shift days, both ends included', () => {
    expect(daySpan(calendar, '2026-03-01', '2026-03-10')).toEqual(spanned('2026-03-01', '2026-03-10'));
    expect(daySpan(calendar, '2026-03-10', '2026-03-10')).toEqual(spanned('2026-03-10', '2026-03-10'));
    expect(spanUpTo(calendar, '2026-03-10', 'daily')).toEqual(spanned('2026-03-10', '2026-03-10'));
    expect(spanUpTo(calendar, '2026-03-10', 'monthly')).toEqual(spanned('2026-03-01', '2026-03-10'));
    expect(lastDays(calendar, RAISED, 7)).toEqual(spanned('2026-03-03', '2026-03-10'));
    expect(lastDays(calendar, Date.UTC(2026, 2, 10, 0, 29), 0)).toEqual(spanned('2026-03-09', '2026-03-09'));
  });

  it('runs forwards, from 1970 on, over five years at most', () => {
    expect(() => daySpan(calendar, '2026-03-02', '2026-03-01')).toThrow('startDate cannot be after endDate');
    expect(() => daySpan(calendar, '1969-12-31', '1970-01-02')).toThrow('before 1970');
    expect(() => daySpan(calendar, '9999-12-31', '9999-12-31')).toThrow('startDate is after 30/12/9999');
    expect(() => daySpan(calendar, '9999-12-30', '9999-12-31')).toThrow('endDate is after 30/12/9999');
    expect(() => spanUpTo(calendar, '9999-12-31', 'monthly')).toThrow(/^date is after 30/);
    expect(() => spanUpTo(calendar, '1960-05-05', 'monthly')).toThrow(/^date is before 1970/);
    expect(() => spanUpTo(calendar, '1960-05-05', 'daily', 'startDate')).toThrow(/^startDate is before 1970/);
    expect(daySpan(calendar, '1970-01-01', '1970-01-01').fromDate).toBe('1970-01-01');
    expect(daySpan(calendar, '2020-01-01', '2025-01-03').toDate).toBe('2025-01-03');
    expect(() => daySpan(calendar, '2020-01-01', '2025-01-04')).toThrow('at most 1830 days');
  });
});

describe('alerts by unit', () => {
  const counts = (_: string, fromMs: number, toMs: number) => [
    { unitId: 'u1', category: 'flow_rate' as const, alertType: 'flow_rate_alert', count: fromMs / 300_000 + 1 },
    { unitId: 'u1', category: 'device_status' as const, alertType: 'device_status_alert', count: 2 },
    ...(fromMs === 0 ? [] : [{ unitId: 'u2', category: 'flow_rate' as const, alertType: 'posted', count: toMs / 300_000 }]),
    { unitId: 'gateway:g', category: 'device_status' as const, alertType: 'device_status_alert', count: 9 },
    { unitId: '', category: 'device_status' as const, alertType: 'device_status_alert', count: 9 },
  ];
  const of = (more: object = {}) =>
    unitCounts({
      alarms: { counts },
      industryId: 'DEMO',
      buckets: [
        { fromSlot: 0, toSlot: 3 },
        { fromSlot: 3, toSlot: 6 },
      ] as never,
      unitIds: undefined,
      types: undefined,
      ...more,
    });

  it('are summed in each bucket, in all and by category', async () => {
    expect(await of()).toEqual([
      { unitId: 'u1', counts: [3, 6], total: 9, byType: { flow_rate: [1, 4], device_status: [2, 2] } },
      { unitId: 'u2', counts: [0, 6], total: 6, byType: { flow_rate: [0, 6] } },
    ]);
  });

  it('are those of the units and types that are asked for', async () => {
    expect((await of({ unitIds: ['u2'] })).map(({ unitId }) => unitId)).toEqual(['u2']);
    expect(await of({ types: ['device_status'] })).toEqual([
      { unitId: 'u1', counts: [2, 2], total: 4, byType: { device_status: [2, 2] } },
    ]);
    expect((await of({ types: ['posted'] })).map(({ unitId, total }) => [unitId, total])).toEqual([['u2', 6]]);
    expect(await of({ types: ['none'] })).toEqual([]);
  });
});
