import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import type { WriteTx } from '../../../db/writer.ts';
import { silent } from '../../../test/httpRig.ts';
import { alarm, delivery, escalation, MINUTE, NOON, settingsOf, tx } from '../../../test/plannedDeliveries.ts';
import type { Delivery } from './model.ts';
import { Outbox, type OutboxParts } from './outbox.ts';

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
      wall: { minuteOfWeek: (_: string, ms: number) => (given.minuteNow ?? 723) + (ms - NOON) / MINUTE },
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
      ['escalated email chief@plant.example 2 0 queued', 'escalated horn wp1 2 digest 0 queued'],
    ],
    [
      [1, 2],
      ['escalated email chief@plant.example 2 0 queued', 'escalated horn wp1 2 digest 0 queued'],
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
      'escalated horn wp1 2 digest 0 queued',
      'escalated email boss@plant.example 1 0 queued',
    ]);
  });
});
