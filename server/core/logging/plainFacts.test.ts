import { expect, it } from 'vitest';
import { plainFacts, plainLine } from './plainFacts.ts';

it('shows a secret as its length, nobody, and no token, address or number in a text', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl';
  const shown = JSON.stringify(
    plainFacts({
      email: { host: 'mail.example', password: 'hunter2hunter2' },
      sms: { password: 'hunter3', numbers: ['+919800000001'] },
      delivery: { password: 'hunter4-12' },
      note: `asha@plant.example called from +91 and 919800000002 with ${token}`,
      list: [{ username: 'asha', count: 3 }],
      none: null,
    }),
  );
  for (const word of ['hunter2', 'hunter3', 'hunter4', '9198', 'asha', token]) expect(shown).not.toContain(word);
  expect(shown).toContain('[secret of 10 characters]');
  expect(shown).toContain('"count":3');
  expect(plainLine('{"level":"info","userId":"u-1","msg":"x"}')).toBe('{"level":"info","userId":"[left out]","msg":"x"}');
  expect(plainLine(`plain ${token}`)).not.toContain(token);
});

it('shows no key that a service gets, wherever it wants it', () => {
  const settings = {
    sms: { url: 'https://gw.example/v5/k3y-in-path/send?authkey=k3y-in-query&to={to}', headers: { 'X-Gate': 'k3y-in-header' } },
    sms2: { body: '{"secret":"k3y-in-body"}', pin: '4711', method: 'POST' },
    messaging: { botToken: '77:k3y-of-bot', baseUrl: 'https://api.telegram.org' },
    hub: { postgres: 'postgres://headworks:k3y-of-db@db.example/hub', clusters: { 1: 'postgres://h:k3y-2@db2.example/hub' } },
  };
  const shown = JSON.stringify(plainFacts(settings));
  expect(shown).not.toMatch(/k3y|4711/);
  for (const kept of ['https://gw.example/', 'X-Gate', 'POST', 'https://api.telegram.org', '13 characters'])
    expect(shown).toContain(kept);
  const line = 'fetch of https://gw.example/send/k3y failed, http://127.0.0.1:8080/api/plant did not';
  expect(plainLine(line)).toBe('fetch of https://gw.example/[hidden] failed, http://127.0.0.1:8080/api/plant did not');
});
