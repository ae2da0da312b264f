import { describe, expect, it } from 'vitest';
import { type AlertSettings, alertSettings } from '../../../contract/model/alertSettings.ts';
import { Failure } from '../../../core/fail.ts';
import type { OutboxRig } from '../../../test/outboxRig.ts';
import { newAlarm } from '../../../test/outboxRig.ts';
import { rigOf } from '../../../test/sentDeliveries.ts';

const away = async (): Promise<void> => {
  throw new Failure('unavailable', 'the mail server does not answer');
};
const mailTo = (...recipients: string[]) => ({ email: { enabled: true, minPriority: 4, recipients } });

describe('what a channel puts off', () => {
  it('together with others is tried for six hours of its own, however old they are', async () => {
    const rig = rigOf({ channels: mailTo('asha@plant.example'), flood: { perTenMinutes: 1, digest: true } });
    rig.email.act = away;
    rig.raise(newAlarm('T0'));
    const [old] = rig.raise(newAlarm('T1'));
    for (let quarter = 0; quarter < 23; quarter += 1) await rig.after(15);
    rig.raise(newAlarm('T2'));
    const [young] = rig.raise(newAlarm('T3'));
    for (let quarter = 0; quarter < 4; quarter += 1) await rig.after(15);
    if (!old || !young) throw new Error('no alarms');
    const stateOf = (alarm: typeof old) => rig.store.ofAlarm('DEMO', alarm.id).find(({ channel }) => channel === 'email')?.state;
    expect([stateOf(old), stateOf(young)]).toEqual(['expired', 'queued']);
    const notesOf = ({ id }: typeof old) => rig.alarms.steps(id).map(({ note }) => note);
    expect(notesOf(old)).toContain('email to asha@plant.example expired: the mail server does not answer');
    expect(notesOf(young)).not.toContain('email to asha@plant.example expired: the mail server does not answer');
    rig.email.act = async () => undefined;
    await rig.after(15);
    expect(rig.email.sent.map(({ message }) => message.title).toSorted()).toEqual(['T2 level high', 'T3 level high']);
  });

  it('together with others goes without what was shelved meanwhile', async () => {
    const rig = rigOf({ channels: mailTo('asha@plant.example'), flood: { perTenMinutes: 1, digest: true } });
    const [, shelved, kept] = rig.raise(newAlarm('T0'), newAlarm('T1'), newAlarm('T2'));
    if (!shelved || !kept) throw new Error('no alarms');
    const shelvedUntilMs = rig.clock.now() + 3_600_000;
    rig.storage.writer.run((tx) =>
      rig.alarms.change(tx, { ...shelved, shelvedUntilMs }, { kind: 'shelved', userId: 'asha', note: '' }),
    );
    await rig.after(11);
    expect(rig.email.sent.map(({ message }) => message.title).toSorted()).toEqual(['T0 level high', 'T2 level high']);
    expect(rig.deliveries(shelved)).toContainEqual({ channel: 'email', recipient: 'asha@plant.example', state: 'expired' });
    expect(rig.deliveries(kept)).toContainEqual({ channel: 'email', recipient: 'asha@plant.example', state: 'sent' });
  });

  it('goes to another person in the place of its recipient without a delay of the escalation, or a step that is taken twice', async () => {
    const escalation = [
      { afterMinutes: 10, recipients: ['919820098200'] },
      { afterMinutes: 30, recipients: ['919820098299'] },
    ];
    const settingsFor = (recipient: string): AlertSettings =>
      alertSettings.parse({ channels: mailTo(recipient), escalation }) as AlertSettings;
    const rig = rigOf(settingsFor('gone@plant.example'));
    rig.email.act = away;
    rig.raise(newAlarm('T1'));
    const minutes = async (of: OutboxRig, count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        of.clock.advance(60_000);
        await of.escalation.check();
        await of.outbox.settled();
      }
    };
    await minutes(rig, 15);
    rig.settings = settingsFor('dev@plant.example');
    rig.email.act = async () => undefined;
    await minutes(rig, 16);
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['dev@plant.example']);
    expect(rig.sms.sent.map(({ to }) => to)).toEqual(['919820098200', '919820098299']);
    await minutes(rig, 60);
    expect(rig.sms.sent.map(({ to }) => to)).toEqual(['919820098200', '919820098299']);
  });

  const DAY_MS = 86_400_000;

  it('goes out though the clock is set back by a day meanwhile, and is tried no more often for it', async () => {
    const rig = rigOf({ channels: mailTo('asha@plant.example'), flood: { perTenMinutes: 1, digest: true } });
    let tries = 0;
    rig.email.act = async () => {
      tries += 1;
      await away();
    };
    rig.raise(newAlarm('T0'), newAlarm('T1'));
    await rig.work();
    rig.clock.stepWall(-DAY_MS);
    tries = 0;
    for (let minute = 0; minute < 60; minute += 1) await rig.after(1);
    // two messages, after 1, 5 and 15 minutes and each quarter of an hour
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThanOrEqual(14);
    rig.email.act = async () => undefined;
    await rig.after(15);
    expect(rig.email.sent.map(({ message }) => message.title).toSorted()).toEqual(['T0 level high', 'T1 level high']);
  });

  it('or announces goes on to the next people in their time, though the clock is set back by a day', async () => {
    const escalation = [
      { afterMinutes: 10, recipients: ['919820098200'] },
      { afterMinutes: 30, recipients: ['919820098299'] },
    ];
    const rig = rigOf({ channels: mailTo('asha@plant.example'), escalation });
    rig.raise(newAlarm('T1'));
    await rig.work();
    rig.clock.stepWall(-DAY_MS);
    const sentAfter: [number, string][] = [];
    for (let minute = 0; minute < 90; minute += 1) {
      await rig.escalation.check();
      await rig.outbox.settled();
      for (const { to } of rig.sms.sent.splice(0)) sentAfter.push([minute, to]);
      rig.clock.advance(60_000);
    }
    expect(sentAfter).toEqual([
      [10, '919820098200'],
      [30, '919820098299'],
    ]);
  });

  const quietHours = { from: '00:00', to: '08:00' };
  const quietMail = { enabled: true, minPriority: 4, quietHours, recipients: ['asha@plant.example'] };

  it.each([
    ['an hour', 3_600_000],
    ['a day', DAY_MS],
    ['three days', 3 * DAY_MS],
  ])('until the end of quiet hours waits for it though the clock is set back by %s, and no day longer', async (_, byMs) => {
    const rig = rigOf({ channels: { email: quietMail } }, Date.UTC(2026, 10, 21, 6, 0));
    rig.raise(newAlarm('T1', { priority: 3 }));
    await rig.work();
    rig.clock.stepWall(-byMs);
    await rig.after(1);
    expect(rig.email.sent).toEqual([]);
    for (let hour = 0; hour < 3; hour += 1) await rig.after(60);
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['asha@plant.example']);
  });

  it('until the end of quiet hours goes out where the clock is set back to before they begin', async () => {
    const rig = rigOf({ channels: { email: quietMail } }, Date.UTC(2026, 10, 21, 6, 0));
    rig.raise(newAlarm('T1', { priority: 3 }));
    await rig.work();
    rig.clock.stepWall(-10 * 3_600_000);
    await rig.after(1);
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['asha@plant.example']);
  });

  it('or announces goes on to nobody twice once the clock has come to where it was before it was set back', async () => {
    const escalation = [{ afterMinutes: 10, recipients: ['919820098200'] }];
    const rig = rigOf({ channels: mailTo('asha@plant.example'), escalation });
    rig.raise(newAlarm('T1'));
    await rig.work();
    rig.clock.stepWall(-30 * 60_000);
    const sentAfter: number[] = [];
    for (let minute = 0; minute < 90; minute += 1) {
      await rig.escalation.check();
      await rig.outbox.settled();
      for (const _ of rig.sms.sent.splice(0)) sentAfter.push(minute);
      rig.clock.advance(60_000);
    }
    expect(sentAfter).toEqual([10]);
  });

  it('together with what was tried for long, as by a clock that was set back, has all tries of its own', async () => {
    const rig = rigOf({ channels: mailTo('asha@plant.example'), flood: { perTenMinutes: 1, digest: true } });
    rig.email.act = away;
    rig.raise(newAlarm('T0'));
    const [old] = rig.raise(newAlarm('T1'));
    await rig.work();
    rig.clock.stepWall(-DAY_MS);
    for (let quarter = 0; quarter < 24; quarter += 1) await rig.after(15);
    rig.raise(newAlarm('T2'));
    const [young] = rig.raise(newAlarm('T3'));
    for (let quarter = 0; quarter < 12; quarter += 1) await rig.after(15);
    if (!old || !young) throw new Error('no alarms');
    const stateOf = (alarm: typeof old) => rig.store.ofAlarm('DEMO', alarm.id).find(({ channel }) => channel === 'email')?.state;
    expect([stateOf(old), stateOf(young)]).toEqual(['expired', 'queued']);
  });
});
