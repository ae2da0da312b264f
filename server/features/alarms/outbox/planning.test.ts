import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlertSettings, alertSettings } from '../../../contract/model/alertSettings.ts';
import { ManualClock } from '../../../core/clock.ts';
import type { WriteTx } from '../../../db/writer.ts';
import { silent } from '../../../test/httpRig.ts';
import type { AlarmRecord } from '../model.ts';
import { Escalation, type EscalationParts } from './escalation.ts';
import { digestOf, outgoingMessage } from './message.ts';
import type { Delivery } from './model.ts';
import { Outbox, type OutboxParts } from './outbox.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 2, 10, 12, 3);
const tx = {} as WriteTx;
const settingsOf = (more: object): AlertSettings => alertSettings.parse(more) as AlertSettings;
const alarm = (more: Partial<AlarmRecord> = {}): AlarmRecord =>
  ({
    id: 'a',
    industryId: 'DEMO',
    unitId: 'u1',
    category: 'flow_rate',
    alertType: 'flow_rate_alert',
    date: '2026-03-10',
    title: 'Line flow high',
    body: '12 m3/h.',
    action: 'Look.',
    priority: 2,
    insight: false,
    meta: { unit: 'Line' },
    raisedAtMs: NOON,
    clearedAtMs: null,
    ackedAtMs: null,
    resolvedAtMs: null,
    shelvedUntilMs: null,
    suppressed: false,
    late: false,
    ...more,
  }) as AlarmRecord;
const delivery = (more: Partial<Delivery> = {}): Delivery =>
  ({ id: 'd', kind: 'raised', channel: 'email', step: 0, state: 'sent', createdAtMs: NOON, ...more }) as Delivery;
const escalation = [
  { afterMinutes: 10, recipients: ['boss@plant.example'] },
  { afterMinutes: 30, recipients: ['chief@plant.example', 'horn:wp1'] },
];

describe('deliveries of an alarm', () => {
  const rigOf = (settings: object | undefined, given: { sent?: number; steps?: number[]; minuteNow?: number } = {}) => {
    const added: Delivery[] = [];
    const asked: number[] = [];
    const outbox = new Outbox({
      store: {
        add: (_: WriteTx, one: Delivery) => void added.push(one),
        sentSince: (_: string, sinceMs: number, most: number) => {
          asked.push(NOON - sinceMs, most);
          return given.sent ?? 0;
        },
        ofAlarm: () => (given.steps ?? []).map((step) => delivery({ step })),
      },
      settings: () => settings && settingsOf(settings),
      pushTokens: { ofIndustry: () => ['token1', 'token2'] },
      clock: new ManualClock(NOON),
      minuteOfWeek: () => given.minuteNow ?? 723,
      log: silent,
    } as unknown as OutboxParts);
    const lines = (): string[] =>
      added.map(({ kind, channel, recipient, step, digest, dueAtMs, state }) =>
        [kind, channel, recipient, step, digest ? 'digest' : '', (dueAtMs - NOON) / MINUTE, state]
          .filter((one) => one !== '')
          .join(' '),
      );
    return { outbox, added, asked, lines };
  };
  const mail = { channels: { email: { enabled: true, minPriority: 4, recipients: ['a@p.example'] } } };

  it('wait with nothing tried, for six hours from when they are due; the live one is sent', () => {
    const { outbox, added, asked } = rigOf(mail);
    outbox.enqueue(tx, alarm(), 'raised');
    const shared = {
      id: expect.any(String),
      industryId: 'DEMO',
      alarmId: 'a',
      kind: 'raised',
      step: 0,
      digest: false,
      attempts: 0,
      createdAtMs: NOON,
      error: '',
    };
    expect(added).toEqual([
      {
        ...shared,
        channel: 'email',
        recipient: 'a@p.example',
        state: 'queued',
        dueAtMs: NOON,
        expiresAtMs: NOON + 360 * MINUTE,
        settledAtMs: null,
      },
      {
        ...shared,
        channel: 'web',
        recipient: 'live',
        state: 'sent',
        dueAtMs: NOON,
        expiresAtMs: NOON + 360 * MINUTE,
        settledAtMs: NOON,
      },
    ]);
    expect(asked[0]).toBe(10 * MINUTE);
  });

  it('are none where nothing is set, and go to phones where these are on', () => {
    const none = rigOf(undefined);
    none.outbox.enqueue(tx, alarm(), 'raised');
    expect(none.added).toEqual([]);
    const push = rigOf({ channels: { push: { enabled: true, minPriority: 4 }, web: { enabled: false } } });
    push.outbox.enqueue(tx, alarm(), 'raised');
    expect(push.lines()).toEqual(['raised push token1 0 0 queued', 'raised push token2 0 0 queued']);
  });

  it.each([
    [19, ['raised email a@p.example 0 0 queued']],
    [20, ['raised email a@p.example 0 digest 7 queued']],
  ])('after %d in ten minutes, of 20 that are a flood, are %j', (sent, lines) => {
    const rig = rigOf({ ...mail, flood: { perTenMinutes: 20, digest: true } }, { sent });
    rig.outbox.enqueue(tx, alarm(), 'raised');
    expect(rig.lines().slice(0, 1)).toEqual(lines);
    rig.outbox.enqueue(tx, alarm({ priority: 1 }), 'raised');
    expect(rig.lines()[2]).toBe('raised email a@p.example 0 0 queued');
  });

  it.each<[steps: number[], string[]]>([
    [[], ['escalated email boss@plant.example 1 0 queued']],
    [[0], ['escalated email boss@plant.example 1 0 queued']],
    [
      [0, 1],
      ['escalated email chief@plant.example 2 0 queued', 'escalated horn wp1 2 0 queued'],
    ],
    [
      [1, 2],
      ['escalated email chief@plant.example 2 0 queued', 'escalated horn wp1 2 0 queued'],
    ],
  ])('of a reminder go to the next step too, after the steps %j', (steps, lines) => {
    const rig = rigOf({ ...mail, escalation }, { steps });
    rig.outbox.enqueue(tx, alarm(), 'reminded');
    expect(rig.lines()).toEqual(['reminded email a@p.example 0 0 queued', 'reminded web live 0 0 sent', ...lines]);
    const raised = rigOf({ ...mail, escalation }, { steps });
    raised.outbox.enqueue(tx, alarm(), 'raised');
    expect(raised.lines()).toHaveLength(2);
    const without = rigOf(mail, { steps });
    without.outbox.enqueue(tx, alarm(), 'reminded');
    expect(without.lines()).toHaveLength(2);
  });

  it('of the escalation wait for quiet hours as others do, but a horn does not', () => {
    const quiet = { channels: { email: { ...mail.channels.email, quietHours: { from: '22:00', to: '06:00' } } } };
    const rig = rigOf(quiet, { minuteNow: 23 * 60 });
    rig.outbox.escalate(tx, alarm({ priority: 3 }), 2, ['boss@plant.example', 'horn:wp1']);
    rig.outbox.escalate(tx, alarm({ priority: 2 }), 1, ['boss@plant.example']);
    expect(rig.lines()).toEqual([
      'escalated email boss@plant.example 2 420 queued',
      'escalated horn wp1 2 0 queued',
      'escalated email boss@plant.example 1 0 queued',
    ]);
  });
});

