import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../contract/permissions.ts';
import { ManualClock } from '../../../core/clock.ts';
import { isFailure } from '../../../core/fail.ts';
import { ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import type { WriteTx } from '../../../db/writer.ts';
import { settingsWith } from '../../../test/alertRig.ts';
import type { AlarmRecord, AlarmStep } from '../model.ts';
import { AlarmService, type AlarmServiceParts } from './alarmService.ts';
import type { NewAlarm } from './alarms.ts';
import { type ConditionState, idle } from './machine.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 3);
const MINUTE = 60_000;
type Person = Parameters<AlarmService['resolve']>[0];
const asha = { userId: 'asha', username: 'asha', industryId: 'DEMO', permissions: new Set<Permission>(['ALERTS']) } as Person;
const nobody = { ...asha, userId: 'ben', permissions: new Set<Permission>() } as Person;
const record = (more: Partial<AlarmRecord> = {}): AlarmRecord =>
  ({
    id: 'a',
    industryId: 'DEMO',
    unitId: 'u1',
    category: 'flow_rate',
    key: 'k',
    param: 'flow',
    title: 'Title',
    insight: false,
    value: 1,
    clearedAtMs: null,
    ackedAtMs: null,
    ackedBy: null,
    resolvedAtMs: null,
    resolvedBy: null,
    shelvedUntilMs: null,
    assignees: [],
    ...more,
  }) as AlarmRecord;

const rigOf = (...records: AlarmRecord[]) => {
  const events: string[] = [];
  const changed: AlarmRecord[] = [];
  const steps: Omit<AlarmStep, 'at'>[] = [];
  const states: ConditionState[] = [];
  const raised: NewAlarm[] = [];
  const failing = { store: false };
  const open = new Map(records.map((one) => [one.key, one]));
  const service = new AlarmService({
    directory: {
      unit: (industryId: string, id: string) => (industryId === 'DEMO' && id === 'u1' ? { id, name: 'Line' } : undefined),
    },
    calendars: { of: () => new ShiftCalendar([{ validFrom: '2000-01-01', timezone: 'UTC', startAt: '13:00:00' }]) },
    users: {
      user: (id: string) =>
        ({
          asha: { industryId: 'DEMO', name: 'Asha', username: 'asha' },
          ravi: { industryId: 'DEMO', name: '', username: 'ravi' },
          nora: { industryId: 'NORTH', name: 'Nora', username: 'nora' },
        })[id],
    },
    alarms: {
      find: (industryId: string, id: string) => (industryId === 'DEMO' ? records.find((one) => one.id === id) : undefined),
      steps: (id: string) => [{ at: 1, kind: 'raised', userId: null, note: id }],
      openOfKey: (_: string, key: string) => open.get(key),
      change: (_: WriteTx, one: AlarmRecord, step: Omit<AlarmStep, 'at'>) => {
        changed.push(one);
        steps.push(step);
      },
      assigned: (
        _: WriteTx,
        one: AlarmRecord,
        step: Omit<AlarmStep, 'at'>,
        { body, assigneeId }: { body: string; assigneeId: string },
      ) => {
        changed.push(one);
        steps.push(step);
        events.push(`${body} (${assigneeId})`);
      },
      raise: (_: WriteTx, one: NewAlarm) => {
        raised.push(one);
        return one;
      },
      rejoin: (_: WriteTx, one: AlarmRecord, value: number | null, announce: boolean) => {
        events.push(`rejoined ${value} ${announce}`);
        return one;
      },
      clear: (_: WriteTx, one: AlarmRecord, atMs: number, body: string) =>
        void events.push(`cleared ${one.id} ${atMs - NOW} ${body}`),
      publishPending: () => void events.push('published'),
      forget: () => void events.push('forgot'),
    },
    engine: {
      evaluator: async () => ({
        settings: settingsWith(),
        change: (_: WriteTx, __: AlarmRecord, change: (state: ConditionState) => ConditionState) =>
          void states.push(change({ ...idle, isActive: true, announcedSlot: 5 })),
      }),
      reread: (industryId: string) => void events.push(`reread ${industryId}`),
    },
    store: {
      transaction: <T>(write: (tx: WriteTx) => T): T => {
        const answer = write({} as WriteTx);
        if (failing.store) throw new Error('disk full');
        return answer;
      },
    },
    pushTokens: {
      keep: (_: WriteTx, by: Person, { deviceId, token }: { deviceId: string; token: string }, nowMs: number) =>
        void events.push(`token ${by.userId} ${deviceId} ${token} ${nowMs - NOW}`),
    },
    maintenance: {
      declare: (_: WriteTx, industryId: string, work: { unitId: string; reason: string; userId: string }, minutes: number) => {
        events.push(`work ${industryId} ${work.unitId} ${work.reason} ${work.userId} ${minutes}`);
        return false;
      },
      reread: (industryId: string) => void events.push(`maintenance ${industryId}`),
    },
    testIndustries: [],
    clock: new ManualClock(NOW),
  } as unknown as AlarmServiceParts);
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      if (!isFailure(error)) throw error;
      return error.code;
    }
  };
  return { service, events, changed, steps, states, raised, failing, codeOf };
};

