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
