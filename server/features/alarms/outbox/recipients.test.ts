import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertSettings, alertSettings } from '../../../contract/model/alertSettings.ts';
import { channelOf } from '../../../contract/model/recipients.ts';
import { newAlarm } from '../../../test/outboxRig.ts';
import { mailAndSms, rigOf } from '../../../test/sentDeliveries.ts';
import { fanOut, quietLeftMs } from './fanOut.ts';
import { digestOf } from './message.ts';

/** A clock on the wall that shows a minute at 0 ms, and is not changed. */
const showing =
  (minute: number) =>
  (ms: number): number =>
    minute + ms / 60_000;

describe('who is notified of an alarm', () => {
  const settings = (channels: object): AlertSettings => alertSettings.parse({ channels }) as AlertSettings;
  const at = { pushTokens: [], nowMs: 0, minuteAt: showing(600), isFlood: false };

  it('depends on its priority, channel by channel', () => {
    const told = (priority: 1 | 2 | 3 | 4) =>
      fanOut({ priority }, { ...at, settings: settings(mailAndSms.channels) }).map(
        ({ channel, recipient }) => `${channel} ${recipient}`,
      );
    expect(told(1)).toEqual(['email asha@plant.example', 'email ravi@plant.example', 'sms 919820098200', 'web live']);
    expect(told(3)).toEqual(['email asha@plant.example', 'email ravi@plant.example', 'web live']);
  });

  it('waits for the end of quiet hours when it is low or medium, and never when it is high or critical', () => {
    const quiet = settings({
      email: { enabled: true, minPriority: 4, recipients: ['a@b'], quietHours: { from: '22:00', to: '06:00' } },
    });
    const due = (priority: 1 | 2 | 3 | 4, minuteNow: number) =>
      fanOut({ priority }, { ...at, settings: quiet, minuteAt: showing(minuteNow) })[0]?.dueAtMs;
    expect([1, 2, 3, 4].map((priority) => due(priority as 1, 23 * 60))).toEqual([0, 0, 7 * 3_600_000, 7 * 3_600_000]);
    expect(due(4, 12 * 60)).toBe(0);
    expect(due(4, 6 * 60)).toBe(0);
  });

  it('knows when quiet hours end, over midnight too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        (from, to, now) => {
          const text = (minute: number) =>
            `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
          const left = quietLeftMs({ from: text(from), to: text(to) }, { nowMs: 0, minuteAt: showing(now) }) / 60_000;
          if (left > 0) expect((now + left) % 1440).toBe(to);
          const isInside = from <= to ? now >= from && now < to : now >= from || now < to;
          expect(left > 0).toBe(isInside);
        },
      ),
    );
  });

  it('is reached by the way that the address shows', () => {
    expect(['a@b.c', '919820098200', 'chat:-100', 'horn:wp1'].map(channelOf)).toEqual(['email', 'sms', 'messaging', 'horn']);
  });
});

describe('a message', () => {
  it('about many alarms counts them and begins with the most urgent', () => {
    const rig = rigOf(mailAndSms);
    const alarms = rig.raise(newAlarm('T1', { priority: 3 }), newAlarm('T2', { priority: 2 }), newAlarm('T3', { priority: 3 }));
    const { title, body, sms } = digestOf(alarms, 'd');
    expect(title).toBe('3 alarms in 10 minutes');
    expect(body.split('\n').map((line) => line.slice(0, 2))).toEqual(['T2', 'T1', 'T3']);
    expect(sms).toContain('first: T2 level high');
  });
});
