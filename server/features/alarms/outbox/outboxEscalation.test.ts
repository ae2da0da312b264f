import { afterEach, describe, expect, it } from 'vitest';
import { type AlertSettings, alertSettings } from '../../../contract/model/alertSettings.ts';
import { Failure } from '../../../core/fail.ts';
import { rawConnectionOf } from '../../../db/writer.ts';
import { newAlarm, OutboxRig } from '../../../test/outboxRig.ts';

const rigs: OutboxRig[] = [];

const rigOf = (settings: object, nowMs?: number): OutboxRig => {
  const rig = new OutboxRig(settings, nowMs);
  rigs.push(rig);
  return rig;
};

afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

const fail = async (): Promise<void> => {
  throw new Failure('unavailable', 'the mail server does not answer');
};

describe('an alarm that nobody answers', () => {
  const escalating = {
    channels: { email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] } },
    escalation: [
      { afterMinutes: 10, recipients: ['919820098200'] },
      { afterMinutes: 30, recipients: ['boss@plant.example', 'horn:wp-horn'] },
    ],
  };
  const minutes = async (rig: OutboxRig, count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      rig.clock.advance(60_000);
      await rig.escalation.check();
      await rig.outbox.settled();
    }
  };

  it('goes on to the next people and in the end to the horn, each step once', async () => {
    const rig = rigOf(escalating);
    rig.raise(newAlarm('T1'));
    await minutes(rig, 9);
    expect(rig.sms.sent).toHaveLength(0);
    await minutes(rig, 2);
    expect(rig.sms.sent.map(({ message }) => message.sms)).toEqual([
      'Nobody answered: T1 level high: 4.21 m, limit 4 m. Stop the inflow.',
    ]);
    await minutes(rig, 60);
    expect(rig.horns).toEqual(['wp-horn']);
    expect(rig.sms.sent).toHaveLength(1);
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['asha@plant.example', 'boss@plant.example']);
  });

  it.each<[string, Error, number, string[], RegExp]>([
    [
      'sounds the horn later where the order never left the plant’s server',
      new Failure('unavailable', 'not sent: the line is down'),
      3,
      ['wp-horn'],
      /^horn to wp-horn waits and is tried until .+: not sent: the line is down$/,
    ],
    ['orders the horn once where the order may have left', new Error('no answer'), 1, [], /^horn to wp-horn failed: no answer$/],
  ])('%s', async (_, error, tried, sounded, said) => {
    const rig = rigOf(escalating);
    const [alarm] = rig.raise(newAlarm('T1'));
    let orders = 0;
    rig.hornAct = async () => {
      orders += 1;
      if (orders < 3) throw error;
    };
    await minutes(rig, 60);
    expect([orders, rig.horns]).toEqual([tried, sounded]);
    const notes = rig.alarms.steps(alarm?.id ?? '').flatMap(({ kind, note }) => (kind === 'undelivered' ? [note] : []));
    expect(notes).toEqual([expect.stringMatching(said)]);
  });

  it('goes no further once a person acknowledged it, a device confirmed it, or it is over', async () => {
    const rig = rigOf(escalating);
    const [one, two, three] = rig.raise(newAlarm('T1'), newAlarm('T2'), newAlarm('T3'));
    if (!one || !two || !three) throw new Error('no alarms');
    rig.storage.writer.run((tx) =>
      rig.alarms.change(
        tx,
        { ...one, ackedAtMs: rig.clock.now(), ackedBy: 'asha' },
        { kind: 'acknowledged', userId: 'asha', note: '' },
      ),
    );
    rig.storage.writer.run((tx) => rig.store.confirm(tx, { industryId: 'DEMO', alarmId: two.id }, 'asha', rig.clock.now()));
    rig.storage.writer.run((tx) => rig.alarms.clear(tx, three, rig.clock.now(), 'over'));
    await minutes(rig, 60);
    expect(rig.sms.sent).toEqual([]);
    expect(rig.horns).toEqual([]);
  });

  it('goes no further though the confirmation came while the disk was full', async () => {
    const rig = rigOf(escalating);
    const sqlite = rawConnectionOf(rig.storage.writer);
    const [one, two] = rig.raise(newAlarm('T1'), newAlarm('T2'));
    if (!one || !two) throw new Error('no alarms');
    const web = (id: string) => rig.store.ofAlarm('DEMO', id).filter(({ channel }) => channel === 'web');
    rig.outbox.confirm('DEMO', one.id, 'asha');
    expect(web(one.id)).toMatchObject([{ state: 'confirmed', error: 'asha' }]);
    sqlite.pragma('query_only = on');
    rig.outbox.confirm('DEMO', two.id, 'asha');
    expect(web(two.id)).toMatchObject([{ state: 'sent' }]);
    sqlite.pragma('query_only = off');
    const saidAtMs = rig.clock.now();
    await minutes(rig, 60);
    expect(web(two.id)).toMatchObject([{ state: 'confirmed', error: 'asha', settledAtMs: saidAtMs }]);
    expect(rig.sms.sent).toEqual([]);
    expect(rig.horns).toEqual([]);
  });

  it('goes on again when it is announced again, though a device had confirmed the first message', async () => {
    const rig = rigOf(escalating);
    const [alarm] = rig.raise(newAlarm('T1'));
    if (!alarm) throw new Error('no alarm');
    rig.storage.writer.run((tx) => rig.store.confirm(tx, { industryId: 'DEMO', alarmId: alarm.id }, 'asha', rig.clock.now()));
    await minutes(rig, 120);
    expect(rig.sms.sent).toEqual([]);
    rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    await minutes(rig, 1);
    // the reminder itself goes to the next people
    expect(rig.sms.sent).toHaveLength(1);
    await minutes(rig, 28);
    expect(rig.horns).toEqual([]);
    await minutes(rig, 3);
    expect(rig.horns).toEqual(['wp-horn']);
    rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    await minutes(rig, 60);
    expect(rig.horns).toHaveLength(2);
    expect(rig.sms.sent).toHaveLength(1);
  });

  it('goes to the first step in its time though no channel announced it at first', async () => {
    const rig = rigOf({ ...escalating, channels: { web: { enabled: false } } });
    rig.raise(newAlarm('T1'));
    await minutes(rig, 11);
    expect(rig.sms.sent).toHaveLength(1);
  });

  it('at night waits for the end of quiet hours when it is low or medium, and is not sent then if it was answered', async () => {
    const quietHours = { from: '05:00', to: '08:00' };
    const sms = { enabled: false, quietHours };
    // the rig's clock begins at 06:00
    const rig = rigOf({ ...escalating, channels: { ...escalating.channels, sms } });
    const [, answered, shelved] = rig.raise(...['T1', 'T2', 'T4'].map((name) => newAlarm(name, { priority: 3 })), newAlarm('T3'));
    await minutes(rig, 15);
    expect(rig.sms.sent.map(({ message }) => message.title)).toEqual(['Nobody answered: T3 level high']);
    if (!answered || !shelved) throw new Error('no alarm');
    const shelvedUntilMs = rig.clock.now() + 8 * 3_600_000;
    rig.storage.writer.run((tx) =>
      rig.alarms.change(tx, { ...shelved, shelvedUntilMs }, { kind: 'shelved', userId: 'asha', note: 'cleaning' }),
    );
    rig.storage.writer.run((tx) => rig.alarms.clear(tx, answered, rig.clock.now(), 'over'));
    await minutes(rig, 120);
    expect(rig.sms.sent.map(({ message }) => message.title)).toEqual([
      'Nobody answered: T3 level high',
      'Nobody answered: T1 level high',
    ]);
    expect(rig.deliveries(answered)).toContainEqual({ channel: 'sms', recipient: '919820098200', state: 'expired' });
  });
});

