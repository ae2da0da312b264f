import { afterEach, describe, expect, it, vi } from 'vitest';
import { login } from '../../server/contract/user/auth.ts';
import { granularUnit } from '../../server/contract/user/granular.ts';
import { ApiError, addressOf, call, fileNameOf } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, body: unknown) => {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'x-request-id': 'r1' } }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const query = { date1: '21/11/2025', unitId: 'u 1' };
const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? error : undefined;
};

describe('an address', () => {
  it('has its parameters escaped, lists repeated and what is undefined left out', () => {
    const row = { ...login, base: 'plant' as const, path: '/devices/{deviceId}/tags' };
    expect(addressOf(row, { params: { deviceId: 'a/b' }, query: { ids: ['1', '2'], day: '21/11/2025', other: undefined } })).toBe(
      '/api/plant/devices/a%2Fb/tags?ids=1&ids=2&day=21%2F11%2F2025',
    );
  });
});

describe('a call', () => {
  it('sends the token and gives back what the contract says', async () => {
    const fetch = answers(200, { siUnit: 'KL', data1: [{ t: '2025-11-21T00:30:00Z', v: 1.5, q: 'G', later: 'unknown' }] });
    const reply = await call(granularUnit, { query }, { token: 'abc' });
    expect(reply).toEqual({ siUnit: 'KL', data1: [{ t: '2025-11-21T00:30:00Z', v: 1.5, q: 'G' }] });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/user/granular/unit?date1=21%2F11%2F2025&unitId=u+1');
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer abc');
  });

  it('says what the server refused, with the request’s id', async () => {
    answers(401, { status: 'error', code: 1401, message: 'Unknown user', requestId: 'r9' });
    const error = await failureOf(call(granularUnit, { query }));
    expect([error?.code, error?.requestId, error?.message]).toEqual([1401, 'r9', 'Unknown user']);
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [200, '<html>Some portal</html>'],
    [200, { data1: [{ t: 'yesterday', v: 'much', q: 'Z' }] }],
  ])('does not take %i with %j for a reply', async (status, body) => {
    answers(status, body);
    const error = await failureOf(call(granularUnit, { query }));
    expect(error?.failure).toMatchObject({ kind: 'unreadable', http: status, requestId: 'r1' });
  });

  it('knows a server that does not answer from one that refuses', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    expect((await failureOf(call(granularUnit, { query })))?.failure.kind).toBe('unreachable');
  });

  it('lets an abort through as it is', async () => {
    const abort = new AbortController();
    abort.abort();
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
    await expect(call(granularUnit, { query }, { signal: abort.signal })).rejects.toThrow(/abort/i);
  });
});

it('a file is called as the server names it, also in another script', () => {
  expect(fileNameOf('attachment; filename="Report.pdf"; filename*=UTF-8\'\'%E0%A4%9C%E0%A4%B2.pdf')).toBe('जल.pdf');
  expect(fileNameOf('attachment; filename="Report 2026.xlsx"')).toBe('Report 2026.xlsx');
  expect(fileNameOf('')).toBe('headworks');
});
