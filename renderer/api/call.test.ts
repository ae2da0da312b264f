import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAuthority } from '../../server/contract/plant/tls.ts';
import { revokeWall } from '../../server/contract/plant/walls.ts';
import { login } from '../../server/contract/user/auth.ts';
import { granularUnit } from '../../server/contract/user/granular.ts';
import { readReport } from '../../server/contract/user/reportRows.ts';
import { ApiError, addressOf, call, callFile, fileNameOf } from './call.ts';

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

describe('a file', () => {
  const comes = (headers: Record<string, string>, body = '<html>Sign in to the network</html>') =>
    vi.stubGlobal('fetch', async () => new Response(body, { headers }));
  const report = { query: { startDate: '1', endDate: '2', service: 'water', reportFormat: 'html' }, headers: {} } as never;

  it('comes with the name that the server gives it', async () => {
    comes(
      { 'content-type': 'text/html; charset=utf-8', 'content-disposition': 'attachment; filename="Daily.html"' },
      'the report',
    );
    const { blob, name } = await callFile(readReport, report);
    expect([await blob.text(), name]).toEqual(['the report', 'Daily.html']);
  });

  it('is not the page that a proxy or the sign-in of a network puts in its place', async () => {
    comes({ 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'r1' });
    for (const asked of [callFile(readReport, report), callFile(readAuthority, {})]) {
      const error = await failureOf(asked);
      expect(error?.failure).toMatchObject({ kind: 'unreadable', http: 200, requestId: 'r1', foreign: true });
    }
  });

  it('is of a kind that its row publishes', async () => {
    comes({ 'content-type': 'application/json', 'content-disposition': 'attachment; filename="x.json"' }, '{}');
    expect((await failureOf(callFile(readAuthority, {})))?.failure).toMatchObject({
      kind: 'unreadable',
      detail: 'another kind of file',
    });
  });
});

describe('a change', () => {
  const change = () => failureOf(call(revokeWall, { params: { id: 'w1' } }));

  it('may have been done where no answer of the server says otherwise', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    expect((await change())?.mayBeDone).toBe(true);
    answers(502, '<html>Bad gateway</html>');
    expect((await change())?.mayBeDone).toBe(true);
    answers(200, 'cut of');
    expect((await change())?.mayBeDone).toBe(true);
    answers(500, { status: 'error', code: 500, message: 'failed', requestId: 'r9' });
    expect((await change())?.mayBeDone).toBe(true);
  });

  it('was not done where the server refused it, is starting, or where it was only asked', async () => {
    answers(409, { status: 'error', code: 409, message: 'taken', requestId: 'r9' });
    expect((await change())?.mayBeDone).toBe(false);
    answers(503, { status: 'error', code: 503, message: 'starting', requestId: 'r9' });
    expect((await change())?.mayBeDone).toBe(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    expect((await failureOf(call(granularUnit, { query })))?.mayBeDone).toBe(false);
  });
});

it('a file is called as the server names it, also in another script', () => {
  expect(fileNameOf('attachment; filename="Report.pdf"; filename*=UTF-8\'\'%E0%A4%9C%E0%A4%B2.pdf')).toBe('जल.pdf');
  expect(fileNameOf('attachment; filename="Report 2026.xlsx"')).toBe('Report 2026.xlsx');
  expect(fileNameOf('')).toBe('headworks');
});
