import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { User } from '../model.ts';
import { SessionIndex } from '../sessionIndex.ts';
import { Sso, type SsoParts } from './sso.ts';
import type { SsoIssuer } from './ssoStore.ts';

const START = 1_750_000_000_000;
const NOW_S = START / 1000;
const origin = { ip: '10.0.0.1', requestId: 'r' };
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair('ES256');
});

const issuer: SsoIssuer = {
  id: 'i',
  industryId: 'DEMO',
  name: 'IdP',
  issuer: 'https://id.example',
  audience: 'client',
  jwksUrl: null,
  tenantId: 'tenant',
  tenantClaim: 'tid',
  version: 1,
};
const asha: User = {
  id: 'u1',
  industryId: 'DEMO',
  username: 'asha',
  email: 'asha@plant.example',
  phone: null,
  name: '',
  role: 'operator',
  permissions: new Set(),
  kind: 'sso',
  active: true,
  disabled: false,
  internal: false,
};

const rigOf = (given: { issuer?: Partial<SsoIssuer>; user?: Partial<User>; industry?: object | null } = {}) => {
  const one = { ...issuer, ...given.issuer };
  const index = new SessionIndex();
  index.putUser({ ...asha, ...given.user });
  const bound = new Map<string, string>();
  const spent = new Set<string>();
  const spentUntil: number[] = [];
  const refused: unknown[] = [];
  const sso = new Sso({
    store: {
      boundUser: async ({ subject }: { subject: string }) => bound.get(subject),
      bind: async ({ subject }: { subject: string }, userId: string) => {
        if ([...bound.values()].includes(userId)) return false;
        bound.set(subject, userId);
        return true;
      },
      spendToken: async (hash: string, untilMs: number) => {
        spentUntil.push(untilMs);
        return !spent.has(hash) && Boolean(spent.add(hash));
      },
    },
    issuers: {
      byTenant: (id: string) => (id === one.tenantId ? one : undefined),
      of: (id: string) => (id === one.industryId ? [one] : []),
    },
    keys: { find: () => async () => keys.publicKey },
    index,
    units: {
      industry: (id: string) =>
        id === 'DEMO' ? (given.industry === null ? undefined : { disabled: false, ...given.industry }) : undefined,
    } as unknown as UnitDirectory,
    audit: { gather: (entry: unknown) => void refused.push(entry) },
    clock: new ManualClock(START),
  } as unknown as SsoParts);
  const token = (claims: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT({
      iss: 'https://id.example',
      aud: 'client',
      sub: 'subject',
      tid: 'tenant',
      iat: NOW_S,
      exp: NOW_S + 3600,
      email: 'asha@plant.example',
      email_verified: true,
      ...claims,
    } as JWTPayload)
      .setProtectedHeader({ alg: 'ES256' })
      .sign(keys.privateKey);
  const codeOf = async (login: Promise<unknown>): Promise<string> => {
    try {
      await login;
      return 'taken';
    } catch (error) {
      if (!isFailure(error)) throw error;
      const cause = error.details.cause;
      return typeof cause === 'string' ? cause : error.code;
    }
  };
  const login = async (claims: Record<string, unknown> = {}, nonce?: string) =>
    codeOf(sso.byTenant(await token(claims), 'tenant', nonce, origin));
  return { sso, index, bound, spentUntil, refused, token, login, codeOf };
};

describe('a token of a provider', () => {
  it.each<[string, Record<string, unknown>, result: string]>([
    ['as it should be', {}, 'taken'],
    ['issued 60 s ahead', { iat: NOW_S + 60 }, 'taken'],
    ['issued 61 s ahead', { iat: NOW_S + 61 }, 'of the future'],
    ['that ended 29 s ago', { exp: NOW_S - 29 }, 'taken'],
    ['that ended 31 s ago', { exp: NOW_S - 31 }, 'credentials'],
    ['of an empty subject', { sub: '' }, 'no subject'],
    ['without a subject', { sub: undefined }, 'credentials'],
    ['without an end', { exp: undefined }, 'credentials'],
    ['without its time', { iat: undefined }, 'credentials'],
    ['of another issuer', { iss: 'https://evil.example' }, 'credentials'],
    ['for another', { aud: 'other' }, 'credentials'],
    ['for several, made for this one', { aud: ['client', 'other'], azp: 'client' }, 'taken'],
    ['for several, made for another', { aud: ['client', 'other'], azp: 'other' }, 'made for somebody else'],
    ['for several, made for nobody named', { aud: ['client', 'other'] }, 'made for somebody else'],
    ['for this one in a list', { aud: ['client'] }, 'taken'],
    ['of another tenant', { tid: 'other' }, 'another tenant'],
    ['of no tenant', { tid: undefined }, 'another tenant'],
  ])('%s', async (_, claims, result) => {
    expect(await rigOf().login(claims)).toBe(result);
  });

  it('needs no tenant claim where its issuer names none', async () => {
    expect(await rigOf({ issuer: { tenantClaim: null } }).login({ tid: undefined })).toBe('taken');
  });

  it('has the nonce that the client names, where it names one', async () => {
    const { login } = rigOf();
    expect([
      await login({ nonce: 'n' }, 'n'),
      await login({ nonce: 'm' }, 'n'),
      await login({}, 'n'),
      await login({ nonce: 'n', jti: '2' }),
    ]).toEqual(['taken', 'another nonce', 'another nonce', 'taken']);
  });

  it('opens once, until it has ended for good', async () => {
    const { sso, token, codeOf, spentUntil } = rigOf();
    const one = await token();
    const login = () => codeOf(sso.byTenant(one, 'tenant', undefined, origin));
    expect([await login(), await login()]).toEqual(['taken', 'used before']);
    expect(spentUntil[0]).toBe(START + 3_630_000);
  });

  it('of more than 8192 characters is not looked at', async () => {
    const { sso, codeOf } = rigOf();
    const long = 'x'.repeat(8193);
    expect(await codeOf(sso.byTenant(long, 'tenant', undefined, origin))).toBe('too long');
    expect(await codeOf(sso.byIdToken(long, 'DEMO', undefined, origin))).toBe('too long');
    expect(await codeOf(sso.byTenant('x'.repeat(8192), 'tenant', undefined, origin))).toBe('credentials');
  });
});

describe('who a token is of', () => {
  it('is found by tenant, or by industry with its issuer and audience', async () => {
    const { sso, token, codeOf, refused } = rigOf();
    expect(await codeOf(sso.byTenant(await token(), 'other', undefined, origin))).toBe('tenant');
    const by = async (claims: object, industryId = 'DEMO') =>
      codeOf(sso.byIdToken(await token({ ...claims }), industryId, undefined, origin));
    expect(await by({})).toBe('taken');
    expect(await by({ jti: '2', aud: ['other', 'client'], azp: 'client' })).toBe('taken');
    expect(await by({ aud: 'other' })).toBe('credentials');
    expect(await by({ iss: 'https://evil.example' })).toBe('credentials');
    expect(await by({}, 'NORTH')).toBe('credentials');
    expect(await codeOf(sso.byIdToken('no token', 'DEMO', undefined, origin))).toBe('credentials');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toEqual({ kind: 'login', outcome: 'refused', industryId: null, userId: null, ...origin });
  });

  it.each<[string, Record<string, unknown>, result: string]>([
    ['a verified address', { email_verified: true }, 'taken'],
    ['one that is verified in words', { email_verified: 'true' }, 'taken'],
    ['one that is not verified', { email_verified: false }, 'credentials'],
    ['one of which nothing is said', { email_verified: undefined }, 'credentials'],
    ['no address', { email: undefined }, 'credentials'],
    ['an address that is no text', { email: 7 }, 'credentials'],
    ['one that nobody has here', { email: 'nobody@plant.example' }, 'credentials'],
  ])('is said at its first login by %s', async (_, claims, result) => {
    expect(await rigOf().login(claims)).toBe(result);
  });

  it('is the subject from then on, and nobody else takes the address over', async () => {
    const { login, bound } = rigOf();
    await login();
    expect([...bound]).toEqual([['subject', 'u1']]);
    expect(await login({ jti: '2', email: undefined })).toBe('taken');
    expect(await login({ sub: 'other' })).toBe('credentials');
  });

  it.each<[string, Parameters<typeof rigOf>[0], result: string]>([
    ['is not active', { user: { active: false } }, 'credentials'],
    ['is disabled', { user: { disabled: true } }, 'disabled'],
    ['is of a disabled industry', { industry: { disabled: true } }, 'disabled'],
    ['is of an industry that is gone', { industry: null }, 'credentials'],
  ])('is not let in who %s', async (_, given, result) => {
    expect(await rigOf(given).login()).toBe(result);
  });

  it('is not let in any more who was bound and is inactive now', async () => {
    const { login, index } = rigOf();
    await login();
    index.putUser({ ...asha, active: false });
    expect(await login({ jti: '2' })).toBe('credentials');
  });
});

it('what is no fault of the token is answered as what it is', async () => {
  const { sso, token } = rigOf();
  const failing = { find: () => async () => Promise.reject(new Failure('unavailable', 'no keys')) };
  const broken = { find: () => async () => Promise.reject(new TypeError('broken')) };
  for (const [found, error] of [
    [failing, { code: 'unavailable' }],
    [broken, { message: 'broken' }],
  ] as const) {
    const parts = {
      issuers: { byTenant: () => issuer },
      keys: found,
      audit: { gather: () => undefined },
      clock: new ManualClock(START),
    };
    await expect(
      new Sso(parts as unknown as SsoParts).byTenant(await token(), 'tenant', undefined, origin),
    ).rejects.toMatchObject(error);
  }
  expect(sso).toBeInstanceOf(Sso);
});
