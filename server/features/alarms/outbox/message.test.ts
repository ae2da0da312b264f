import { describe, expect, it } from 'vitest';
import { alarm, NOON } from '../../../test/plannedDeliveries.ts';
import { digestOf, outgoingMessage } from './message.ts';

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
