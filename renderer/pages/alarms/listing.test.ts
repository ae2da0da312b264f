import { expect, it } from 'vitest';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { floodOf, listed } from './listing.ts';

const nowMs = Date.UTC(2026, 10, 22, 6);
const alarm = (id: string, state: AlarmView['state'], priority = 2, minutesAgo = 0): AlarmView => ({
  id,
  state,
  priority,
  raisedAt: new Date(nowMs - minutesAgo * 60_000).toISOString(),
  unitId: '',
  unitName: '',
  subject: { kind: 'unit', id: '', name: '' },
  category: 'flow_rate',
  alertType: '',
  param: '',
  title: id,
  body: '',
  action: '',
  message: { code: null, params: {} },
  insight: false,
  value: null,
  threshold: null,
  code: null,
  confirmed: null,
  since: null,
  lostKL: null,
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
const ids = (alarms: readonly AlarmView[]) => alarms.map(({ id }) => id);

it('what waits comes before what was seen, the urgent before the rest, the oldest of them first', () => {
  const all = [alarm('seen', 'ack', 1), alarm('new', 'unack', 2, 1), alarm('old', 'rtn_unack', 2, 9), alarm('held', 'shelved')];
  expect(ids(listed(all, 'active'))).toEqual(['old', 'new', 'seen']);
  expect(ids(listed(all, 'shelved'))).toEqual(['held']);
  expect(ids(listed(all, 'history'))).toEqual(['seen', 'new', 'old', 'held']);
});

it('eleven alarms in ten minutes are a flood, ten are not, and insights do not count', () => {
  const ten = Array.from({ length: 10 }, (_, at) => alarm(`a${at}`, 'unack', 2, at));
  const old = alarm('old', 'unack', 1, 11);
  expect(floodOf([...ten, old, { ...alarm('i', 'ack'), insight: true }], nowMs)).toBeNull();
  expect(floodOf([...ten, old, alarm('eleventh', 'unack')], nowMs)).toMatchObject({ count: 11, first: { id: 'a9' } });
});
