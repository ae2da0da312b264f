import { afterEach, expect, it } from 'vitest';
import { newAlarm, OutboxRig } from '../../../test/outboxRig.ts';
import type { AlarmRecord } from '../model.ts';
import { AlarmStore } from './alarmStore.ts';

let rig: OutboxRig;
afterEach(() => rig.close());

/** Raised and over at these times, ms. */
const lives = {
  before: [10, 90],
  endsAtStart: [10, 100],
  into: [10, 150],
  through: [10, 900],
  stillOpen: [10, null],
  within: [120, 140],
  moment: [100, 100],
  goesOn: [180, null],
  after: [200, null],
} as const;

it('an alarm is found by its id and, while it is open, by its key, in its own industry alone', async () => {
  rig = new OutboxRig({});
  const [raised] = rig.raise(newAlarm('T1'));
  const { writer, reader } = rig.storage;
  const store = new AlarmStore(writer, reader.sqlite);
  const { id = '', key = '' } = raised ?? {};
  expect(store.find('DEMO', id)).toEqual(raised);
  expect(store.openOfKey('DEMO', key, 0)).toEqual(raised);
  expect([store.hasKey('DEMO', key), rig.alarms.hasKey('DEMO', key), rig.alarms.hasKey('DEMO', 'none')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([store.find('NORTH', id), store.find('DEMO', 'none')]).toEqual([undefined, undefined]);
  expect([store.openOfKey('NORTH', key, 0), store.openOfKey('DEMO', 'none', 0)]).toEqual([undefined, undefined]);
  expect([store.hasKey('NORTH', key), store.hasKey('DEMO', 'none')]).toEqual([false, false]);
});

it('an alarm that is over and seen is still the one of its key for as long as it is shelved', () => {
  rig = new OutboxRig({});
  const [raised] = rig.raise(newAlarm('T1'));
  if (!raised) throw new Error('no alarm');
  const over = { ...raised, clearedAtMs: 5, ackedAtMs: 4, ackedBy: 'asha', shelvedUntilMs: 900 };
  rig.storage.writer.run((tx) => rig.alarms.change(tx, over, { kind: 'shelved', userId: 'asha', note: '' }));
  const store = new AlarmStore(rig.storage.writer, rig.storage.reader.sqlite);
  expect(store.openOfKey('DEMO', raised.key, 899)).toEqual(over);
  expect(store.openOfKey('DEMO', raised.key, 900)).toBeUndefined();
});

it.each<[string, Partial<AlarmRecord>]>([
  ['that nobody has touched', {}],
  ['that is an insight', { insight: true, value: null, threshold: null }],
  ['that came late', { late: true, clearedAtMs: 250, count: 3 }],
  ['that is held back', { suppressed: true, shelvedUntilMs: 900 }],
  ['that is given to people', { assignees: ['asha', 'vijay'] }],
  ['that a person acknowledged and resolved', { ackedAtMs: 300, ackedBy: 'asha', resolvedAtMs: 400, resolvedBy: 'vijay' }],
])('an alarm %s is read as it was stored', (_, change) => {
  rig = new OutboxRig({});
  const [raised] = rig.raise(newAlarm('T1', { meta: { unit: 'Tank', n: 3 } }));
  if (!raised) throw new Error('no alarm');
  const { writer, reader } = rig.storage;
  const store = new AlarmStore(writer, reader.sqlite);
  const stored = { ...raised, ...change };
  writer.run((tx) => store.put(tx, stored));
  expect(store.find('DEMO', raised.id)).toEqual(stored);
});

it('alarms are counted by unit and kind from the first moment of a period up to its end', async () => {
  rig = new OutboxRig({});
  const raiseAt = (atMs: number, more: Parameters<typeof newAlarm>[1] = {}): void => {
    rig.clock.set(atMs);
    rig.raise(newAlarm(`T${atMs}`, more));
  };
  for (const atMs of [99, 100, 150, 199, 200]) raiseAt(atMs);
  raiseAt(160, { unitId: 'tank4' });
  raiseAt(170, { category: 'flow_rate', alertType: 'flow_rate_alert' });
  const counted = rig.alarms.counts('DEMO', 100, 200).map(({ unitId, category, count }) => `${unitId} ${category} ${count}`);
  expect(counted.toSorted()).toEqual(['tank3 flow_rate 1', 'tank3 level_exceed 3', 'tank4 level_exceed 1']);
  expect(rig.alarms.counts('NORTH', 100, 200)).toEqual([]);
});

it('alarms are listed in brief by their period, of all units or of those that are asked for', async () => {
  rig = new OutboxRig({});
  for (const [atMs, unitId] of [
    [100, 'tank3'],
    [150, 'tank4'],
    [199, 'tank3'],
    [200, 'tank3'],
  ] as const) {
    rig.clock.set(atMs);
    rig.raise(newAlarm(`T${atMs}`, { unitId }));
  }
  const titles = (unitIds?: readonly string[]): string[] =>
    rig.alarms
      .briefs('DEMO', 100, 200, unitIds)
      .map(({ unitId, title }) => `${unitId} ${title}`)
      .toSorted();
  expect(titles()).toEqual(['tank3 T100 level high', 'tank3 T199 level high', 'tank4 T150 level high']);
  expect(titles(['tank4'])).toEqual(['tank4 T150 level high']);
  expect(titles([])).toEqual([]);
  expect(rig.alarms.briefs('NORTH', 100, 200)).toEqual([]);
});

it('a brief says of an alarm what lists show: whether it is an insight, its value and its limit', async () => {
  rig = new OutboxRig({});
  rig.clock.set(100);
  rig.raise(newAlarm('T1', { insight: true, value: 4.2, threshold: null, meta: { unit: 'Tank', n: 3 } }));
  rig.raise(newAlarm('T2', { insight: false, value: null, threshold: 4 }));
  const shared = {
    industryId: 'DEMO',
    unitId: 'tank3',
    category: 'level_exceed',
    alertType: 'level_exceed_alert',
    body: '4.21 m, limit 4 m.',
    priority: 2,
    raisedAtMs: 100,
  };
  const briefs = rig.alarms.briefs('DEMO', 100, 101).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  expect(briefs).toEqual([
    { ...shared, title: 'T1 level high', insight: true, value: 4.2, threshold: null, meta: { unit: 'Tank', n: 3 } },
    { ...shared, title: 'T2 level high', insight: false, value: null, threshold: 4, meta: {} },
  ]);
});

it('every change of an alarm makes another revision', () => {
  rig = new OutboxRig({});
  const revisions = [rig.alarms.revision()];
  const [raised] = rig.raise(newAlarm('T1'));
  revisions.push(rig.alarms.revision());
  if (raised) rig.storage.writer.run((tx) => rig.alarms.rejoin(tx, raised, 5, true));
  revisions.push(rig.alarms.revision());
  expect(new Set(revisions).size).toBe(3);
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
});

it('an alarm is of a period where it was open at some time of it, also where it was raised days before', async () => {
  rig = new OutboxRig({});
  const { writer, reader } = rig.storage;
  await writer.run((tx) => {
    for (const [name, [raisedAtMs, clearedAtMs]] of Object.entries(lives))
      rig.alarms.raise(tx, newAlarm(name, { raisedAtMs, unitId: name === 'into' ? 'line3' : 'tank3' }), clearedAtMs);
  });
  const store = new AlarmStore(writer, reader.sqlite);
  const names = (unitIds?: readonly string[]): string[] =>
    store.openWithin('DEMO', 100, 200, unitIds).map(({ title }) => title.replace(' level high', ''));
  expect(names().sort()).toEqual(['goesOn', 'into', 'moment', 'stillOpen', 'through', 'within']);
  expect(names(['line3'])).toEqual(['into']);
  expect(store.openWithin('NORTH', 100, 200)).toEqual([]);
});

it('the alarms of a period are found without reading all that was raised before it', () => {
  rig = new OutboxRig({});
  const { writer, reader } = rig.storage;
  const texts: string[] = [];
  const noting = {
    prepare: (sql: string) => {
      texts.push(sql);
      return reader.sqlite.prepare(sql);
    },
  };
  expect(new AlarmStore(writer, noting as unknown as typeof reader.sqlite).openWithin('DEMO', 100, 200)).toEqual([]);
  const asked = texts.filter((text) => text.includes('cleared_at') && text.includes('order by raised_at, id'));
  const plan = asked.flatMap((sql) => reader.sqlite.prepare(`explain query plan ${sql.replace(/\?|@\w+/g, "''")}`).all());
  const searches = plan.map((row) => String((row as { detail: string }).detail)).filter((detail) => detail.startsWith('SEARCH'));
  expect(searches).toEqual([
    'SEARCH alarm USING PRIMARY KEY (industry_id=? AND raised_at>? AND raised_at<?)',
    'SEARCH alarm USING INDEX alarm_end (industry_id=? AND cleared_at>?)',
    'SEARCH alarm USING INDEX alarm_end (industry_id=? AND cleared_at=? AND raised_at<?)',
  ]);
});
