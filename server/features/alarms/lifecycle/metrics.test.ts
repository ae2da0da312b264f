import { describe, expect, it } from 'vitest';
import type { AlarmRecord } from '../model.ts';
import { alarmMetrics } from './metrics.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const alarm = (more: Partial<AlarmRecord> = {}): AlarmRecord => ({
  id: 'a',
  industryId: 'DEMO',
  unitId: 'u1',
  category: 'flow_rate',
  alertType: 'flow_rate_alert',
  key: 'k',
  param: 'flow',
  date: '2026-03-10',
  title: '',
  body: '',
  action: '',
  priority: 2,
  insight: false,
  value: 1,
  threshold: 1,
  meta: { unit: 'Unit 1' },
  raisedAtMs: 0,
  clearedAtMs: null,
  ackedAtMs: null,
  ackedBy: null,
  resolvedAtMs: null,
  resolvedBy: null,
  shelvedUntilMs: null,
  suppressed: false,
  late: false,
  count: 1,
  assignees: [],
  ...more,
});
const many = (count: number, atMs: number, more: Partial<AlarmRecord> = {}): AlarmRecord[] =>
  Array.from({ length: count }, () => alarm({ raisedAtMs: atMs, ...more }));
type Given = { hours?: number; nowMs?: number; open?: AlarmRecord[]; cameBack?: number[] };
const of = (records: AlarmRecord[], { hours = 1, nowMs, open = [], cameBack = [] }: Given = {}) =>
  alarmMetrics(records, open, { fromMs: 0, toMs: hours * HOUR, nowMs: nowMs ?? hours * HOUR }, () => cameBack);

describe('alarms of a window', () => {
  it('are none where there are none', () => {
    expect(of([])).toEqual({
      raised: 0,
      active: 0,
      unacknowledged: 0,
      resolved: 0,
      meanMinutesToAcknowledge: null,
      meanMinutesToResolve: null,
      perTenMinutes: { mean: 0, most: 0 },
      floodMinutes: 0,
      floodPct: 0,
      chattering: [],
      stale: [],
      byPriority: { 1: 0, 2: 0, 3: 0, 4: 0 },
      topTen: [],
    });
  });

  it('are counted by what became of them, insights aside', () => {
    const records = [
      alarm({ priority: 1 }),
      alarm({ priority: 2, clearedAtMs: 5 }),
      alarm({ priority: 3, raisedAtMs: MINUTE, ackedAtMs: 3 * MINUTE }),
      alarm({ priority: 3, resolvedAtMs: 10 * MINUTE }),
      alarm({ priority: 4, raisedAtMs: MINUTE, ackedAtMs: 5 * MINUTE, resolvedAtMs: 21 * MINUTE, clearedAtMs: 9 }),
      alarm({ priority: 1, insight: true, ackedAtMs: 50 * MINUTE }),
    ];
    expect(of(records)).toMatchObject({
      raised: 5,
      active: 3,
      unacknowledged: 2,
      resolved: 2,
      meanMinutesToAcknowledge: 3,
      meanMinutesToResolve: 15,
      byPriority: { 1: 1, 2: 1, 3: 2, 4: 1 },
    });
  });

  it('are counted by priority, each its own', () => {
    const records = ([1, 2, 3, 4] as const).flatMap((priority) => many(priority, 0, { priority }));
    expect(of(records).byPriority).toEqual({ 1: 1, 2: 2, 3: 3, 4: 4 });
  });

  it('are counted by ten minutes on their window', () => {
    const records = [...many(3, 0), ...many(1, 10 * MINUTE - 1), ...many(2, 10 * MINUTE), ...many(1, HOUR - 1), ...many(9, HOUR)];
    expect(of(records).perTenMinutes).toEqual({ mean: round4(16 / 6), most: 4 });
    expect(of([...many(3, -1), ...many(2, 5)]).perTenMinutes.most).toBe(2);
    // only what has passed of it counts: 25 minutes are three tens
    expect(of(many(6, 0), { nowMs: 25 * MINUTE }).perTenMinutes).toEqual({ mean: 2, most: 6 });
    expect(of(many(6, 0), { nowMs: 0 }).perTenMinutes).toEqual({ mean: 6, most: 6 });
    expect(of(many(1, 0), { hours: 24 }).perTenMinutes.mean).toBe(0.0069);
  });

  const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
});

