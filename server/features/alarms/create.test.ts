import { expect, it } from 'vitest';
import { startComposedAlerts as start } from '../../test/composedAlerts.ts';

/** Quiet from 22:00 to 06:00 for what is low or medium. */
const quiet = {
  channels: {
    email: { enabled: true, minPriority: 4, recipients: ['a@p.example'], quietHours: { from: '22:00', to: '06:00' } },
  },
};

it.each([
  ['21:59', Date.UTC(2026, 2, 10, 16, 29), true],
  ['22:00', Date.UTC(2026, 2, 10, 16, 30), false],
  ['05:59', Date.UTC(2026, 2, 11, 0, 29), false],
  ['06:00', Date.UTC(2026, 2, 11, 0, 30), true],
])('quiet hours are those of the plant’s own zone: at %s there', async (_, nowMs, isSent) => {
  const { raise, work } = await start(nowMs, quiet);
  raise(3);
  expect(await work()).toEqual(isSent ? ['a@p.example'] : []);
});

/** Who is on duty on Saturdays, and who on Sundays. */
const duty = {
  channels: { email: { enabled: true, minPriority: 4, recipients: ['rota:Duty'] } },
  rotas: [
    {
      name: 'Duty',
      turns: [
        { days: [6], from: '00:00', to: '00:00', recipients: ['saturday@p.example'] },
        { days: [0], from: '00:00', to: '00:00', recipients: ['sunday@p.example'] },
      ],
      otherwise: ['nobody-on-duty@p.example'],
    },
  ],
};

it.each([
  ['Saturday 7 March 2026, 00:00', Date.UTC(2026, 2, 6, 18, 30), 'saturday@p.example'],
  ['Saturday 7 March 2026, 23:59', Date.UTC(2026, 2, 7, 18, 29), 'saturday@p.example'],
  ['Sunday 8 March 2026, 00:00', Date.UTC(2026, 2, 7, 18, 30), 'sunday@p.example'],
  ['Monday 9 March 2026, 00:00', Date.UTC(2026, 2, 8, 18, 30), 'nobody-on-duty@p.example'],
])('turns of duty begin with the weekday of the plant’s own zone: %s there', async (_, nowMs, recipient) => {
  const { raise, work } = await start(nowMs, duty);
  raise(1);
  expect(await work()).toEqual([recipient]);
});

it('a unit’s gateway is the line of its first device; a unit without a device has none', async () => {
  const { gatewayOf } = await start(Date.UTC(2026, 2, 10));
  expect(gatewayOf('DEMO', 'line')).toEqual({ id: 'c1', name: 'Pump house', slaveId: 11 });
  expect(gatewayOf('DEMO', 'bare')).toBeUndefined();
  expect(gatewayOf('DEMO', 'nobody')).toBeUndefined();
});