describe('what waited for the end of quiet hours', () => {
  const quiet = { email: { enabled: true, minPriority: 4, recipients: ['a@b'], quietHours: { from: '00:00', to: '08:00' } } };

  it.each([
    [true, []],
    [false, ['T1 level high']],
  ])('is not sent while its alarm is suppressed: %s', async (isSuppressed, titles) => {
    const rig = rigOf({ channels: quiet }, Date.UTC(2026, 10, 21, 6, 0));
    const [alarm] = rig.raise(newAlarm('T1', { priority: 3 }));
    if (!alarm) throw new Error('no alarm');
    rig.storage.writer.run((tx) => {
      const held = rig.alarms.suppress(tx, alarm, true);
      if (!isSuppressed) rig.alarms.suppress(tx, held, false);
    });
    await rig.work();
    expect(rig.email.sent).toEqual([]);
    await rig.after(120);
    expect(rig.email.sent.map(({ message }) => message.title)).toEqual(titles);
  });

  it('is sent once, however often its alarm was announced again meanwhile', async () => {
    const rig = rigOf({ channels: quiet }, Date.UTC(2026, 10, 21, 0, 0, 40));
    const [alarm] = rig.raise(newAlarm('T1', { priority: 3 }));
    if (!alarm) throw new Error('no alarm');
    for (let hours = 0; hours < 7; hours += 1) {
      await rig.after(60);
      rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    }
    await rig.after(59);
    expect(rig.email.sent).toEqual([]);
    for (let at = 0; at < 15; at += 1) await rig.after(1);
    expect(rig.email.sent.map(({ message }) => message.title)).toEqual(['T1 level high']);
    rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    await rig.after(10);
    expect(rig.email.sent).toHaveLength(2);
  });

  it('is one line of its digest, though its alarm was announced again meanwhile', async () => {
    const { quietHours: _, ...email } = quiet.email;
    const rig = rigOf({ channels: { email }, flood: { perTenMinutes: 1, digest: true } });
    const [, , alarm] = rig.raise(...['T1', 'T2', 'T3'].map((name) => newAlarm(name)));
    if (!alarm) throw new Error('no alarm');
    await rig.after(5);
    rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    await rig.after(6);
    expect(rig.email.sent.map(({ message }) => message.title)).toEqual(['T1 level high', '2 alarms in 10 minutes']);
  });

  it('goes to nobody who was taken off the lists meanwhile, and to those of rotas and escalation as before', async () => {
    const quietHours = { from: '00:00', to: '08:00' };
    const rota = { name: 'Shift', turns: [], otherwise: ['dev@plant.example'] };
    const email = { enabled: true, minPriority: 4, quietHours };
    const escalation = [{ afterMinutes: 10, recipients: ['boss@plant.example'] }];
    const rig = rigOf(
      { channels: { email: { ...email, recipients: ['gone@plant.example', 'rota:Shift'] } }, escalation, rotas: [rota] },
      Date.UTC(2026, 10, 21, 6, 0),
    );
    const [alarm] = rig.raise(newAlarm('T1', { priority: 3 }));
    if (!alarm) throw new Error('no alarm');
    rig.clock.advance(15 * 60_000);
    await rig.escalation.check();
    rig.settings = alertSettings.parse({
      ...{ channels: { email: { ...email, recipients: ['rota:Shift'] } }, escalation, rotas: [rota] },
    }) as AlertSettings;
    await rig.after(130);
    expect(rig.email.sent.map(({ to }) => to).toSorted()).toEqual(['boss@plant.example', 'dev@plant.example']);
    const gone = rig.store.ofAlarm('DEMO', alarm.id).find(({ recipient }) => recipient === 'gone@plant.example');
    expect(gone).toMatchObject({ state: 'expired', attempts: 0, error: 'no longer a recipient' });
  });

  it('does not go through a channel that was switched off meanwhile, but for the escalation', async () => {
    const email = { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] };
    const escalation = [{ afterMinutes: 10, recipients: ['boss@plant.example'] }];
    const rig = rigOf({ channels: { email }, escalation });
    rig.email.act = async () => {
      throw new Failure('unavailable', 'the mail server does not answer');
    };
    const [alarm] = rig.raise(newAlarm('T1'));
    if (!alarm) throw new Error('no alarm');
    await rig.work();
    rig.clock.advance(11 * 60_000);
    await rig.escalation.check();
    await rig.outbox.settled();
    rig.settings = alertSettings.parse({ channels: { email: { ...email, enabled: false } }, escalation }) as AlertSettings;
    rig.email.act = async () => undefined;
    await rig.after(30);
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['boss@plant.example']);
    const waited = rig.store.ofAlarm('DEMO', alarm.id).find(({ recipient }) => recipient === 'asha@plant.example');
    expect(waited).toMatchObject({ state: 'expired', error: 'the mail server does not answer' });
  });

  it('goes to who took the place of its recipient, once, and not of what is over', async () => {
    const quietHours = { from: '00:00', to: '08:00' };
    const mailTo = (...recipients: string[]) => ({ email: { enabled: true, minPriority: 4, quietHours, recipients } });
    const steps = (...recipients: string[]) => [{ afterMinutes: 10, recipients }];
    const rig = rigOf(
      { channels: mailTo('ravi@plant.example', 'asha@plant.example'), escalation: steps('919820098200') },
      Date.UTC(2026, 10, 21, 6, 0),
    );
    const [alarm, over] = rig.raise(newAlarm('T1', { priority: 3 }), newAlarm('T2', { priority: 3 }));
    if (!alarm || !over) throw new Error('no alarm');
    rig.sms.act = fail;
    rig.clock.advance(11 * 60_000);
    await rig.escalation.check();
    await rig.work();
    rig.sms.act = async () => undefined;
    rig.storage.writer.run((tx) => rig.alarms.clear(tx, over, rig.clock.now(), 'Over.'));
    rig.settings = alertSettings.parse({
      ...{ channels: mailTo('dev@plant.example', 'asha@plant.example'), escalation: steps('919820098299') },
    }) as AlertSettings;
    for (let at = 0; at < 13; at += 1) await rig.after(10);
    expect(rig.email.sent.map(({ to, message }) => `${to} ${message.title}`).toSorted()).toEqual([
      'asha@plant.example T1 level high',
      'dev@plant.example T1 level high',
    ]);
    expect(rig.sms.sent.map(({ to, message }) => `${to} ${message.title}`)).toEqual([
      '919820098299 Nobody answered: T1 level high',
    ]);
  });

  it('goes to the next people once, though each reminder named them again', async () => {
    const escalation = [{ afterMinutes: 10, recipients: ['boss@plant.example'] }];
    const rig = rigOf({ channels: quiet, escalation }, Date.UTC(2026, 10, 21, 6, 0));
    const [alarm] = rig.raise(newAlarm('T1', { priority: 3 }));
    if (!alarm) throw new Error('no alarm');
    for (let at = 0; at < 3; at += 1) {
      await rig.after(30);
      rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    }
    await rig.after(60);
    expect(rig.email.sent.map(({ to }) => to).toSorted()).toEqual(['a@b', 'boss@plant.example']);
  });
});

