import { expect, test } from 'vitest';
import type { AlarmView } from '../../server/contract/plant/alarms.ts';
import { attentionOf, titleMark } from './alarms.ts';

const alarm = (id: string, priority: number, state: AlarmView['state'], minute = 0): AlarmView => ({
  id,
  unitId: 'u',
  unitName: 'U',
  subject: { kind: 'unit', id: 'u', name: 'U' },
  category: 'level_exceed',
  alertType: 'x',
  param: '',
  title: id,
  body: '',
  action: '',
  message: { code: null, params: {} },
  priority,
  insight: false,
  state,
  value: null,
  threshold: null,
  code: null,
  confirmed: null,
  since: null,
  lostKL: null,
  raisedAt: new Date(Date.UTC(2026, 10, 22, 6, minute)).toISOString(),
  clearedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedByName: null,
  resolvedAt: null,
  resolvedBy: null,
  shelvedUntil: null,
  late: false,
  count: 1,
  assignees: [],
});
const none = new Set<string>();

test('the most urgent one that waits comes first, the oldest of its priority before the others', () => {
  const { waiting } = attentionOf(
    [alarm('late', 1, 'unack', 9), alarm('high', 2, 'unack', 0), alarm('early', 1, 'rtn_unack', 3), alarm('seen', 1, 'ack', 0)],
    none,
  );
  expect(waiting.map(({ id }) => id)).toEqual(['early', 'late', 'high']);
});

test('what is shelved, suppressed or out of service is not counted', () => {
  const { counts, waiting, seen } = attentionOf(
    [alarm('a', 1, 'shelved'), alarm('b', 1, 'suppressed'), alarm('c', 1, 'out_of_service'), alarm('d', 3, 'ack')],
    none,
  );
  expect(waiting).toEqual([]);
  expect(seen.map(({ id }) => id)).toEqual(['d']);
  expect(counts.map(({ active }) => active)).toEqual([0, 0, 1, 0]);
});

test('one that is acknowledged here waits no longer, though the server does not know it yet', () => {
  const { counts, waiting } = attentionOf([alarm('a', 1, 'unack'), alarm('b', 1, 'unack', 1)], new Set(['a']));
  expect(waiting.map(({ id }) => id)).toEqual(['b']);
  expect(counts[0]).toEqual({ priority: 1, active: 2, unacknowledged: 1 });
});

test('the tab says how many wait, and "!" where one is critical or high', () => {
  expect(titleMark({ waiting: [] })).toBe('');
  expect(titleMark({ waiting: [alarm('a', 3, 'unack')] })).toBe('(1) ');
  expect(titleMark({ waiting: [alarm('a', 2, 'unack'), alarm('b', 4, 'unack')] })).toBe('(2!) ');
});
