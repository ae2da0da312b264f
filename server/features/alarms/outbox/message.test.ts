import { describe, expect, it } from 'vitest';
import { alarm, MINUTE, NOON } from '../../../test/plannedDeliveries.ts';
import { digestOf, outgoingMessage, timesOf } from './message.ts';

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

  it('says when its alarm was raised where it comes late, and that it is over; in an SMS before its figures', () => {
    const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
    const times = (more: object, minutes: number): string => timesOf(alarm(more), NOON + minutes * MINUTE, timeOf);
    expect(times({}, 14)).toBe('');
    expect(times({}, 15)).toBe('Raised 12:03.');
    expect(times({ clearedAtMs: NOON + 5 * MINUTE }, 6)).toBe('Raised 12:03, over since 12:08.');
    // of one that came back the figures are of now
    expect(times({ count: 2 }, 180)).toBe('First raised 12:03.');
    expect(times({ count: 2, clearedAtMs: NOON + 5 * MINUTE }, 6)).toBe('First raised 12:03, over since 12:08.');
    const late = outgoingMessage(alarm({ body: 'x'.repeat(200) }), 'd1', true, 'Raised 12:03.');
    expect(late.body.endsWith('xx Raised 12:03.')).toBe(true);
    expect(late.sms).toContain('Line flow high: Raised 12:03. xx');
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
    // those of a night wait for its end together
    const [first, ...others] = many(3);
    const ofNight = first ? [{ ...first, raisedAtMs: NOON - 11 * MINUTE }, ...others] : [];
    expect(digestOf(ofNight, 'd1')).toMatchObject({ title: '3 alarms', sms: expect.stringMatching(/^3 alarms: first: /) });
    expect(digestOf(many(20), 'd1').body.split('\n')).toHaveLength(20);
    const late = digestOf(many(21), 'd1', ({ id }) => (id === 'a3' ? 'Raised 11:00.' : ''));
    expect(late.body.split('\n').slice(0, 2)).toEqual(['T3: 12 m3/h. Raised 11:00.', 'T20: 12 m3/h.']);
    expect(late.sms).toContain('first: T3 Raised 11:00.');
  });
});
