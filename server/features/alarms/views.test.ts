import { describe, expect, it } from 'vitest';
import { ShiftCalendar } from '../../core/shift.ts';
import type { Unit, UnitDirectory } from '../../plantModel/index.ts';
import {
  byCategory,
  codedMessage,
  isForAdmins,
  isGeneral,
  matches,
  offsetTime,
  ofUnits,
  toAlarmView,
  toNotification,
} from './answers.ts';
import { stateOf } from './lifecycle/alarms.ts';
import type { AlarmRecord } from './model.ts';
import { daySpan, lastDays, spanUpTo } from './rules/windows.ts';
import { unitCounts } from './unitGraph.ts';

const HOUR = 3_600_000;
const RAISED = Date.UTC(2026, 2, 10, 6, 5);
const record = (more: Partial<AlarmRecord> = {}): AlarmRecord => ({
  id: 'a',
  industryId: 'DEMO',
  unitId: 'u1',
  category: 'flow_rate',
  alertType: 'flow_rate_alert',
  key: 'u1|flow_rate|flow|high|',
  param: 'flow',
  date: '2026-03-09',
  title: 'Title',
  body: 'Body',
  action: 'Act',
  priority: 2,
  insight: false,
  value: 1.23456,
  threshold: 1,
  meta: { unit: 'Line', text: 'flowHigh', thr: 1 },
  raisedAtMs: RAISED,
  clearedAtMs: null,
  ackedAtMs: null,
  ackedBy: null,
  resolvedAtMs: null,
  resolvedBy: null,
  shelvedUntilMs: null,
  suppressed: false,
  late: false,
  count: 2,
  assignees: ['ravi'],
  ...more,
});
const unit = { id: 'u1', name: 'Unit one', subCategoryId: 's', standardCategoryId: 'std', categoryId: 'c' } as Unit;
const directory = {
  unit: (industryId: string, id: string) => (industryId === 'DEMO' && id === 'u1' ? unit : undefined),
} as unknown as UnitDirectory;

describe('a notification', () => {
  it('has every documented field', () => {
    expect(toNotification(record({ ackedAtMs: 5, resolvedAtMs: 6, clearedAtMs: 7 }), directory, 'Asia/Kolkata')).toEqual({
      id: 'a',
      unitId: 'u1',
      title: 'Title',
      body: 'Body',
      date: '09/03/2026',
      time: '11:35 AM',
      subTitle: 'Unit one',
      subCategoryId: 's',
      date_key: '9_3_2026',
      type: 'flow_rate',
      alertType: 'flow_rate_alert',
      isRead: true,
      standardCategoryId: 'std',
      categoryId: 'c',
      assignees: ['ravi'],
      meta: { alertType: 'flow_rate', value: 1.235, threshold: 1 },
      resolved: true,
      action: 'Act',
      priority: 2,
      active: false,
      count: 2,
    });
  });

  it('that nobody looked at is neither read nor resolved, and active; of a unit that is gone it has the name of then', () => {
    expect(toNotification(record({ unitId: 'gone' }), directory, 'UTC')).toMatchObject({
      isRead: false,
      resolved: false,
      active: true,
      subTitle: 'Line',
      subCategoryId: '',
      standardCategoryId: '',
      categoryId: '',
    });
    expect(toNotification(record({ unitId: 'gone', meta: {} }), directory, 'UTC').subTitle).toBe('');
  });

  it.each([
    [0, '12:00 AM'],
    [5, '12:05 AM'],
    [60, '01:00 AM'],
    [11 * 60 + 59, '11:59 AM'],
    [12 * 60, '12:00 PM'],
    [13 * 60 + 7, '01:07 PM'],
    [23 * 60 + 59, '11:59 PM'],
  ])('raised %d minutes after midnight is of %s', (minute, time) => {
    expect(toNotification(record({ raisedAtMs: Date.UTC(2026, 0, 5) + minute * 60_000 }), directory, 'UTC').time).toBe(time);
  });
});

it.each([
  ['Asia/Kolkata', '2026-03-10T11:35:00.000+05:30'],
  ['America/St_Johns', '2026-03-10T03:35:00.000-02:30'],
  ['UTC', '2026-03-10T06:05:00.000+00:00'],
  ['America/New_York', '2026-03-10T02:05:00.000-04:00'],
])('a time in %s has its offset: %s', (zone, text) => {
  expect(offsetTime(RAISED, zone)).toBe(text);
});