describe('what a channel could not send', () => {
  const mail = { channels: { email: { enabled: true, minPriority: 4, recipients: ['a@b'] } } };

  it('is sent once when the channel is back, though its alarm was announced again meanwhile', async () => {
    const rig = rigOf(mail);
    rig.email.act = fail;
    const [alarm] = rig.raise(newAlarm('T1'));
    if (!alarm) throw new Error('no alarm');
    await rig.work();
    for (let at = 0; at < 10; at += 1) await rig.after(1);
    rig.storage.writer.run((tx) => rig.alarms.remind(tx, alarm));
    rig.email.act = async () => undefined;
    for (let at = 0; at < 30; at += 1) await rig.after(1);
    expect(rig.email.sent).toHaveLength(1);
  });

  it('is its last failure at the time when it was tried, though its recipient was corrected before the next try', async () => {
    const rig = rigOf(mail);
    rig.email.act = fail;
    const [alarm] = rig.raise(newAlarm('T1'));
    if (!alarm) throw new Error('no alarm');
    await rig.work();
    await rig.after(1);
    const tried = { atMs: rig.clock.now(), error: 'the mail server does not answer' };
    rig.email.act = async () => undefined;
    const { email } = rig.settings.channels;
    const corrected = { ...email, recipients: ['ravi@plant.example'] };
    rig.settings = { ...rig.settings, channels: { ...rig.settings.channels, email: corrected } };
    for (let at = 0; at < 30; at += 1) await rig.after(1);
    const mailed = rig.store.ofAlarm('DEMO', alarm.id).filter(({ channel }) => channel === 'email');
    // both were written at one moment
    expect(mailed.sort((one, other) => one.state.localeCompare(other.state))).toMatchObject([
      { state: 'expired', attempts: 2, settledAtMs: tried.atMs, error: tried.error },
      { state: 'sent' },
    ]);
    expect(rig.store.lastFailure('DEMO', 'email')).toEqual(tried);
  });

  it('is its last failure, and a message that nobody needed any more is none', async () => {
    const quietHours = { from: '00:00', to: '08:00' };
    const rig = rigOf({ channels: { email: { ...mail.channels.email, quietHours } } }, Date.UTC(2026, 10, 21, 6, 0));
    const [alarm] = rig.raise(newAlarm('T1', { priority: 3 }));
    if (!alarm) throw new Error('no alarm');
    rig.storage.writer.run((tx) => rig.alarms.clear(tx, alarm, rig.clock.now(), 'over'));
    await rig.after(130);
    const mailed = rig.store.ofAlarm('DEMO', alarm.id).find(({ channel }) => channel === 'email');
    expect(mailed).toMatchObject({ state: 'expired', attempts: 0 });
    expect(rig.store.lastFailure('DEMO', 'email')).toBeUndefined();
    rig.email.act = fail;
    rig.raise(newAlarm('T2'));
    await rig.work();
    const tried = { atMs: rig.clock.now(), error: 'the mail server does not answer' };
    expect(rig.store.lastFailure('DEMO', 'email')).toEqual(tried);
    for (let at = 0; at < 30; at += 1) await rig.after(1);
    expect(rig.store.lastFailure('DEMO', 'email')).toEqual({ ...tried, atMs: tried.atMs + 21 * 60_000 });
  });
});