describe('an acknowledgement', () => {
  it('is the first person’s, of each alarm once, and holds back the next reminder', async () => {
    const { service, changed, steps, states, events } = rigOf(record(), record({ id: 'b', ackedAtMs: 5, ackedBy: 'ravi' }));
    await service.acknowledgeAll(asha, ['a', 'b', 'a']);
    expect(changed).toEqual([{ ...record(), ackedAtMs: NOW, ackedBy: 'asha' }]);
    expect(steps).toEqual([{ kind: 'acknowledged', userId: 'asha', note: '' }]);
    expect(states).toMatchObject([{ isAcked: true, announcedSlot: Math.floor(NOW / SLOT_MS) }]);
    expect(events).toEqual(['published']);
  });

  it('is of all that are named or of none', async () => {
    const { service, codeOf, events } = rigOf(record());
    expect(await codeOf(service.acknowledgeAll(asha, ['a', 'gone']))).toBe('notFound');
    expect(events).toEqual(['forgot', 'reread DEMO']);
  });

  it.each<[string, Partial<AlarmRecord>, by: Person, code: string]>([
    ['a general one that is theirs', { assignees: ['ben'] }, nobody, 'done'],
    ['a general one of others', { assignees: ['asha'] }, nobody, 'permission'],
    ['one about a device, though it is theirs', { assignees: ['ben'], category: 'device_status' }, nobody, 'permission'],
    ['an insight, though it is theirs', { assignees: ['ben'], insight: true }, nobody, 'permission'],
    ['any, with ALERTS', { category: 'device_status' }, asha, 'done'],
  ])('may be of %s', async (_, more, by, code) => {
    const { service, codeOf } = rigOf(record(more));
    expect(await codeOf(service.acknowledgeAll(by, ['a']))).toBe(code);
  });
});