describe('an alarm that nobody answers', () => {
  /** Steps that are taken `minutes` after the alarm was raised. */
  const stepAfter = async (
    minutes: number,
    more: Partial<AlarmRecord> = {},
    deliveries: Delivery[] = [delivery()],
    parts: object = {},
  ) => {
    const taken: string[] = [];
    const clock = new ManualClock(NOON + minutes * MINUTE);
    const one = alarm(more);
    const check = new Escalation({
      outbox: {
        escalate: (_: WriteTx, { id }: AlarmRecord, step: number, recipients: string[]) =>
          void taken.push(`${id} ${step} ${recipients.join(' ')}`),
        work: () => void taken.push('work'),
      },
      store: { ofAlarm: () => deliveries },
      alarms: { open: () => [one] },
      industries: () => [{ id: 'DEMO', disabled: false }],
      settings: () => settingsOf({ escalation }),
      transaction: (write: (tx: WriteTx) => void) => write(tx),
      clock,
      log: silent,
      ...parts,
    } as unknown as EscalationParts);
    await check.check();
    expect(taken.pop()).toBe('work');
    return taken;
  };
  const first = ['a 1 boss@plant.example'];
  const second = ['a 2 chief@plant.example horn:wp1'];

  it.each<[minutes: number, deliveries: Delivery[], taken: string[]]>([
    [9.99, [delivery()], []],
    [10, [delivery()], first],
    [10, [], first],
    [9, [], []],
    [29, [delivery(), delivery({ step: 1 })], []],
    [30, [delivery(), delivery({ step: 1 })], second],
    [90, [delivery(), delivery({ step: 1 }), delivery({ step: 2 })], []],
    [60, [delivery()], first],
  ])('for %d minutes, with deliveries %#, goes on', async (minutes, deliveries, taken) => {
    expect(await stepAfter(minutes, {}, deliveries)).toEqual(taken);
  });

  it('goes on also where the plant has a single step', async () => {
    const settings = () => settingsOf({ escalation: escalation.slice(0, 1) });
    expect(await stepAfter(10, {}, [delivery()], { settings })).toEqual(first);
  });

  it('begins anew when it is announced again', async () => {
    const again = delivery({ createdAtMs: NOON + 20 * MINUTE });
    const before = [delivery(), delivery({ step: 1, createdAtMs: NOON + 10 * MINUTE }), again];
    expect(await stepAfter(29, {}, before)).toEqual([]);
    expect(await stepAfter(30, {}, before)).toEqual(first);
    // the later announcement counts where the alarm is older
    expect(await stepAfter(12, { raisedAtMs: NOON + 5 * MINUTE }, [delivery()])).toEqual([]);
    expect(await stepAfter(15, { raisedAtMs: NOON + 5 * MINUTE }, [delivery()])).toEqual(first);
  });

  it('is answered by a device that confirmed it since', async () => {
    expect(await stepAfter(10, {}, [delivery({ state: 'confirmed' })])).toEqual([]);
    const old = delivery({ state: 'confirmed', createdAtMs: NOON - MINUTE });
    expect(await stepAfter(10, {}, [old, delivery()])).toEqual(first);
  });

  it.each<[Partial<AlarmRecord>, isTaken: boolean]>([
    [{ ackedAtMs: 1 }, false],
    [{ resolvedAtMs: 1 }, false],
    [{ clearedAtMs: 1 }, false],
    [{ insight: true }, false],
    [{ late: true }, false],
    [{ suppressed: true }, false],
    [{ shelvedUntilMs: NOON + 10 * MINUTE + 1 }, false],
    [{ shelvedUntilMs: NOON + 10 * MINUTE }, true],
    [{ raisedAtMs: NOON - 1430 * MINUTE + 1 }, true],
    [{ raisedAtMs: NOON - 1430 * MINUTE }, false],
  ])('and is %j is escalated: %s', async (more, isTaken) => {
    expect(await stepAfter(10, more, [delivery()])).toEqual(isTaken ? first : []);
  });

  it('is left where the industry is disabled or escalates nothing', async () => {
    expect(await stepAfter(10, {}, [delivery()], { industries: () => [{ id: 'DEMO', disabled: true }] })).toEqual([]);
    expect(await stepAfter(10, {}, [delivery()], { settings: () => undefined })).toEqual([]);
    expect(await stepAfter(10, {}, [delivery()], { settings: () => settingsOf({}) })).toEqual([]);
  });

  describe('is looked at', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('every quarter minute from the start to the stop, also after a fault', async () => {
      let looked = 0;
      const watch = new Escalation({
        industries: () => {
          looked += 1;
          throw new Error('broken');
        },
        log: silent,
      } as unknown as EscalationParts);
      watch.start();
      watch.start();
      await vi.advanceTimersByTimeAsync(14_999);
      expect(looked).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(looked).toBe(1);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(looked).toBe(2);
      watch.stop();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([looked, vi.getTimerCount()]).toEqual([2, 0]);
    });
  });
});