describe('the view of an alarm', () => {
  const view = (more: Partial<AlarmRecord> = {}, nowMs = RAISED + HOUR) =>
    toAlarmView(record(more), directory, nowMs, (id) => `name of ${id}`);

  it('has every field', () => {
    expect(
      view({
        clearedAtMs: RAISED + 1000,
        ackedAtMs: RAISED + 2000,
        ackedBy: 'asha',
        resolvedAtMs: RAISED + 3000,
        resolvedBy: 'ravi',
        shelvedUntilMs: RAISED + 4000,
        late: true,
        meta: { unit: 'Line', text: 'flowHigh', code: 3 },
      }),
    ).toEqual({
      id: 'a',
      unitId: 'u1',
      unitName: 'Unit one',
      subject: { kind: 'unit', id: 'u1', name: 'Unit one' },
      category: 'flow_rate',
      alertType: 'flow_rate_alert',
      param: 'flow',
      title: 'Title',
      body: 'Body',
      action: 'Act',
      message: { code: 'flowHigh', params: { unit: 'Line', code: 3 } },
      priority: 2,
      insight: false,
      state: 'normal',
      value: 1.23456,
      threshold: 1,
      code: 3,
      confirmed: null,
      since: null,
      lostKL: null,
      raisedAt: '2026-03-10T06:05:00.000Z',
      clearedAt: '2026-03-10T06:05:01.000Z',
      acknowledgedAt: '2026-03-10T06:05:02.000Z',
      acknowledgedBy: 'asha',
      acknowledgedByName: 'name of asha',
      resolvedAt: '2026-03-10T06:05:03.000Z',
      resolvedBy: 'ravi',
      shelvedUntil: '2026-03-10T06:05:04.000Z',
      late: true,
      count: 2,
      assignees: ['ravi'],
    });
    expect(view()).toMatchObject({ acknowledgedByName: null, clearedAt: null, code: null, state: 'unack' });
  });

  it('of a leak says since when, how much was lost, and whether it is seen now', () => {
    const meta = { unit: 'Line', leakM3h: 2.5, since: new Date(RAISED).toISOString() };
    const leak = (more: Partial<AlarmRecord> = {}) => view({ category: 'stable_flow', meta, ...more }, RAISED + 2 * HOUR);
    expect(leak()).toMatchObject({ since: meta.since, lostKL: 5, confirmed: true });
    expect(leak({ clearedAtMs: RAISED + HOUR })).toMatchObject({ lostKL: 2.5, confirmed: null });
    expect(leak({ clearedAtMs: RAISED - HOUR }).lostKL).toBe(0);
    // to ten litres
    expect(leak({ meta: { ...meta, leakM3h: 1.2364 } }).lostKL).toBe(2.47);
    expect(leak({ meta: { ...meta, stage: 'unconfirmed' } }).confirmed).toBe(false);
    expect(leak({ meta: { ...meta, stage: 'confirmed' } }).confirmed).toBe(true);
    expect(leak({ meta: { unit: 'Line', since: meta.since } }).lostKL).toBeNull();
    expect(leak({ meta: { unit: 'Line', leakM3h: 1 } })).toMatchObject({ lostKL: null, since: null });
    expect(leak({ meta: { ...meta, since: '06:00' } }).since).toBeNull();
    expect(leak({ category: 'flow_rate' })).toMatchObject({ since: null, confirmed: null });
  });

  it.each<[string, Partial<AlarmRecord>, object]>([
    [
      'node with a meter',
      { key: 'node:n|stable_flow|balance|high|', meta: { unit: 'Header' } },
      { kind: 'node', id: 'n', name: 'Header' },
    ],
    ['node without', { unitId: '', key: 'node:n|x|y||', meta: {} }, { kind: 'node', id: 'n', name: '' }],
    [
      'gateway',
      { unitId: '', key: 'gateway:g|device_status|gateway||', meta: { unit: 'Gate' } },
      { kind: 'gateway', id: 'g', name: 'Gate' },
    ],
    [
      'fault of the server',
      { unitId: '', param: 'fault', key: 'storage', meta: { unit: 'Storage' } },
      { kind: 'server', id: 'storage', name: 'Storage' },
    ],
    ['backup', { unitId: '', param: 'fault', key: 'backup' }, { kind: 'server', id: 'backup', name: 'Line' }],
    ['power', { unitId: '', param: 'fault', key: 'power' }, { kind: 'server', id: 'power', name: 'Line' }],
    ['clock', { unitId: '', param: 'fault', key: 'clock' }, { kind: 'clock', id: 'clock', name: 'Line' }],
    ['valve', { unitId: '', param: 'fault', key: 'valve:v1' }, { kind: 'equipment', id: 'v1', name: 'Line' }],
    ['posted fault of a unit', { param: 'fault', key: 'valve:v1' }, { kind: 'unit', id: 'u1', name: 'Unit one' }],
    ['no unit', { unitId: '' }, { kind: 'unit', id: '', name: 'Line' }],
  ])('of a %s names it', (_, more, subject) => {
    expect(view(more).subject).toEqual(subject);
  });

  it.each<[Partial<AlarmRecord>, string]>([
    [{}, 'unack'],
    [{ ackedAtMs: 1 }, 'ack'],
    [{ resolvedAtMs: 1 }, 'ack'],
    [{ insight: true }, 'ack'],
    [{ clearedAtMs: 1 }, 'rtn_unack'],
    [{ clearedAtMs: 1, ackedAtMs: 1 }, 'normal'],
    [{ clearedAtMs: 1, insight: true }, 'normal'],
    [{ suppressed: true }, 'suppressed'],
    [{ shelvedUntilMs: 101, suppressed: true }, 'shelved'],
    [{ shelvedUntilMs: 100 }, 'unack'],
  ])('with %j is in the state %s', (more, state) => {
    expect(stateOf(record(more), 100)).toBe(state);
  });

  it('has no code of a sentence where another program reported it', () => {
    expect(codedMessage({ meta: { pumps: 3 } })).toEqual({ code: null, params: { pumps: 3 } });
  });
});

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

  it('hangs on its type', () => {
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
