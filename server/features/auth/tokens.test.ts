import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import { loadTokenKeys } from './keys.ts';
import { namesScope, type TokenSubject, Tokens } from './tokens.ts';

const secret = Buffer.alloc(32, 7);
const kid = 'k1';
const keys = { current: kid, byId: new Map([[kid, createSecretKey(secret)]]) };
const nowSeconds = 1_750_000_000;
const clock = new ManualClock(nowSeconds * 1000);
const tokens = new Tokens(keys, clock);
const subject: TokenSubject = {
  userId: 'u1',
  email: 'a@b.example',
  username: 'asha',
  loginType: 'DEFAULT',
  role: 'operator',
  permissions: ['ALERTS'],
  industryId: 'DEMO',
  sid: 's1',
};

const header = { alg: 'HS256', typ: 'JWT', kid };
const payload = {
  ...subject,
  jti: randomUUID(),
  token_use: 'access',
  iat: nowSeconds,
  exp: nowSeconds + 600,
  iss: 'headworks',
  aud: 'headworks-api',
};
const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** A token signed with the real key, whatever it says. */
const forge = (head: unknown, body: unknown, key: Buffer | string = secret, hash = 'sha256'): string => {
  const signed = `${part(head)}.${part(body)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
};
const without = (name: keyof typeof payload): object =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));
const refusal = (token: string): string => {
  try {
    tokens.verify(token, 'access');
    return 'accepted';
  } catch (error) {
    return isFailure(error) ? error.code : String(error);
  }
};

const good = forge(header, payload);
const [head = '', body = '', signature = ''] = good.split('.');

const forged: Record<string, string> = {
  nothing: '',
  'no token at all': 'abc',
  'two parts': `${head}.${body}`,
  'four parts': `${good}.x`,
  'an empty signature': `${head}.${body}.`,
  'alg none without signature': `${part({ ...header, alg: 'none' })}.${body}.`,
  'alg None with the old signature': `${part({ ...header, alg: 'None' })}.${body}.${signature}`,
  'alg HS512 with the right key': forge({ ...header, alg: 'HS512' }, payload, secret, 'sha512'),
  'alg RS256': forge({ ...header, alg: 'RS256' }, payload),
  'no alg': forge({ typ: 'JWT', kid }, payload),
  'another key': forge(header, payload, Buffer.alloc(32, 8)),
  'an empty key': forge(header, payload, ''),
  'a guessed key': forge(header, payload, 'secret'),
  'an unknown kid': forge({ ...header, kid: 'k2' }, payload),
  'no kid': forge({ alg: 'HS256', typ: 'JWT' }, payload),
  'a kid that is a path': forge({ ...header, kid: '../../../../dev/null' }, payload, ''),
  'a kid that is a property of every object': forge({ ...header, kid: '__proto__' }, payload, ''),
  'a kid that is a list': forge({ ...header, kid: [kid] }, payload),
  crit: forge({ ...header, crit: ['exp'] }, payload),
  jku: forge({ ...header, jku: 'https://evil.example/keys' }, payload),
  jwk: forge({ ...header, jwk: { kty: 'oct', k: 'AA' } }, payload),
  x5u: forge({ ...header, x5u: 'https://evil.example' }, payload),
  'another issuer': forge(header, { ...payload, iss: 'somebody' }),
  'no issuer': forge(header, without('iss')),
  'another audience': forge(header, { ...payload, aud: 'somebody' }),
  'no audience': forge(header, without('aud')),
  'no exp': forge(header, without('exp')),
  'exp as text': forge(header, { ...payload, exp: String(payload.exp) }),
  'no iat': forge(header, without('iat')),
  'an iat in the future': forge(header, { ...payload, iat: nowSeconds + 61 }),
  'an nbf in the future': forge(header, { ...payload, nbf: nowSeconds + 61 }),
  'no token_use': forge(header, without('token_use')),
  'an unknown token_use': forge(header, { ...payload, token_use: 'admin' }),
  'a refresh token': forge(header, { ...payload, token_use: 'refresh' }),
  'no session': forge(header, without('sid')),
  'no jti': forge(header, without('jti')),
  'a permission that does not exist': forge(header, { ...payload, permissions: ['EVERYTHING'] }),
  'permissions as an object': forge(header, { ...payload, permissions: { length: 1, 0: 'ALERTS' } }),
  'claims that are a list': forge(header, [payload]),
  'claims that are text': forge(header, '"u1"'),
  'claims that are not JSON': forge(header, '{'),
  'a header that is not JSON': forge('{', payload),
  'edited claims under the old signature': `${head}.${part({ ...payload, permissions: ['SYSTEM'] })}.${signature}`,
  'nine thousand characters': `${head}.${part({ ...payload, pad: 'x'.repeat(9000) })}.${signature}`,
};

describe('a token', () => {
  it('that is genuine gives its claims', () => {
    expect(tokens.verify(good, 'access')).toMatchObject(subject);
    const { token, expiresAtMs } = tokens.sign('refresh', subject, 60);
    expect(expiresAtMs).toBe((nowSeconds + 60) * 1000);
    expect(tokens.verify(token, 'refresh')).toMatchObject({ ...subject, token_use: 'refresh' });
  });

  it.each(Object.entries(forged))('with %s is refused', (_, token) => expect(refusal(token)).toBe('token'));

  it('cannot bring properties by its prototype', () => {
    const token = forge(header, `${JSON.stringify(payload).slice(0, -1)},"__proto__":{"role":"admin","internal":true}}`);
    const claims = tokens.verify(token, 'access');
    expect(claims.role).toBe('operator');
    expect('internal' in claims).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('ends with its last second', () => {
    const { token } = tokens.sign('access', subject, 10);
    const later = (seconds: number) => new Tokens(keys, new ManualClock((nowSeconds + seconds) * 1000));
    expect(later(9.999).verify(token, 'access').sid).toBe('s1');
    expect(() => later(10).verify(token, 'access')).toThrow(expect.objectContaining({ code: 'expired' }));
  });

  it('for access is known as such where a refresh token is needed, even when it has expired', () => {
    const old = forge(header, { ...payload, iat: nowSeconds - 900, exp: nowSeconds - 600 });
    for (const token of [good, old])
      expect(() => tokens.verify(token, 'refresh')).toThrow(expect.objectContaining({ code: 'accessTokenForRefresh' }));
  });

  it('is one that other libraries read too', () => {
    const { token } = tokens.sign('access', subject, 60);
    expect(jwt.verify(token, secret, { algorithms: ['HS256'], clockTimestamp: nowSeconds })).toMatchObject({ iss: 'headworks' });
  });
});

describe('the signing keys', () => {
  const pathOf = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'headworks-keys-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return join(folder, 'keys', 'tokens.json');
  };

  it('are made once, long and random, for the owner alone', () => {
    const path = pathOf();
    const made = loadTokenKeys(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(made.byId.get(made.current)?.symmetricKeySize).toBe(32);
    expect(loadTokenKeys(path).current).toBe(made.current);
    expect(loadTokenKeys(pathOf()).byId.get(made.current)).toBeUndefined();
    expect(existsSync(`${path}.tmp`)).toBe(false);
  });

  it.each(['', '{', '{}', '{"current":"a","keys":[{"kid":"a","secret":"c2hvcnQ"}]}', '{"current":"b","keys":[]}'])(
    'are not replaced in silence when the file holds %s',
    (text) => {
      const path = pathOf();
      loadTokenKeys(path);
      writeFileSync(path, text);
      expect(() => loadTokenKeys(path)).toThrow(/key file .* is damaged/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('are refused, or the same, with any single bit flipped: another key would silently end every session', () => {
    const path = pathOf();
    const { current, byId } = loadTokenKeys(path);
    const secretOf = (keys: ReturnType<typeof loadTokenKeys>): string | undefined =>
      keys.byId.get(keys.current)?.export().toString('hex');
    const bytes = readFileSync(path);
    let refusals = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, flipped);
      try {
        const found = loadTokenKeys(path);
        expect([found.current, secretOf(found)], `bit ${bit}`).toEqual([current, secretOf({ current, byId })]);
      } catch (error) {
        if (!String(error).includes('is damaged')) throw error;
        refusals += 1;
      }
    }
    expect(refusals).toBeGreaterThan(bytes.length * 7);
  });

  it('that name a current key they do not hold are damaged', () => {
    const path = pathOf();
    loadTokenKeys(path);
    const file = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...file, current: 'gone' }));
    chmodSync(path, 0o600);
    expect(() => loadTokenKeys(path)).toThrow(/damaged/);
  });
});

describe('a clock that was set back', () => {
  it('ends what would outlive itself, and nothing else', () => {
    const moved = new ManualClock(nowSeconds * 1000);
    const later = new Tokens(keys, moved);
    const { token } = later.sign('access', subject, 600);
    const scoped = forge(header, { ...payload, iat: nowSeconds, exp: nowSeconds + 600 });
    for (const one of [token, scoped]) expect(later.verify(one, 'access').sid).toBe('s1');
    // a correction by NTP ends no session
    for (const seconds of [15, 300, 599]) {
      moved.set((nowSeconds - seconds) * 1000);
      for (const one of [token, scoped]) expect(later.verify(one, 'access').sid).toBe('s1');
    }
    for (const seconds of [602, 86_400, 365 * 86_400]) {
      moved.set((nowSeconds - seconds) * 1000);
      for (const one of [token, scoped]) expect(() => later.verify(one, 'access')).toThrow('Token expired');
    }
  });
});

it('a token that was found genuine is none any more once its key is gone', () => {
  const other = createSecretKey(Buffer.alloc(32, 8));
  const own = new Tokens(keys, clock);
  const { token } = own.sign('access', subject, 600);
  expect(own.verify(token, 'access').userId).toBe('u1');
  own.adoptKeys({ current: 'k2', byId: new Map([...keys.byId, ['k2', other]]) });
  expect(own.verify(token, 'access').userId).toBe('u1');
  own.adoptKeys({ current: 'k2', byId: new Map([['k2', other]]) });
  expect(() => own.verify(token, 'access')).toThrow('Token is not valid');
});

it('a token is over with its last second, and was not issued by a clock that was set back', () => {
  const own = new ManualClock(nowSeconds * 1000);
  const made = new Tokens(keys, own);
  const { token, expiresAtMs } = made.sign('access', subject, 600);
  expect(expiresAtMs).toBe((nowSeconds + 600) * 1000);
  const state = (): string => {
    try {
      return made.verify(token, 'access').sid;
    } catch (error) {
      return isFailure(error) ? error.code : String(error);
    }
  };
  own.set(expiresAtMs - 1);
  expect(state()).toBe('s1');
  own.set(expiresAtMs);
  expect(state()).toBe('expired');
  own.set((nowSeconds - 600) * 1000);
  expect(state()).toBe('s1');
  own.set((nowSeconds - 600) * 1000 - 1);
  expect(state()).toBe('expired');
});

it('a token names the purpose it was made for and no other, and what is no token names none', () => {
  const { token } = tokens.signScoped('access', 'executiveSummary', subject, 600);
  const { token: ticket } = tokens.signScoped('ticket', 'executiveSummary', subject, 600);
  expect(namesScope(token, 'access', 'executiveSummary')).toBe(true);
  for (const other of [ticket, good, '', 'x', 'a.b.c', `${head}.${part('[]')}.${signature}`, `${head}.${part('{')}.${signature}`])
    expect([other, namesScope(other, 'access', 'executiveSummary')]).toEqual([other, false]);
});