describe('a flood', () => {
  const perTen = (...counts: number[]) => of(counts.flatMap((count, at) => many(count, at * 10 * MINUTE)));

  it.each<[counts: number[], minutes: number]>([
    [[10, 10, 0, 0, 0, 0], 0],
    [[11, 0, 0, 0, 0, 0], 10],
    [[0, 11, 5, 4, 5, 0], 20],
    [[11, 5, 5, 10, 4, 11], 50],
    [[5, 9, 10, 0, 0, 0], 0],
  ])('of %j alarms in each ten minutes lasts %d minutes', (counts, minutes) => {
    const { floodMinutes, floodPct } = perTen(...counts);
    expect([floodMinutes, floodPct]).toEqual([minutes, (100 * minutes) / 60]);
  });
});

describe('an alarm', () => {
  it.each<[cameBack: number[], isChattering: boolean]>([
    [[15, 30], true],
    // written down some seconds after the end of its slot
    [[15, 30.1], true],
    [[15, 35], false],
    [[10], false],
    [[], false],
    // at a steady forty minutes it is no three in half an hour, however it ended
    [[40, 80], false],
    // three in half an hour, and then on for a day
    [[10, 20], true],
    [[50, 100, 110, 120], true],
  ])('that came back after %j minutes chatters: %s', (minutes, isChattering) => {
    for (const clearedAtMs of [null, 130 * MINUTE, 24 * HOUR]) {
      const one = alarm({ count: minutes.length + 1, clearedAtMs });
      const { chattering } = of([one], { hours: 2, cameBack: minutes.map((minute) => minute * MINUTE) });
      expect(chattering.map(({ activations }) => activations)).toEqual(isChattering ? [one.count] : []);
    }
  });

  it.each<[more: Partial<AlarmRecord>, hours: number[]]>([
    [{ raisedAtMs: 0 }, []],
    [{ raisedAtMs: -HOUR }, [25]],
    [{ raisedAtMs: -HOUR, clearedAtMs: 5 }, []],
    [{ raisedAtMs: -HOUR, insight: true }, []],
    [{ raisedAtMs: 25 * HOUR }, []],
  ])('that is open, %j, is stale for %j hours', (more, hours) => {
    expect(of([], { hours: 24, open: [alarm(more)] }).stale.map((one) => one.hours)).toEqual(hours);
  });

  it('raised after the window is not stale in it', () => {
    const open = [alarm({ raisedAtMs: 5 * HOUR })];
    expect(alarmMetrics([], open, { fromMs: 0, toMs: 5 * HOUR, nowMs: 100 * HOUR }, () => []).stale).toEqual([]);
    expect(alarmMetrics([], open, { fromMs: 0, toMs: 5 * HOUR + 1, nowMs: 100 * HOUR }, () => []).stale).toHaveLength(1);
  });
});

describe('the ten units with the most', () => {
  it('are counted by their activations, under the names that their alarms have', () => {
    const records = Array.from({ length: 12 }, (_, at) =>
      alarm({ unitId: `u${at}`, count: at + 1, meta: { unit: `Unit ${at}` } }),
    );
    const { topTen } = of([...records, alarm({ unitId: 'u0', count: 20 }), alarm({ unitId: 'bare', count: 9, meta: {} })]);
    expect(topTen.map(({ unitId, count }) => `${unitId} ${count}`)).toEqual([
      'u0 21',
      'u11 12',
      'u10 11',
      'u9 10',
      'u8 9',
      'bare 9',
      'u7 8',
      'u6 7',
      'u5 6',
      'u4 5',
    ]);
    expect(topTen[0]?.name).toBe('Unit 0');
    expect(topTen[5]?.name).toBe('bare');
  });

  it('are not one where their alarms are of no unit', () => {
    const of1 = { unitId: '', key: 'gateway:l1|device_status|data||', meta: { unit: 'Line 1' } };
    const of2 = { unitId: '', key: 'gateway:l2|device_status|data||', meta: { unit: 'Line 2' } };
    const valve = { unitId: '', key: 'valve:v1', meta: { unit: 'Valve 1' } };
    const { topTen } = of([alarm({ ...of1, count: 2 }), alarm(of2), alarm({ ...of1, count: 3 }), alarm({ ...valve, count: 4 })]);
    expect(topTen.map(({ name, count }) => `${name} ${count}`)).toEqual(['Line 1 5', 'Valve 1 4', 'Line 2 1']);
  });
});
