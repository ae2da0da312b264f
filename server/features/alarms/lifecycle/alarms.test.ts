import { describe, expect, it } from 'vitest';
import { type AddressedMessage, Bus } from '../../../core/bus.ts';
import { ManualClock } from '../../../core/clock.ts';
import type { WriteTx } from '../../../db/writer.ts';
import { silent } from '../../../test/httpRig.ts';
import type { AlarmRecord, AlarmStep } from '../model.ts';
import { Alarms, type AlarmsParts, type NewAlarm } from './alarms.ts';

const tx = {} as WriteTx;
const fresh = (more: Partial<NewAlarm> = {}): NewAlarm => ({
  industryId: 'DEMO',
  unitId: 'u1',
  category: 'flow_rate',
  alertType: 'flow_rate_alert',
  key: 'k',
  param: 'flow',
  date: '2026-03-10',
  title: 'Title',
  body: 'Body',
  action: 'Act',
  priority: 2,
  insight: false,
  value: 1,
  threshold: 2,
  meta: { text: 'flowHigh' },
  raisedAtMs: 500,
  late: false,
  ...more,
});
const silence = { category: 'device_status', meta: { code: 1 } } as const;

const rigOf = () => {
  const stored: AlarmRecord[] = [];
  const steps: string[] = [];
  const said: string[] = [];
  const data: Record<string, unknown>[] = [];
  const announced: string[] = [];
  const published: string[] = [];
  const bus = new Bus(silent);
  bus.on('test', 'durableMessages', ({ industryId, messages }) => void published.push(`${industryId} ${messages.length}`));
  const alarms = new Alarms({
    store: {
      put: (_: WriteTx, record: AlarmRecord) => void stored.push(record),
      addStep: (_: WriteTx, id: string, { at, kind, userId, note }: AlarmStep) =>
        void steps.push(`${id === stored.at(-1)?.id ? '' : id}${at} ${kind} ${userId ?? ''} ${note}`.trim()),
    },
    liveLog: {
      append: (
        _: WriteTx,
        entry: {
          industryId: string;
          type: string;
          title: string;
          body: string;
          audience?: string;
          userId?: string;
          data: object;
        },
      ) => {
        said.push([entry.type, entry.title, entry.body, entry.audience, entry.userId].filter(Boolean).join(' | '));
        data.push(entry.data as Record<string, unknown>);
        return { message: { industryId: entry.industryId } } as AddressedMessage;
      },
    },
    bus,
    clock: new ManualClock(1000),
    announcer: { enqueue: (_: WriteTx, alarm: AlarmRecord, kind: string) => void announced.push(`${kind} ${alarm.count}`) },
  } as unknown as AlarmsParts);
  return { alarms, stored, steps, said, data, announced, published };
};

describe('an alarm that is raised', () => {
  it('is new in every way, stored with its step, said and announced', () => {
    const { alarms, stored, steps, said, data, announced } = rigOf();
    const record = alarms.raise(tx, fresh());
    expect(record).toEqual({
      ...fresh(),
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      clearedAtMs: null,
      ackedAtMs: null,
      ackedBy: null,
      resolvedAtMs: null,
      resolvedBy: null,
      shelvedUntilMs: null,
      suppressed: false,
      count: 1,
      assignees: [],
    });
    expect([stored, steps, said, announced]).toEqual([[record], ['1000 raised'], ['alert | Title | Body'], ['raised 1']]);
    expect(data[0]).toEqual({
      notificationId: record.id,
      unitId: 'u1',
      alertType: 'flow_rate_alert',
      category: 'flow_rate',
      priority: 2,
      action: 'Act',
      message: { code: 'flowHigh', params: { text: 'flowHigh' } },
      insight: false,
      value: 1,
      threshold: 2,
      count: 1,
      state: 'unack',
    });
    expect(alarms.raise(tx, fresh(), 77).clearedAtMs).toBe(77);
  });

  it.each<[string, Partial<NewAlarm>, said: string[], announced: string[]]>([
    ['late', { late: true }, ['alert'], []],
    ['an insight', { insight: true }, ['alert'], []],
    ['of a silent unit', silence, ['alert', 'device_status'], ['raised 1']],
    ['of a silent unit, late', { ...silence, late: true }, ['alert'], []],
    ['of another fault of a device', { ...silence, meta: { code: 2 } }, ['alert'], ['raised 1']],
    ['of another category with that code', { meta: { code: 1 } }, ['alert'], ['raised 1']],
  ])('and is %s is said to those whom it concerns', (_, more, types, told) => {
    const { alarms, said, announced } = rigOf();
    alarms.raise(tx, fresh(more));
    expect([said.map((one) => one.split(' ')[0]), announced]).toEqual([types, told]);
  });
});

