import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../core/fail.ts';
import { rawConnectionOf, type Writer } from '../../../db/writer.ts';
import { newAlarm, OutboxRig } from '../../../test/outboxRig.ts';
import { OutboxStore } from './outboxStore.ts';

let rig: OutboxRig;
afterEach(() => rig.close());

const settings = {
  channels: { email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] } },
  escalation: [
    { afterMinutes: 10, recipients: ['919820098200'] },
    { afterMinutes: 30, recipients: ['boss@plant.example', 'horn:wp-horn'] },
  ],
  flood: { perTenMinutes: 10, digest: true },
};
const minutes = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) {
    rig.clock.advance(60_000);
    await rig.escalation.check();
    await rig.outbox.settled();
  }
};
const flood = (count: number) => rig.raise(...Array.from({ length: count }, (_, at) => newAlarm(`T${at}`)));

describe('sixty alarms at once that nobody answers', () => {
  it('are escalated as ten messages and one, and sound the horn once', async () => {
    rig = new OutboxRig(settings);
    flood(60);
    await minutes(21);
    expect(rig.sms.sent.map(({ message }) => message.title.replace(/T\d+ /, ''))).toEqual([
      ...Array.from({ length: 10 }, () => 'Nobody answered: level high'),
      'Nobody answered: 50 alarms in 10 minutes',
    ]);
    await minutes(30);
    expect(rig.sms.sent).toHaveLength(11);
    // ten alone and a digest when they were raised, and again when the second step was taken
    expect(rig.email.sent.map(({ to }) => to)).toEqual([
      ...Array.from({ length: 11 }, () => 'asha@plant.example'),
      ...Array.from({ length: 11 }, () => 'boss@plant.example'),
    ]);
    expect(rig.horns).toEqual(['wp-horn']);
    const states = rawConnectionOf(rig.storage.writer)
      .prepare(
        'select kind, channel, state, count(*) as count from delivery where step > 0 group by kind, channel, state order by channel',
      )
      .all();
    expect(states).toEqual([
      { kind: 'escalated', channel: 'email', state: 'escalated', count: 60 },
      { kind: 'escalated', channel: 'horn', state: 'escalated', count: 60 },
      { kind: 'escalated', channel: 'sms', state: 'escalated', count: 60 },
    ]);
  });

  it('leave the critical ones alone', async () => {
    rig = new OutboxRig(settings);
    rig.raise(...Array.from({ length: 15 }, (_, at) => newAlarm(`T${at}`, { priority: 1 })));
    await minutes(10);
    expect(rig.sms.sent).toHaveLength(15);
  });

  it('that a person has answered before the digest goes are not in it', async () => {
    rig = new OutboxRig(settings);
    const raised = flood(20);
    await minutes(11);
    expect(rig.sms.sent).toHaveLength(10);
    const left = raised.find((alarm) => rig.deliveries(alarm).some(({ state }) => state === 'queued'));
    rig.storage.writer.run((tx) => {
      for (const alarm of raised.filter((one) => one !== left))
        rig.alarms.change(
          tx,
          { ...alarm, ackedAtMs: rig.clock.now(), ackedBy: 'asha' },
          { kind: 'acknowledged', userId: 'asha', note: '' },
        );
    });
    await minutes(10);
    expect(rig.sms.sent.slice(10).map(({ message }) => message.title)).toEqual([`Nobody answered: ${left?.title}`]);
  });

  it('have a horn that sounds though its first orders failed: each alarm has one, until one sounds for the rest', async () => {
    rig = new OutboxRig(settings);
    const raised = flood(60);
    let orders = 0;
    rig.hornAct = async () => {
      orders += 1;
      if (orders < 3) throw new Error('the relay did not answer');
    };
    await minutes(31);
    expect([orders, rig.horns]).toEqual([2, []]);
    await minutes(4);
    expect(orders).toBe(2);
    await minutes(30);
    expect([orders, rig.horns]).toEqual([3, ['wp-horn']]);
    const states = raised.flatMap((one) => rig.deliveries(one).filter(({ channel }) => channel === 'horn'));
    expect(states.filter(({ state }) => state === 'failed')).toHaveLength(2);
    expect(states.filter(({ state }) => state === 'escalated')).toHaveLength(58);
    const said = raised.flatMap(({ id }) => rig.alarms.steps(id)).filter(({ kind }) => kind === 'undelivered');
    expect(said.map(({ note }) => note)).toEqual(Array(2).fill('horn to wp-horn failed: the relay did not answer'));
  });

  it('have no second try of a horn that is no relay any more', async () => {
    rig = new OutboxRig(settings);
    flood(60);
    let orders = 0;
    rig.hornAct = async () => {
      orders += 1;
      throw new Failure('notFound', 'the horn is no relay');
    };
    await minutes(60);
    expect(orders).toBe(1);
  });

  it('stand once each in a message that is of two steps', async () => {
    const recipients = ['919820098200'];
    const escalation = [10, 15].map((afterMinutes) => ({ afterMinutes, recipients }));
    rig = new OutboxRig({ ...settings, escalation });
    flood(13);
    await minutes(21);
    expect(rig.sms.sent.map(({ message }) => message.title.replace(/T\d+ /, ''))).toEqual([
      ...Array.from({ length: 10 }, () => 'Nobody answered: level high'),
      'Nobody answered: 13 alarms in 10 minutes',
    ]);
    expect(rig.sms.sent.at(-1)?.message.body.split('\n')).toHaveLength(13);
  });

  it('are reminded of as a flood too', async () => {
    rig = new OutboxRig({ ...settings, escalation: [] });
    const raised = flood(60);
    await minutes(240);
    const before = rig.email.sent.length;
    rig.storage.writer.run((tx) => {
      for (const alarm of raised) rig.alarms.remind(tx, alarm);
    });
    await minutes(11);
    expect(rig.email.sent.length - before).toBe(11);
  });
});

it('what became of one alarm, and what goes in one message, is found without reading what became of all', () => {
  rig = new OutboxRig(settings);
  const texts: string[] = [];
  const noting = { prepare: (sql: string) => void texts.push(sql), select: (sql: string) => void texts.push(sql) };
  // notes what it asks and asks nothing
  expect(new OutboxStore(noting as unknown as Writer)).toBeInstanceOf(OutboxStore);
  const planOf = (part: string): string[] => {
    const sql = texts.find((text) => text.includes(part)) ?? '';
    const plan = rawConnectionOf(rig.storage.writer)
      .prepare(`explain query plan ${sql.replace(/\?|@\w+/g, "''")}`)
      .all();
    return plan.map((row) => String((row as { detail: string }).detail)).filter((detail) => detail.startsWith('SEARCH'));
  };
  expect(planOf('alarm_id = ? order by')).toEqual(['SEARCH delivery USING INDEX delivery_alarm (alarm_id=?)']);
  expect(planOf("set state = 'confirmed'")).toEqual(['SEARCH delivery USING INDEX delivery_alarm (alarm_id=?)']);
  expect(planOf('digest = 1')).toEqual(['SEARCH delivery USING INDEX delivery_due (channel=?)']);
});
