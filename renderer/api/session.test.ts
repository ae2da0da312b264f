import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { granularUnit } from '../../server/contract/user/granular.ts';
import { PlantClock } from '../state/now.ts';
import { Session } from './session.ts';
import { hourMs, loginReply, MemoryStorage, refusal } from './testing/sessionAnswers.ts';

const startMs = Date.parse('2025-11-21T08:00:00Z');

/** What the server answers per path, in order; a call that nobody expected fails the test. */
const server = (script: Record<string, unknown[]>) => {
  const seen: { path: string; headers: Headers }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/\?.*/, '');
    seen.push({ path, headers: new Headers(init.headers) });
    const next = script[path]?.shift();
    if (next === undefined) throw new Error(`nobody expected ${path}`);
    const [status, body] = Array.isArray(next) ? next : [200, next];
    return new Response(JSON.stringify(body), { status });
  });
  return seen;
};

const loginPath = '/api/user/user/login';
const refreshPath = '/api/user/user/refresh';
const dataPath = '/api/user/granular/unit';
const empty = { siUnit: '', data1: [] };
const ask = (session: Session) => session.request(granularUnit, { query: { date1: '21/11/2025', unitId: 'u' } });

let session: Session;
let storage: MemoryStorage;
let devices: MemoryStorage;
const signedIn = async () => {
  await session.signIn('admin', 'secret');
};

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
  storage = new MemoryStorage();
  devices = new MemoryStorage();
  session = new Session(new PlantClock(), storage, devices);
});
afterEach(() => {
  session.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a session', () => {
  it('sends name and password so that every script fits into a header', async () => {
    const seen = server({ [loginPath]: [loginReply()] });
    await session.signIn('पंप/DEMO', 'pä$$ wörd');
    const headers = seen[0]?.headers;
    expect(decodeURIComponent(headers?.get('username') ?? '')).toBe('पंप/DEMO');
    expect(decodeURIComponent(headers?.get('password') ?? '')).toBe('pä$$ wörd');
    expect(headers?.get('x-header-encoding')).toBe('percent');
    expect(headers?.get('x-headworks-panel')).toBe('1');
    expect(session.state()).toMatchObject({ kind: 'in', profile: { username: 'admin', timezone: 'Asia/Kolkata' } });
  });

  it('signs in where the browser has no room, until the page is loaded anew', async () => {
    server({ [loginPath]: [loginReply()] });
    for (const one of [storage, devices])
      one.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    await session.signIn('admin', 'secret');
    expect(session.state()).toMatchObject({ kind: 'in', profile: { username: 'admin' } });
    expect(storage.getItem('headworks.session')).toBeNull();
  });

  it('calls the browser by the same random name at every login', async () => {
    const seen = server({ [loginPath]: [loginReply(), loginReply()] });
    await session.signIn('admin', 'secret');
    await session.signIn('ravi', 'secret');
    const [one, other] = seen.map(({ headers }) => headers.get('deviceid'));
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(other).toBe(one);
  });

  it('asks for the password where rights are granted, again after a wrong one, and sends it with the same request', async () => {
    const asked = refusal(403, 403, 'confirmation');
    const seen = server({ [loginPath]: [loginReply()], [dataPath]: [asked, asked, [200, empty]] });
    await signedIn();
    const questions: boolean[] = [];
    session.askPassword = async (wasWrong) => {
      questions.push(wasWrong);
      return wasWrong ? 'süß' : 'wrong';
    };
    expect(await ask(session)).toEqual(empty);
    expect(questions).toEqual([false, true]);
    const sent = seen.slice(1).map(({ headers }) => headers.get('x-confirm-password'));
    expect(sent).toEqual([null, 'wrong', encodeURIComponent('süß')]);
    expect(session.state().kind).toBe('in');
  });

  it('gives the refusal to the page, and stays in, when the person would rather not say', async () => {
    server({ [loginPath]: [loginReply()], [dataPath]: [refusal(403, 403, 'confirmation')] });
    await signedIn();
    session.askPassword = async () => null;
    await expect(ask(session)).rejects.toMatchObject({ code: 403 });
    expect(session.state().kind).toBe('in');
  });

  it('stays out with wrong credentials', async () => {
    server({ [loginPath]: [refusal(401, 1401)] });
    await expect(session.signIn('admin', 'wrong')).rejects.toMatchObject({ code: 1401 });
    expect(session.state()).toEqual({ kind: 'out', reason: null });
    expect(storage.length).toBe(0);
  });

  it('goes on after a reload of its tab', async () => {
    server({ [loginPath]: [loginReply()], [dataPath]: [empty] });
    await signedIn();
    const reloaded = new Session(new PlantClock(), storage, devices);
    reloaded.start();
    expect(reloaded.state().kind).toBe('in');
    expect(await ask(reloaded)).toEqual(empty);
    reloaded.stop();
  });

  it('starts afresh from a record that it cannot read', () => {
    storage.setItem('headworks.session', '{"accessToken": 5');
    session.start();
    expect(session.state()).toEqual({ kind: 'out', reason: null });
    expect(storage.length).toBe(0);
  });

  it('renews its token by itself before it ends', async () => {
    const seen = server({ [loginPath]: [loginReply()], [refreshPath]: [loginReply()] });
    await signedIn();
    await vi.advanceTimersByTimeAsync(4 * hourMs - 10 * 60_000 - 1000);
    expect(seen).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(seen[1]?.path).toBe(refreshPath);
    expect(session.state().kind).toBe('in');
  });

  it('renews once and repeats the request when the server calls the token expired', async () => {
    const seen = server({ [loginPath]: [loginReply()], [refreshPath]: [loginReply()], [dataPath]: [refusal(420, 420), empty] });
    await signedIn();
    expect(await ask(session)).toEqual(empty);
    expect(seen.map(({ path }) => path)).toEqual([loginPath, dataPath, refreshPath, dataPath]);
  });

  it('asks for one new token, however many requests need it', async () => {
    const seen = server({
      [loginPath]: [loginReply()],
      [refreshPath]: [loginReply()],
      [dataPath]: [refusal(420, 420), refusal(420, 420), empty, empty],
    });
    await signedIn();
    await Promise.all([ask(session), ask(session)]);
    expect(seen.filter(({ path }) => path === refreshPath)).toHaveLength(1);
  });

  it.each([
    ['ended', refusal(440, 440)],
    ['invalid', refusal(401, 401, 'token')],
  ])('is over (%s) when the server says so', async (reason, answer) => {
    server({ [loginPath]: [loginReply()], [dataPath]: [answer] });
    await signedIn();
    await expect(ask(session)).rejects.toThrow();
    expect(session.state()).toEqual({ kind: 'out', reason });
    expect(storage.length).toBe(0);
    expect(session.waitsFor()).toMatchObject({ userId: expect.any(String) });
  });

  it('lets no page wait for an account that was disabled', async () => {
    server({ [loginPath]: [loginReply()], [dataPath]: [refusal(403, 1405)] });
    await signedIn();
    await expect(ask(session)).rejects.toThrow();
    expect(session.waitsFor()).toBeNull();
  });

  it.each([
    ['expired', refusal(420, 420)],
    ['ended', refusal(440, 440)],
    ['disabled', refusal(403, 1405)],
    ['invalid', refusal(422, 422)],
  ])('is over (%s) when its token cannot be renewed', async (reason, answer) => {
    server({ [loginPath]: [loginReply()], [refreshPath]: [answer], [dataPath]: [refusal(420, 420)] });
    await signedIn();
    await expect(ask(session)).rejects.toThrow();
    expect(session.state()).toEqual({ kind: 'out', reason });
  });

  it('goes on after a missing permission and after an outage', async () => {
    server({ [loginPath]: [loginReply()], [dataPath]: [refusal(401, 401, 'permission'), refusal(503, 503)] });
    await signedIn();
    await expect(ask(session)).rejects.toMatchObject({ code: 401 });
    await expect(ask(session)).rejects.toMatchObject({ code: 503 });
    expect(session.state().kind).toBe('in');
  });

  it('ends here even where the server cannot be reached', async () => {
    server({ [loginPath]: [loginReply()] });
    await signedIn();
    await session.signOut();
    expect(session.state()).toEqual({ kind: 'out', reason: 'signedOut' });
    expect(storage.length).toBe(0);
    expect(session.waitsFor()).toBeNull();
  });

  it('that was begun anew is not ended by a late answer to the one before', async () => {
    server({ [loginPath]: [loginReply()] });
    await signedIn();
    const answers: ((response: Response) => void)[] = [];
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
    const both = [ask(session), ask(session)].map((one) => one.catch(() => undefined));
    await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 60_000 });
    const ended = () => new Response(JSON.stringify(refusal(440, 440)[1]), { status: 440 });
    answers[0]?.(ended());
    await both[0];
    expect(session.state()).toEqual({ kind: 'out', reason: 'ended' });
    server({ [loginPath]: [loginReply()] });
    await signedIn();
    answers[1]?.(ended());
    await both[1];
    expect(session.state().kind).toBe('in');
  });
});