describe('an alarm that goes on', () => {
  const earlier = (more: Partial<AlarmRecord> = {}): AlarmRecord => {
    const { alarms } = rigOf();
    return { ...alarms.raise(tx, fresh()), ackedAtMs: 5, ackedBy: 'asha', clearedAtMs: 9, ...more };
  };

  it('and is active again counts one more, and is unread and announced where people are to be notified', () => {
    const { alarms, steps, said, announced } = rigOf();
    expect(alarms.rejoin(tx, earlier(), 7, false)).toMatchObject({
      count: 2,
      value: 7,
      clearedAtMs: null,
      ackedAtMs: 5,
      ackedBy: 'asha',
    });
    expect(alarms.rejoin(tx, earlier({ count: 4 }), null, true)).toMatchObject({
      count: 5,
      value: null,
      ackedAtMs: null,
      ackedBy: null,
    });
    expect(steps).toEqual(['1000 rejoined', '1000 rejoined']);
    expect(said.map((one) => one.split(' ')[0])).toEqual(['notification_updated', 'alert']);
    expect(announced).toEqual(['reminded 5']);
    alarms.rejoin(tx, earlier({ insight: true }), 7, true);
    expect(announced).toHaveLength(1);
    alarms.rejoin(tx, earlier({ ...silence, meta: { code: 1 } }), 7, false);
    expect(said.at(-1)).toBe('device_status | Title | Body');
  });

  it('is said again where nobody has answered, but for insights not announced', () => {
    const { alarms, steps, said, announced } = rigOf();
    expect(alarms.remind(tx, earlier())).toMatchObject({ ackedAtMs: null, ackedBy: null, clearedAtMs: 9, count: 1 });
    alarms.remind(tx, earlier({ insight: true }));
    expect([steps, said, announced]).toEqual([
      ['1000 reminded', '1000 reminded'],
      ['alert | Title | Body', 'alert | Title | Body'],
      ['reminded 1'],
    ]);
  });

  it('and is seen no longer says so to nobody’s phone', () => {
    const { alarms, steps, said, announced } = rigOf();
    const told = { title: 'T2', body: 'B2', meta: { text: 'x' }, value: 3 };
    expect(alarms.restate(tx, earlier(), told, 'unconfirmed')).toMatchObject(told);
    expect([steps, said, announced]).toEqual([['1000 unconfirmed  B2'], ['notification_updated | T2 | B2'], []]);
  });

  it('is over with its time, and suppressed no more', () => {
    const { alarms, steps, said } = rigOf();
    expect(alarms.clear(tx, earlier({ suppressed: true, clearedAtMs: null }), 800, 'It is over.')).toMatchObject({
      clearedAtMs: 800,
      suppressed: false,
      ackedAtMs: 5,
    });
    alarms.clear(tx, earlier({ category: 'device_status', meta: { code: 1 } }), 800, 'Back.');
    expect(steps).toEqual(['1000 cleared  It is over.', '1000 cleared  Back.']);
    expect(said).toEqual([
      'alert_cleared | Title: over | It is over.',
      'alert_cleared | Title: over | Back.',
      'device_status | Title: over | Back.',
    ]);
  });

  it('is suppressed and shown again', () => {
    const { alarms, stored, steps, said } = rigOf();
    alarms.suppress(tx, earlier(), true);
    alarms.suppress(tx, earlier(), false);
    expect(stored.map(({ suppressed }) => suppressed)).toEqual([true, false]);
    expect([steps, said.length]).toEqual([['1000 suppressed', '1000 unsuppressed'], 2]);
  });

  it('is changed by people, and given to one of them', () => {
    const { alarms, stored, steps, said } = rigOf();
    const record = earlier();
    alarms.change(tx, record, { kind: 'comment', userId: 'asha', note: 'seen' });
    alarms.assigned(tx, record, { kind: 'assigned', userId: 'asha', note: 'ravi' }, { body: 'for Ravi', assigneeId: 'ravi' });
    expect(stored).toEqual([record, record]);
    expect(steps).toEqual(['1000 comment asha seen', '1000 assigned asha ravi']);
    expect(said).toEqual([
      'notification_updated | Title | Body',
      'notification_assigned | Notification Assigned | for Ravi | desk | ravi',
    ]);
  });
});

it('messages are published once, by industry, when their transaction is through, and never of one that failed', () => {
  const { alarms, published } = rigOf();
  alarms.raise(tx, fresh());
  alarms.raise(tx, fresh({ industryId: 'NORTH' }));
  alarms.raise(tx, fresh());
  expect(published).toEqual([]);
  alarms.publishPending();
  alarms.publishPending();
  expect(published).toEqual(['DEMO 2', 'NORTH 1']);
  alarms.raise(tx, fresh());
  alarms.forget();
  alarms.publishPending();
  expect(published).toHaveLength(2);
});