describe('a person', () => {
  it('resolves an alarm once, which acknowledges it, and ends what another program reported', async () => {
    const { service, changed, states } = rigOf(
      record(),
      record({ id: 'b', ackedAtMs: 5, ackedBy: 'ravi', param: 'posted' }),
      record({ id: 'c', resolvedAtMs: 5 }),
      record({ id: 'd', param: 'posted', clearedAtMs: 7 }),
    );
    for (const id of ['a', 'b', 'c', 'd']) await service.resolve(asha, id, 'asha');
    const done = { resolvedAtMs: NOW, resolvedBy: 'asha' };
    expect(changed).toMatchObject([
      { id: 'a', ackedAtMs: NOW, ackedBy: 'asha', clearedAtMs: null, ...done },
      { id: 'b', ackedAtMs: 5, ackedBy: 'ravi', clearedAtMs: NOW, ...done },
      { id: 'd', clearedAtMs: 7, ...done },
    ]);
    expect(states[0]).toMatchObject({ isResolved: true, isAcked: true });
  });

  it('gives an alarm to people of the industry, once to each, and takes it back', async () => {
    const { service, changed, steps, events, codeOf } = rigOf(record({ assignees: ['asha'] }));
    await service.assign(asha, 'a', 'ravi');
    await service.assign(asha, 'a', 'asha');
    expect(changed.map(({ assignees }) => assignees)).toEqual([['asha', 'ravi'], ['asha']]);
    expect(steps[0]).toEqual({ kind: 'assigned', userId: 'asha', note: 'ravi' });
    expect(events.filter((event) => event !== 'published')).toEqual([
      'asha assigned "Title" to ravi (ravi)',
      'asha assigned "Title" to Asha (asha)',
    ]);
    for (const id of ['nora', 'none']) {
      expect(await codeOf(service.assign(asha, 'a', id))).toBe('notFound');
      expect(await codeOf(service.resolve(asha, 'a', id))).toBe('notFound');
    }
    await service.unassign(asha, 'a', 'asha');
    expect([changed.at(-1)?.assignees, steps.at(-1)]).toEqual([[], { kind: 'unassigned', userId: 'asha', note: 'asha' }]);
    expect(await codeOf(service.unassign(asha, 'a', 'ravi'))).toBe('notFound');
    expect(await codeOf(service.assign(asha, 'gone', 'ravi'))).toBe('notFound');
  });

  it('shelves an alarm for minutes, to the end of a slot, and takes it back; comments change nothing', async () => {
    const { service, changed, steps, states } = rigOf(record({ shelvedUntilMs: 3 }));
    await service.shelve(asha, 'a', 30, 'known');
    await service.unshelve(asha, 'a');
    await service.comment(asha, 'a', 'seen');
    expect(changed.map(({ shelvedUntilMs }) => shelvedUntilMs)).toEqual([NOW + 30 * MINUTE, null, 3]);
    expect(states.map(({ shelvedUntilSlot }) => shelvedUntilSlot)).toEqual([Math.ceil((NOW + 30 * MINUTE) / SLOT_MS), null]);
    expect(steps).toEqual([
      { kind: 'shelved', userId: 'asha', note: 'known' },
      { kind: 'unshelved', userId: 'asha', note: '' },
      { kind: 'comment', userId: 'asha', note: 'seen' },
    ]);
  });

  it('sees an alarm of the own industry with its steps', async () => {
    const { service } = rigOf(record());
    expect(service.find('DEMO', 'a')).toEqual({ record: record(), steps: [{ at: 1, kind: 'raised', userId: null, note: 'a' }] });
    expect(() => service.find('NORTH', 'a')).toThrow('not found');
  });

  it('declares work at a unit, and ends none that is not there; what is in memory follows in any case', async () => {
    const { service, events, codeOf } = rigOf();
    expect(await codeOf(service.maintain(asha, 'u1', 30, 'bearings'))).toBe('done');
    expect(events).toEqual(['work DEMO u1 bearings asha 30', 'published', 'maintenance DEMO']);
    expect(await codeOf(service.maintain(asha, 'u1', 0, ''))).toBe('notFound');
    expect(events.at(-1)).toBe('maintenance DEMO');
    expect(await codeOf(service.maintain(asha, 'gone', 30, ''))).toBe('notFound');
  });

  it('has a phone that is notified', async () => {
    const { service, events } = rigOf();
    await service.keepPushToken(asha, 'd1', 'token');
    expect(events).toEqual(['token asha d1 token 0', 'published']);
  });
});

