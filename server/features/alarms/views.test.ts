import { describe, expect, it } from 'vitest';
import { directory, HOUR, RAISED, record } from '../../test/shownAlarm.ts';
import { codedMessage, toAlarmView } from './answers.ts';
import { stateOf } from './lifecycle/alarms.ts';
import type { AlarmRecord } from './model.ts';

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
