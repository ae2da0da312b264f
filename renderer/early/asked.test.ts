import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const stored = (values: Record<string, string>) => ({ getItem: (key: string): string | null => values[key] ?? null });
const answers = vi.fn((address: string) => Promise.resolve(new Response(`"${address}"`)));

const opened = async (path: string, { installed = false, session = '{"accessToken":"t1"}' } = {}) => {
  const [pathname = '/', search = ''] = path.split(/(?=\?)/);
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { pathname, search });
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
  vi.stubGlobal('sessionStorage', stored(installed ? {} : { 'headworks.session': session }));
  vi.stubGlobal('localStorage', stored(installed ? { 'headworks.session': session } : {}));
  vi.stubGlobal('fetch', answers);
  return await import('./asked.ts');
};
const addresses = () => answers.mock.calls.map(([address]) => address);

beforeEach(() => {
  vi.resetModules();
  answers.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('what is asked before the script has come', () => {
  it('is what the first page asks first, and is handed over once, to the same session', async () => {
    const { takeEarly } = await opened('/');
    expect(addresses()).toEqual(['/api/plant/alarms', '/api/plant/overview', '/api/plant/overview/hours']);
    const taken = await takeEarly('/api/plant/overview', 't1');
    expect(await taken?.response.json()).toBe('/api/plant/overview');
    expect(taken?.heldMs()).toBeLessThan(10_000);
    expect(takeEarly('/api/plant/overview', 't1')).toBeUndefined();
    expect(takeEarly('/api/plant/alarms', 'renewed')).toBeUndefined();
    expect(takeEarly('/api/plant/nothing', 't1')).toBeUndefined();
  });

  it('is known to have come when it has, until somebody takes it', async () => {
    let answer: (response: Response) => void = () => undefined;
    answers.mockImplementationOnce(() => Promise.resolve(new Response('', { status: 500 })));
    answers.mockImplementationOnce(() => new Promise((done) => (answer = done)));
    const { hasCome, takeEarly } = await opened('/');
    expect(hasCome('/api/plant/overview')).toBe(false);
    answer(new Response('{}'));
    await vi.waitFor(() => expect(hasCome('/api/plant/overview')).toBe(true), 60_000);
    expect(hasCome('/api/plant/alarms')).toBe(false);
    await takeEarly('/api/plant/overview', 't1');
    expect(hasCome('/api/plant/overview')).toBe(false);
  });

  it('is of an installed panel asked with the session that it keeps', async () => {
    await opened('/', { installed: true });
    expect(addresses()).toContain('/api/plant/overview');
  });

  it('is only the alarms on another page or at a moment of the past, and nothing where nobody is signed in', async () => {
    await opened('/units');
    expect(addresses()).toEqual(['/api/plant/alarms']);
    vi.resetModules();
    await opened('/?at=2026-11-22T01:00:00Z');
    expect(addresses()).toEqual(['/api/plant/alarms', '/api/plant/alarms']);
    vi.resetModules();
    await opened('/', { session: 'broken' });
    expect(addresses()).toHaveLength(2);
    vi.resetModules();
    // a page without the bar of alarms reads none
    await opened('/first-run');
    expect(addresses()).toHaveLength(2);
  });

  it('is of no use when it is old', async () => {
    const { takeEarly } = await opened('/');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 21_000);
    expect(takeEarly('/api/plant/overview', 't1')).toBeUndefined();
    vi.restoreAllMocks();
  });
});
