import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAlarm, OutboxRig } from '../../../test/outboxRig.ts';
import { onDuty } from './rotas.ts';

const week = (day: number, hour: number, minute = 0): number => day * 1440 + hour * 60 + minute;
const night = {
  name: 'Night',
  turns: [
    { days: [5, 6], from: '22:00', to: '06:00', recipients: ['weekend@plant.example'] },
    { days: [0, 1, 2, 3, 4], from: '22:00', to: '06:00', recipients: ['night@plant.example', '9876501234'] },
    { days: [3], from: '08:00', to: '08:00', recipients: ['whole-day@plant.example'] },
  ],
  otherwise: ['chief@plant.example'],
};

describe('whose turn it is', () => {
  it.each([
    ['a turn past midnight belongs to the day it begins on', week(0, 5, 59), ['weekend@plant.example']],
    ['and ends at its minute', week(0, 6), ['chief@plant.example']],
    ['the week goes on from Saturday to Sunday', week(6, 23), ['weekend@plant.example']],
    ['each minute from the first', week(1, 22), ['night@plant.example', '9876501234']],
    ['one that ends when it begins lasts a day', week(4, 7, 59), ['whole-day@plant.example']],
    ['turns that meet are both on', week(3, 22), ['night@plant.example', '9876501234', 'whole-day@plant.example']],
  ])('%s', (_, minute, people) => {
    expect(onDuty(night, minute)).toEqual(people);
  });
});

describe('an alarm for a rota', () => {
  let rig: OutboxRig;
  afterEach(() => rig.close());
  const begin = (settings: object): void => {
    rig = new OutboxRig(settings);
  };
  beforeEach(() => {
    begin({
      channels: {
        email: { enabled: true, minPriority: 4, recipients: ['rota:Night'], quietHours: { from: '20:00', to: '07:00' } },
        sms: { enabled: true, minPriority: 4, recipients: ['rota:Night'] },
      },
      escalation: [
        { afterMinutes: 10, recipients: ['rota:Nobody'] },
        { afterMinutes: 20, recipients: ['rota:Night'] },
      ],
      rotas: [night, { name: 'Nobody', turns: [], otherwise: [] }],
    });
    // Monday, 23:00
    rig.clock.set(Date.UTC(2026, 10, 23, 23));
  });

  it('goes to those on duty, each by the channel of their address', async () => {
    const [alarm] = rig.raise(newAlarm('A', { priority: 1 }));
    await rig.work();
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['night@plant.example']);
    expect(rig.sms.sent.map(({ to }) => to)).toEqual(['9876501234']);
    expect(alarm && rig.deliveries(alarm).map(({ recipient }) => recipient)).not.toContain('rota:Night');
  });

  it('that waits for the end of quiet hours goes to who is on duty then', async () => {
    rig.raise(newAlarm('B', { priority: 3 }));
    await rig.after(8 * 60);
    expect(rig.email.sent.map(({ to }) => to)).toEqual(['chief@plant.example']);
  });

  it('a step that reaches nobody does not keep the next from its turn', async () => {
    rig.raise(newAlarm('C', { priority: 2 }));
    await rig.work();
    const before = rig.email.sent.length;
    rig.clock.advance(10 * 60_000);
    await rig.escalation.check();
    await rig.work();
    expect(rig.email.sent.length).toBe(before);
    rig.clock.advance(10 * 60_000);
    await rig.escalation.check();
    await rig.work();
    expect(rig.email.sent.slice(before).map(({ to }) => to)).toEqual(['night@plant.example']);
  });
});