describe('what another program reports', () => {
  const post = (rig: ReturnType<typeof rigOf>, more: object = {}, meta: object = {}) =>
    rig.service.post('DEMO', {
      unitId: 'u1',
      type: 'pump_trip',
      createdOn: '2026-03-10T12:00:00Z',
      meta: { alertType: 'flow_rate', ...meta },
      ...more,
    } as never);

  it('is an alarm of its unit, with its numbers, of the shift day of its time', async () => {
    const rig = rigOf();
    await post(rig, {}, { value: 3, threshold: 2, pumps: 5 });
    expect(rig.raised).toMatchObject([
      {
        industryId: 'DEMO',
        unitId: 'u1',
        category: 'flow_rate',
        alertType: 'pump_trip',
        key: 'u1|flow_rate|posted:pump_trip||',
        param: 'posted',
        date: '2026-03-09',
        title: 'Line: pump trip',
        priority: settingsWith().categories.flow_rate.priority,
        insight: false,
        value: 3,
        threshold: 2,
        meta: { value: 3, threshold: 2, pumps: 5 },
        raisedAtMs: Date.UTC(2026, 2, 10, 12),
        late: false,
      },
    ]);
    await post(rig, { type: 'other' });
    expect(rig.raised[1]).toMatchObject({ value: null, threshold: null, body: 'Reported by another program.' });
  });

  it('again is the same alarm, with its newer value', async () => {
    const rig = rigOf(record({ key: 'u1|flow_rate|posted:pump_trip||', value: 7 }));
    await post(rig, {}, { value: 3 });
    await post(rig);
    expect(rig.events).toEqual(['rejoined 3 false', 'published', 'rejoined 7 false', 'published']);
    expect(rig.raised).toEqual([]);
  });

  it.each([
    ['2026-03-10T12:08:00Z', 'done'],
    ['2026-03-10T12:08:01Z', 'badRequest'],
    ['1970-01-01T00:00:00Z', 'done'],
    ['1969-12-31T23:59:59Z', 'badRequest'],
    ['2026-02-30T00:00:00Z', 'badRequest'],
    ['2026-03-10T12:00:00.000Z', 'badRequest'],
    ['2026-03-10T24:00:00Z', 'badRequest'],
    ['2026-03-10 12:00:00', 'badRequest'],
  ])('at %s: %s', async (createdOn, code) => {
    const rig = rigOf();
    expect(await rig.codeOf(post(rig, { createdOn }))).toBe(code);
  });

  it('is of a unit that is there', async () => {
    const rig = rigOf();
    expect(await rig.codeOf(post(rig, { unitId: 'gone' }))).toBe('notFound');
  });
});

describe('a fault of the plant itself', () => {
  it('is raised once, and ends once', async () => {
    const { service, raised, events } = rigOf(
      record({ id: 'v', key: 'valve:open' }),
      record({ id: 'w', key: 'valve:over', clearedAtMs: 5 }),
    );
    await service.raiseFault('DEMO', { key: 'valve:v1', name: 'Inlet', text: 'it is stuck' });
    await service.raiseFault('DEMO', { key: 'valve:open', name: 'Inlet', text: 'it is stuck' });
    expect(raised).toMatchObject([
      {
        unitId: '',
        category: 'device_status',
        alertType: 'device_status_alert',
        key: 'valve:v1',
        param: 'fault',
        date: '2026-03-09',
        priority: 2,
        insight: false,
        value: null,
        threshold: null,
        meta: { unit: 'Inlet', fault: 'it is stuck', text: 'fault' },
        raisedAtMs: NOW,
        late: false,
      },
    ]);
    for (const key of ['valve:open', 'valve:over', 'valve:none']) await service.endFault('DEMO', key);
    expect(events.filter((event) => event.startsWith('cleared'))).toEqual(['cleared v 0 It is as it should be.']);
  });
});

it('what could not be stored is said to nobody, and what was changed in memory is read again', async () => {
  const { service, failing, events } = rigOf(record());
  failing.store = true;
  await expect(service.comment(asha, 'a', 'x')).rejects.toThrow('disk full');
  expect(events).toEqual(['forgot', 'reread DEMO']);
});
