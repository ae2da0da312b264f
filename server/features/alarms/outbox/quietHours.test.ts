import { expect, it } from 'vitest';
import { alertSettings } from '../../../contract/model/alertSettings.ts';
import { ShiftCalendar } from '../../../core/shift.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import { quietLeftMs, type WallNow } from './fanOut.ts';
import { dateAndTime, PlantWall } from './plantWall.ts';
import { settingsNow } from './rotas.ts';

const nowIn = (timezone: string, at: string): WallNow => {
  const calendar = new ShiftCalendar([{ validFrom: '1970-01-01', timezone, startAt: '06:00:00' }]);
  const wall = new PlantWall({ of: () => calendar });
  return { nowMs: Date.parse(at), minuteAt: (ms) => wall.minuteOfWeek('', ms) };
};

/** When quiet hours end, in UTC. */
const endOf = (timezone: string, at: string, hours: string): string => {
  const [from = '', to = ''] = hours.split(' ');
  const now = nowIn(timezone, at);
  return dateAndTime(now.nowMs + quietLeftMs({ from, to }, now));
};

it.each([
  ['on a plain night', 'Europe/Berlin', '2026-11-03T22:00:00Z', '22:00 06:00', '04/11/2026 05:00'],
  ['when clocks go forward', 'Europe/Berlin', '2026-03-28T21:00:00Z', '22:00 06:00', '29/03/2026 04:00'],
  ['when clocks go back', 'Europe/Berlin', '2026-10-24T20:00:00Z', '22:00 06:00', '25/10/2026 05:00'],
  ['after clocks went forward', 'Europe/Berlin', '2026-03-29T01:30:00Z', '22:00 06:00', '29/03/2026 04:00'],
  ['after clocks went back', 'Europe/Berlin', '2026-10-25T01:30:00Z', '22:00 06:00', '25/10/2026 05:00'],
  ['in the hour that comes twice, the first time', 'Europe/Berlin', '2026-10-25T00:10:00Z', '22:00 06:00', '25/10/2026 05:00'],
  ['at a time that does not come', 'Europe/Berlin', '2026-03-29T00:30:00Z', '22:00 02:30', '29/03/2026 01:00'],
  ['at the time that does not come first', 'Europe/Berlin', '2026-03-29T00:30:00Z', '22:00 02:00', '29/03/2026 01:00'],
  ['at a time that comes twice', 'Europe/Berlin', '2026-10-24T23:30:00Z', '22:00 02:30', '25/10/2026 00:30'],
  ['at the time to which clocks go back', 'Europe/Berlin', '2026-10-24T23:30:00Z', '22:00 03:00', '25/10/2026 02:00'],
  ['where midnight does not come', 'America/Santiago', '2026-09-06T02:00:00Z', '21:00 06:00', '06/09/2026 09:00'],
  ['where the hour before midnight comes twice', 'America/Santiago', '2026-04-05T01:00:00Z', '21:00 06:00', '05/04/2026 10:00'],
  ['at a midnight that comes an hour later', 'America/Santiago', '2026-04-05T01:00:00Z', '21:00 00:00', '05/04/2026 04:00'],
])('quiet hours end by the wall’s clock %s', (_, timezone, at, hours, end) => {
  expect(endOf(timezone, at, hours)).toBe(end);
});

it('of a rota who is on duty by the wall’s clock when quiet hours end is told', () => {
  const settings = alertSettings.parse({
    channels: {
      email: { enabled: true, minPriority: 4, recipients: ['rota:day'], quietHours: { from: '22:00', to: '06:00' } },
    },
    rotas: [
      {
        name: 'day',
        turns: [{ days: [0], from: '06:00', to: '06:30', recipients: ['asha@plant.example'] }],
        otherwise: ['ravi@plant.example'],
      },
    ],
  });
  const toldAt = (at: string): string[] =>
    settingsNow(settings as Parameters<typeof settingsNow>[0], { priority: 3 }, nowIn('Europe/Berlin', at)).channels.email
      .recipients;
  expect(['2026-03-28T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-31T22:00:00Z'].map(toldAt)).toEqual([
    ['asha@plant.example'],
    ['asha@plant.example'],
    ['asha@plant.example'],
  ]);
});

it('quiet hours over a change of clocks end at the first minute that the wall shows outside of them', () => {
  for (const [timezone, at] of [
    ['Europe/Berlin', '2026-03-28T12:00:00Z'],
    ['Europe/Berlin', '2026-10-24T12:00:00Z'],
    ['America/Santiago', '2026-04-04T12:00:00Z'],
    ['America/Santiago', '2026-09-05T12:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T12:00:00Z'],
  ] as const)
    for (let minute = 0; minute < 1440; minute += 37)
      for (const [from, to] of [
        ['22:00', '06:00'],
        ['23:30', '02:30'],
        ['00:10', '03:00'],
      ] as const) {
        const now = nowIn(timezone, at);
        const isQuiet = (ms: number): boolean => {
          const shown = dateAndTime(now.minuteAt(ms) * MINUTE_MS).slice(-5);
          return from < to ? shown >= from && shown < to : shown >= from || shown < to;
        };
        let endMs = now.nowMs + minute * MINUTE_MS;
        const beganMs = endMs;
        while (isQuiet(endMs)) endMs += MINUTE_MS;
        expect(quietLeftMs({ from, to }, { ...now, nowMs: beganMs }), `${timezone} ${at} +${minute} ${from} ${to}`).toBe(
          endMs - beganMs,
        );
      }
});
