import { describe, expect, it } from 'vitest';
import { alertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { gapsOf } from './gaps.ts';

const gaps = (settings: object, setUp: readonly string[] = ['email']) =>
  gapsOf(alertSettings.parse(settings), { isSetUp: (channel) => setUp.includes(channel), isRelay: (id) => id === 'v1' });
const steps = (...recipients: string[][]) => ({
  escalation: recipients.map((each, at) => ({ afterMinutes: 10 * (at + 1), recipients: each })),
});
const turn = (recipients: string[], days = [0, 1, 2, 3, 4, 5, 6]) => ({ days, from: '06:00', to: '18:00', recipients });
const rota = (otherwise: string[], ...turns: object[]) => ({ rotas: [{ name: 'night', turns, otherwise }] });

describe('a step of the escalation', () => {
  it('reaches nobody without recipients, or where no channel of theirs is set up', () => {
    expect(gaps(steps([], ['a@p.example'], ['+919000000000'], ['+919000000000', 'a@p.example'], ['horn:v1']))).toEqual([
      { at: { step: 1 }, why: 'noRecipient' },
      { at: { step: 3 }, why: 'notSetUp' },
    ]);
  });

  it('reaches nobody by a horn whose relay is not there any more', () => {
    expect(gaps(steps(['horn:v1'], ['horn:gone'], ['horn:gone', 'a@p.example']))).toEqual([{ at: { step: 2 }, why: 'noRelay' }]);
    const step = steps(['rota:night']);
    expect(gaps({ ...step, ...rota(['horn:gone'], turn(['a@p.example'])) })).toEqual([
      { at: { step: 1 }, why: 'hours', hours: 84 },
    ]);
  });

  it('reaches nobody in the hours that its rota leaves open', () => {
    const step = steps(['rota:night']);
    expect(gaps({ ...step, ...rota([], turn(['a@p.example'])) })).toEqual([{ at: { step: 1 }, why: 'hours', hours: 84 }]);
    expect(gaps({ ...step, ...rota(['b@p.example'], turn(['a@p.example'])) })).toEqual([]);
    expect(gaps({ ...step, ...rota(['b@p.example'], turn(['+919000000000'])) })).toEqual([
      { at: { step: 1 }, why: 'hours', hours: 84 },
    ]);
    expect(gaps({ ...steps(['rota:night', 'c@p.example']), ...rota([], turn(['a@p.example'])) })).toEqual([]);
  });
});

it('a channel that is switched on reaches nobody without recipients or where it is not set up; one that is off promises nothing', () => {
  const on = { enabled: true };
  expect(gaps({ channels: { email: on, sms: { ...on, recipients: ['+919000000000'] }, push: on, messaging: {} } })).toEqual([
    { at: { channel: 'email' }, why: 'noRecipient' },
    { at: { channel: 'sms' }, why: 'notSetUp' },
    { at: { channel: 'push' }, why: 'notSetUp' },
  ]);
  expect(gaps({ channels: { email: { ...on, recipients: ['a@p.example'] }, push: on } }, ['email', 'push'])).toEqual([]);
});
