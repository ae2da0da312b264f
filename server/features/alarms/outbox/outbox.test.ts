import { describe, expect, it } from 'vitest';
import { Failure } from '../../../core/fail.ts';
import { rawConnectionOf } from '../../../db/writer.ts';
import { newAlarm } from '../../../test/outboxRig.ts';
import { mailAndSms, rigOf } from '../../../test/sentDeliveries.ts';

const refuse = (code: 'unavailable' | 'badRequest' | 'notFound') => async (): Promise<void> => {
  throw new Failure(code, 'no');
};

describe('the outbox', () => {
  it('sends an alarm once to each person on each channel', async () => {
    const rig = rigOf(mailAndSms);
    const [alarm] = rig.raise(newAlarm('T1'));
    await rig.work();
    await rig.after(60);
    expect(rig.email.sent.map(({ to }) => to).toSorted()).toEqual(['asha@plant.example', 'ravi@plant.example']);
    expect(rig.sms.sent).toHaveLength(1);
    expect(alarm && rig.deliveries(alarm).every(({ state }) => state === 'sent')).toBe(true);
  });

  it('knows nothing of an alarm whose transaction failed', async () => {
    const rig = rigOf(mailAndSms);
    const broken = (): void =>
      rig.storage.writer.run((tx) => {
        rig.alarms.raise(tx, newAlarm('T1'));
        throw new Error('the state could not be stored');
      });
    expect(broken).toThrow();
    await rig.work();
    expect([rig.email.sent, rig.sms.sent]).toEqual([[], []]);
  });

  it('tries again after 1, 5 and 15 minutes and every quarter of an hour, and says at the alarm that it waits and that it expired', async () => {
    const rig = rigOf(mailAndSms);
    const tries: number[] = [];
    rig.sms.act = async () => {
      tries.push(rig.clock.now());
      throw new Failure('unavailable', 'the modem does not answer');
    };
    const [alarm] = rig.raise(newAlarm('T1'));
    await rig.work();
    const notes = () => rig.alarms.steps(alarm?.id ?? '').map(({ note }) => note);
    for (let minute = 0; minute < 60; minute += 1) await rig.after(1);
    expect(tries.map((ms) => (ms - (tries[0] ?? 0)) / 60_000)).toEqual([0, 1, 6, 21, 36, 51]);
    const reason = 'the modem does not answer';
    expect(rig.warned).toEqual([1, 2, 3, 4, 5, 6].map((attempts) => ({ channel: 'sms', reason, attempts })));
    expect(alarm && rig.deliveries(alarm)).toContainEqual({ channel: 'sms', recipient: '919820098200', state: 'queued' });
    const waits = 'sms to 919820098200 waits and is tried until 21/11/2026 12:00: the modem does not answer';
    expect(notes().filter((note) => note.startsWith('sms'))).toEqual([waits]);
    for (let hour = 0; hour < 28; hour += 1) await rig.after(15);
    expect(alarm && rig.deliveries(alarm)).toContainEqual({ channel: 'sms', recipient: '919820098200', state: 'expired' });
    const expired = 'sms to 919820098200 expired: the modem does not answer';
    expect(notes().filter((note) => note.startsWith('sms'))).toEqual([waits, expired]);
  });

  it('that needs the internet is tried again after 1, 5 and 15 minutes, and then every quarter of an hour', async () => {
    const rig = rigOf({ channels: { push: { enabled: true, minPriority: 4 } } });
    const tries: number[] = [];
    rig.push.act = async () => {
      tries.push(rig.clock.now());
      throw new Failure('unavailable', 'no internet');
    };
    rig.raise(newAlarm('T1'));
    await rig.work();
    for (let minute = 0; minute < 70; minute += 1) await rig.after(1);
    expect(tries.map((ms) => (ms - (tries[0] ?? 0)) / 60_000)).toEqual([0, 1, 6, 21, 36, 51, 66]);
  });

  it('goes out once while the disk is full, and is settled when there is room', async () => {
    const rig = rigOf(mailAndSms);
    const [alarm] = rig.raise(newAlarm('Tank 3', { priority: 1 }));
    if (!alarm) throw new Error('no alarm');
    rawConnectionOf(rig.storage.writer).exec(
      "create trigger full before update on delivery begin select raise(abort, 'full'); end",
    );
    // as often as it likes, for a while: it used to go out again and again
    for (let turns = 0; turns < 50; turns += 1) {
      rig.outbox.work();
      await new Promise(setImmediate);
    }
    expect([rig.email.sent.length, rig.sms.sent.length]).toEqual([2, 1]);
    expect(rig.deliveries(alarm).filter(({ state }) => state === 'queued')).toHaveLength(3);
    rawConnectionOf(rig.storage.writer).exec('drop trigger full');
    await rig.work();
    expect(rig.deliveries(alarm).every(({ state }) => state === 'sent')).toBe(true);
    expect([rig.email.sent.length, rig.sms.sent.length]).toEqual([2, 1]);
  });

  it('sends all that waits while the disk is full, not only what fits one look at the queue', async () => {
    const rig = rigOf({ channels: { email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] } } });
    rig.raise(...Array.from({ length: 130 }, (_, at) => newAlarm(`T${at}`, { priority: 1 })));
    const raw = rawConnectionOf(rig.storage.writer);
    raw.exec("create trigger full before update on delivery begin select raise(abort, 'full'); end");
    await rig.work();
    await rig.work();
    expect(rig.email.sent).toHaveLength(130);
    raw.exec('drop trigger full');
    await rig.work();
    expect(rig.email.sent).toHaveLength(130);
    expect(rig.store.waiting('DEMO', 'email').count).toBe(0);
  });

  it('sends what is critical before what came earlier', async () => {
    const rig = rigOf({ channels: { sms: { enabled: true, minPriority: 4, recipients: ['919820098200'] } } });
    for (const priority of [4, 2, 1, 3] as const) {
      rig.raise(newAlarm(`P${priority}`, { priority }));
      rig.clock.advance(1000);
    }
    await rig.work();
    expect(rig.sms.sent.map(({ message }) => message.priority)).toEqual([1, 2, 3, 4]);
  });

  it('of a digest that failed while the disk was full, each message counts as tried once, and the alarm says it once', async () => {
    const rig = rigOf({ channels: { email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] } } });
    const alarms = rig.raise(...Array.from({ length: 30 }, (_, at) => newAlarm(`T${at}`)));
    await rig.work();
    const raw = rawConnectionOf(rig.storage.writer);
    rig.email.act = refuse('unavailable');
    raw.exec("create trigger full before update on delivery begin select raise(abort, 'full'); end");
    await rig.after(11);
    raw.exec('drop trigger full');
    await rig.work();
    const attempts = raw.prepare("select distinct attempts from delivery where digest = 1 and state = 'queued'").pluck().all();
    expect(attempts).toEqual([1]);
    rig.email.act = refuse('badRequest');
    raw.exec("create trigger full before update on delivery begin select raise(abort, 'full'); end");
    await rig.after(2);
    raw.exec('drop trigger full');
    await rig.work();
    const said = alarms.flatMap(({ id }) => rig.alarms.steps(id)).filter(({ note }) => note.includes('failed'));
    expect(said).toHaveLength(1);
  });

  it('says when its alarm was, where it goes out long after, and that it is over', async () => {
    const rig = rigOf(mailAndSms);
    rig.email.act = refuse('unavailable');
    const [alarm] = rig.raise(newAlarm('T1'));
    if (!alarm) throw new Error('no alarm');
    await rig.work();
    await rig.after(1);
    rig.email.act = async () => undefined;
    rig.email.sent.length = 0;
    rig.storage.writer.run((tx) => rig.alarms.clear(tx, alarm, rig.clock.now(), 'Over.'));
    await rig.after(5);
    const texts = rig.email.sent.map(({ message }) => message.body);
    expect(texts).toEqual(Array(2).fill(expect.stringMatching(/ Raised 21\/11\/2026 06:00, over since 21\/11\/2026 06:01\.$/)));
  });

  it('does not try again what will never go', async () => {
    const rig = rigOf(mailAndSms);
    rig.email.act = refuse('badRequest');
    const [alarm] = rig.raise(newAlarm('T1'));
    await rig.work();
    expect(
      alarm &&
        rig
          .deliveries(alarm)
          .filter(({ channel }) => channel === 'email')
          .map(({ state }) => state),
    ).toEqual(['failed', 'failed']);
  });

  it('lets what needs the internet wait for it, and says so when its time is over', async () => {
    const rig = rigOf({ channels: { push: { enabled: true, minPriority: 4 } } });
    rig.push.act = refuse('unavailable');
    const [alarm] = rig.raise(newAlarm('T1'));
    await rig.work();
    for (let hour = 0; hour < 3; hour += 1) for (let at = 0; at < 4; at += 1) await rig.after(15);
    expect(alarm && rig.deliveries(alarm).filter(({ channel }) => channel === 'push')).toEqual([
      { channel: 'push', recipient: 'phone-of-asha', state: 'queued' },
    ]);
    rig.push.act = async () => undefined;
    await rig.after(15);
    expect(rig.push.sent.map(({ to }) => to)).toEqual(['phone-of-asha']);
    rig.push.act = refuse('unavailable');
    const [late] = rig.raise(newAlarm('T2'));
    for (let at = 0; at < 4 * 7; at += 1) await rig.after(15);
    expect(
      late &&
        rig
          .deliveries(late)
          .filter(({ channel }) => channel === 'push')
          .map(({ state }) => state),
    ).toEqual(['expired']);
  });

  it('forgets a phone that is gone', async () => {
    const rig = rigOf({ channels: { push: { enabled: true, minPriority: 4 } } });
    rig.push.act = refuse('notFound');
    rig.raise(newAlarm('T1'));
    await rig.work();
    rig.push.act = async () => undefined;
    rig.raise(newAlarm('T2'));
    await rig.work();
    expect(rig.push.sent).toEqual([]);
  });

  it('is not held up on one channel by another that hangs', async () => {
    const rig = rigOf(mailAndSms);
    const { promise, resolve } = Promise.withResolvers<void>();
    rig.sms.act = () => promise;
    for (let at = 0; at < 5; at += 1) rig.raise(newAlarm(`T${at}`));
    rig.outbox.work();
    while (rig.email.sent.length < 10) await new Promise(setImmediate);
    expect(rig.sms.sent).toHaveLength(0);
    resolve();
    await rig.outbox.settled();
    expect(rig.sms.sent).toHaveLength(5);
  });

  it('sends at most eight pushes at once, two mails and one SMS', async () => {
    const recipients = Array.from({ length: 4 }, (_, at) => `p${at}@plant.example`);
    const rig = rigOf({
      channels: {
        email: { enabled: true, minPriority: 4, recipients },
        sms: { enabled: true, minPriority: 4, recipients: ['919820098200', '919820098201'] },
        push: { enabled: true, minPriority: 4 },
      },
    });
    const underWay = { email: 0, sms: 0, push: 0 };
    const end = Promise.withResolvers<void>();
    for (const name of ['email', 'sms', 'push'] as const)
      rig[name].act = () => {
        underWay[name] += 1;
        return end.promise;
      };
    for (let at = 0; at < 9; at += 1) rig.raise(newAlarm(`T${at}`, { priority: 1 }));
    rig.outbox.work();
    await new Promise(setImmediate);
    expect(underWay).toEqual({ email: 2, sms: 1, push: 8 });
    end.resolve();
    await rig.outbox.settled();
  });

  it('sends what was due at once though its alarm was acknowledged before it left', async () => {
    const rig = rigOf(mailAndSms);
    const [alarm] = rig.raise(newAlarm('T1'));
    if (!alarm) throw new Error('no alarm');
    rig.storage.writer.run((tx) =>
      rig.alarms.change(
        tx,
        { ...alarm, ackedAtMs: rig.clock.now(), ackedBy: 'asha' },
        { kind: 'acknowledged', userId: 'asha', note: '' },
      ),
    );
    await rig.work();
    expect(rig.sms.sent).toHaveLength(1);
  });

  it('sends a flood as one digest for each person, and each critical alarm by itself', async () => {
    const rig = rigOf(mailAndSms);
    rig.raise(...Array.from({ length: 1000 }, (_, at) => newAlarm(`T${at}`)), newAlarm('flood', { priority: 1 }));
    await rig.work();
    await rig.after(11);
    const mails = rig.email.sent.filter(({ to }) => to === 'asha@plant.example').map(({ message }) => message.title);
    expect(mails.filter((title) => title === '990 alarms in 10 minutes')).toHaveLength(1);
    expect(mails.filter((title) => title === 'flood level high')).toHaveLength(1);
    expect(mails).toHaveLength(12);
  });

  it.each([
    [1, ['T0 level high', 'T1 level high']],
    [2, ['T0 level high', '2 alarms in 10 minutes']],
    [3, ['T0 level high', '3 alarms in 10 minutes']],
  ])('of a flood in which %d wait for a digest sends %j', async (waiting, titles) => {
    const rig = rigOf({ channels: { email: mailAndSms.channels.email }, flood: { perTenMinutes: 1, digest: true } });
    for (let at = 0; at <= waiting; at += 1) rig.raise(newAlarm(`T${at}`));
    await rig.work();
    await rig.after(11);
    const mails = rig.email.sent.filter(({ to }) => to === 'asha@plant.example').map(({ message }) => message.title);
    expect(mails).toEqual(titles);
  });

  it('sends what is due alone though many are due with it, where it is in no digest', async () => {
    const rig = rigOf({ channels: { email: mailAndSms.channels.email } });
    rig.raise(newAlarm('T1'), newAlarm('T2'));
    await rig.work();
    const mails = rig.email.sent.filter(({ to }) => to === 'asha@plant.example').map(({ message }) => message.title);
    expect(mails.toSorted()).toEqual(['T1 level high', 'T2 level high']);
  });

  it('sends as a digest what another program reports all at once, however long ago it was', async () => {
    const rig = rigOf(mailAndSms);
    const raisedAtMs = rig.clock.now() - 5 * 3_600_000;
    for (let at = 0; at < 200; at += 1) rig.storage.writer.run((tx) => rig.alarms.raise(tx, newAlarm(`T${at}`, { raisedAtMs })));
    await rig.work();
    await rig.after(11);
    expect(rig.sms.sent.map(({ message }) => message.title).at(-1)).toBe('190 alarms in 10 minutes');
    expect(rig.sms.sent).toHaveLength(11);
  });

  it('gives up at its stop what is under way, and sends it after the next start', async () => {
    const rig = rigOf(mailAndSms);
    rig.sms.act = (_, signal) => new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const [alarm] = rig.raise(newAlarm('T1'));
    rig.outbox.work();
    await rig.outbox.stop();
    expect(alarm && rig.deliveries(alarm)).toContainEqual({ channel: 'sms', recipient: '919820098200', state: 'queued' });
  });
});