describe('a message', () => {
  it('of one alarm has its words and what a phone needs to open it', () => {
    expect(outgoingMessage(alarm(), 'd1', false)).toEqual({
      deliveryId: 'd1',
      title: 'Line flow high',
      body: '12 m3/h.',
      action: 'Look.',
      sms: expect.stringContaining('Line flow high'),
      priority: 2,
      data: { notificationId: 'a', unitId: 'u1', alertType: 'flow_rate_alert', date: '10/03/2026', type: 'flow_rate' },
    });
    expect(outgoingMessage(alarm(), 'd1', true)).toMatchObject({
      title: 'Nobody answered: Line flow high',
      sms: expect.stringContaining('Nobody answered'),
    });
  });

  it('cuts a long name in an SMS, and nothing that a person must know', () => {
    const name =
      'Cooling tower make-up line of the northern utilities block, second floor, behind the softener house and the pump room of the old plant, near the gate that is closed at night';
    const long = alarm({ title: `${name} flow high`, meta: { unit: name } });
    for (const { sms } of [outgoingMessage(long, 'd', false), digestOf([long, alarm()], 'd')]) {
      expect(sms.length).toBeLessThanOrEqual(160);
      expect(sms).not.toContain(name);
      expect(sms).toContain('flow high');
    }
  });

  it('of many has the twenty most urgent, the oldest of them first, and how many more there are', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        alarm({ id: `a${at}`, title: `T${at}`, priority: at === 3 ? 1 : 2, raisedAtMs: NOON - at }),
      );
    const digest = digestOf(many(21), 'd1');
    expect(digest).toMatchObject({
      title: '21 alarms in 10 minutes',
      action: 'Open the alarm list.',
      priority: 1,
      data: { notificationId: 'a3', unitId: 'u1', alertType: 'digest', date: '', type: 'digest' },
      sms: expect.stringContaining('first: T3'),
    });
    const lines = digest.body.split('\n');
    expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([21, 'T3: 12 m3/h.', 'T20: 12 m3/h.', 'and 1 more']);
    expect(digestOf(many(20), 'd1').body.split('\n')).toHaveLength(20);
  });
});
