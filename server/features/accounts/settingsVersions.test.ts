import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsRig, someSettings, startAccounts } from '../../test/accountsRig.ts';

let rig: AccountsRig;
beforeEach(async () => {
  rig = await startAccounts();
});
afterEach(() => rig.stop());

const save = (alerts: object) => rig.call('POST', '/accounts/settings', { body: someSettings({ alerts }) });
const read = async (path: string) => {
  const token = await rig.login('asha');
  return rig.ask(`/api/plant/settings${path}`, { headers: { authorization: `Bearer ${token}` } });
};

describe('earlier settings', () => {
  it('are named with who saved them, and read as they were', async () => {
    expect((await save({ flood: { perTenMinutes: 7, digest: true } })).status).toBe(200);
    expect((await save({ flood: { perTenMinutes: 9, digest: false } })).status).toBe(200);
    const list = await read('/alerts/versions');
    expect(list.body).toMatchObject({
      versions: [
        { version: 2, savedByName: expect.stringMatching(/\w/) },
        { version: 1, savedAt: expect.stringContaining('T') },
      ],
    });
    expect((await read('/alerts/versions/1')).body).toMatchObject({ version: 1, body: { flood: { perTenMinutes: 7 } } });
    expect((await read('/alerts/versions/3')).status).toBe(404);
    expect((await read('/reports/versions')).body).toMatchObject({ versions: [] });
  });
});

describe('recipients', () => {
  const turn = { days: [1], from: '06:00', to: '14:00', recipients: ['a@plant.example'] };

  it.each([
    [
      'a text in place of a number',
      { channels: { sms: { recipients: ['919820098200', 'a'] } } },
      'alerts.channels.sms.recipients.1',
    ],
    ['an address in place of a number', { channels: { sms: { recipients: ['a@b'] } } }, 'alerts.channels.sms.recipients.0'],
    [
      'a number in place of an address',
      { channels: { email: { recipients: ['9198200982'] } } },
      'alerts.channels.email.recipients.0',
    ],
    ['the address of before', { email: { enabled: true, emailIds: ['asha'] } }, 'alerts.channels.email.recipients.0'],
    ['a step of the escalation', { escalation: [{ afterMinutes: 5, recipients: ['boss'] }] }, 'alerts.escalation.0.recipients.0'],
    [
      'a turn of a rota',
      { rotas: [{ name: 'N', turns: [{ ...turn, recipients: ['asha@'] }], otherwise: [] }] },
      'alerts.rotas.0.turns.0.recipients.0',
    ],
    [
      'who gets the rest of a rota',
      { rotas: [{ name: 'N', turns: [turn], otherwise: ['12345'] }] },
      'alerts.rotas.0.otherwise.0',
    ],
  ])('that nothing can reach are refused at their field: %s', async (_, alerts, path) => {
    expect(await save(alerts)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('are numbers as people write them, and what a messaging service calls its rooms', async () => {
    const sms = { recipients: ['+91 98200-98200', '(020) 2553 1234'] };
    const escalation = [{ afterMinutes: 5, recipients: ['chat:-100123', 'ops@localhost'] }];
    const kept = await save({ channels: { sms, messaging: { recipients: ['@plant'] } }, escalation });
    expect(kept).toMatchObject({ status: 200, body: { alerts: { channels: { sms }, escalation } } });
  });
});

describe('rotas', () => {
  const turn = { days: [1], from: '06:00', to: '14:00', recipients: ['a@plant.example'] };
  const rota = { name: 'Night', turns: [turn], otherwise: [] };

  it.each([
    [
      'a recipient of a channel',
      { channels: { sms: { recipients: ['rota:Day'] } }, rotas: [rota] },
      'alerts.channels.sms.recipients',
    ],
    ['a step', { escalation: [{ afterMinutes: 5, recipients: ['rota:Day'] }] }, 'alerts.escalation.0.recipients'],
    ['a turn', { rotas: [{ ...rota, turns: [{ ...turn, recipients: ['rota:Night'] }] }] }, 'alerts.rotas.0.turns.0.recipients'],
    ['who gets the rest', { rotas: [{ ...rota, otherwise: ['rota:Night'] }] }, 'alerts.rotas.0.otherwise'],
    ['a second rota of a name', { rotas: [rota, rota] }, 'alerts.rotas.1.name'],
  ])('%s that names none is refused at its field', async (_, alerts, path) => {
    expect(await save(alerts)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('are kept and answered', async () => {
    const kept = await save({ channels: { email: { enabled: true, recipients: ['rota:Night'] } }, rotas: [rota] });
    expect(kept).toMatchObject({ status: 200, body: { alerts: { rotas: [rota] } } });
  });
});