describe('a wall display', () => {
  const mePath = '/api/plant/me';
  const me = {
    userId: 'wall:1',
    username: 'Hall',
    industryId: 'DEMO',
    industryName: 'Demo',
    permissions: ['ALERTS'],
    timezone: 'Asia/Kolkata',
    shift: loginReply().shift,
  };
  const open = () => session.openWall('hww_x');

  it('reads by its token, which is renewed by nobody however long it hangs', async () => {
    const seen = server({ [mePath]: [me], [dataPath]: [[200, empty]] });
    await open();
    expect(session.state()).toMatchObject({ kind: 'in', profile: { username: 'Hall' } });
    await vi.advanceTimersByTimeAsync(400 * 24 * hourMs);
    await ask(session);
    expect(seen.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      [mePath, 'Bearer hww_x'],
      [dataPath, 'Bearer hww_x'],
    ]);
  });

  it('tries again until the server is up', async () => {
    const seen = server({ [mePath]: [refusal(503, 503), refusal(429, 429), me] });
    await open();
    expect(session.state()).toEqual({ kind: 'out', reason: null });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.state().kind).toBe('in');
    expect(seen).toHaveLength(3);
  });

  it('goes dark when it was ended, at its start or later', async () => {
    server({ [mePath]: [refusal(440, 440)] });
    await open();
    expect(session.state()).toEqual({ kind: 'out', reason: 'ended' });
    server({ [mePath]: [me], [dataPath]: [refusal(440, 440)] });
    await open();
    await expect(ask(session)).rejects.toThrow();
    expect(session.state()).toEqual({ kind: 'out', reason: 'ended' });
  });
});
