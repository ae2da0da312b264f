import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MapRun, RegisterMap } from '../../contract/plant/tools/registers.ts';
import { Failure } from '../../core/fail.ts';
import { type MapArea, RegisterMapper, type WordReader } from './registerMap.ts';

type Device = { present: (address: number) => boolean; mostAtOnce?: number; onlyPairs?: boolean };

const nothing: RegisterMap = { runs: [], largestRead: null };

const map = async (
  { present, mostAtOnce = 125, onlyPairs = false }: Device,
  area: Partial<MapArea> = {},
  abort = new AbortController(),
): Promise<RegisterMap & { requests: number }> => {
  let requests = 0;
  const read: WordReader = async (_, address, count) => {
    requests += 1;
    const addresses = Array.from({ length: count }, (_, i) => address + i);
    const isOdd = onlyPairs && (address % 2 !== 0 || count % 2 !== 0);
    if (count > mostAtOnce || isOdd || !addresses.every(present)) throw new Failure('exception', 'refused', { exception: 2 });
    return addresses;
  };
  let known = nothing;
  const run = { signal: abort.signal, onProgress: (_: unknown, now: RegisterMap) => (known = now) };
  const whole: MapArea = { space: 'holding', from: 0, to: 199, maxCount: 64, thorough: true, forbidden: [], ...area };
  await new RegisterMapper(whole, read, run).perform();
  return { ...known, requests };
};

const stateAt = (runs: readonly MapRun[], address: number): string | undefined =>
  runs.find(({ from, to }) => from <= address && to >= address)?.state;

describe('a register map', () => {
  it('tells every address apart and holds what was read', async () => {
    const { runs, largestRead, requests } = await map({ present: (at) => (at >= 10 && at < 60) || (at >= 100 && at < 103) });
    expect(runs.map(({ from, to, state }) => `${from}-${to} ${state}`)).toEqual([
      '0-9 absent',
      '10-59 present',
      '60-99 absent',
      '100-102 present',
      '103-199 absent',
    ]);
    expect(runs[1]?.words).toEqual(Array.from({ length: 50 }, (_, i) => 10 + i));
    expect(largestRead).toBeGreaterThanOrEqual(16);
    expect(requests).toBeLessThan(200);
  });

  it('is right for any device when it is thorough', async () => {
    const holes = fc.array(fc.record({ from: fc.nat(199), length: fc.integer({ min: 1, max: 60 }) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(holes, fc.integer({ min: 1, max: 125 }), async (absent, mostAtOnce) => {
        const present = (at: number): boolean => !absent.some(({ from, length }) => at >= from && at < from + length);
        const { runs } = await map({ present, mostAtOnce });
        for (let at = 0; at < 200; at += 1) expect(stateAt(runs, at), String(at)).toBe(present(at) ? 'present' : 'absent');
      }),
      { numRuns: 60 },
    );
  });

  it('crosses long empty stretches in steps and finds where the next area begins', async () => {
    const device = { present: (at: number) => at >= 1003 && at < 1050 };
    const quick = await map(device, { to: 1999, thorough: false });
    const thorough = await map(device, { to: 1999 });
    expect(stateAt(quick.runs, 1002)).toBe('absent');
    expect(quick.runs.find(({ state }) => state === 'present')).toMatchObject({ from: 1003, to: 1049 });
    expect(stateAt(quick.runs, 501)).toBe('unasked');
    expect(quick.requests * 4).toBeLessThan(thorough.requests);
  });

  it('finds devices that give registers in pairs only, or one by one', async () => {
    const pairs = await map({ present: (at) => at < 40, onlyPairs: true }, { to: 59 });
    expect(pairs.runs[0]).toMatchObject({ from: 0, to: 39, state: 'present' });
    const singles = await map({ present: (at) => at < 40, mostAtOnce: 1 }, { to: 59 });
    expect(singles.runs[0]).toMatchObject({ from: 0, to: 39, state: 'present' });
    expect(singles.largestRead).toBe(1);
  });

  it('never asks for what must not be read', async () => {
    const asked: number[] = [];
    const { runs } = await map(
      {
        present: (at) => {
          asked.push(at);
          return true;
        },
      },
      { forbidden: [{ from: 50, to: 59 }] },
    );
    expect(asked.filter((at) => at >= 50 && at <= 59)).toEqual([]);
    expect(runs.map(({ state }) => state)).toEqual(['present', 'forbidden', 'present']);
  });

  it('ends when it is asked to, with what is known', async () => {
    const abort = new AbortController();
    const asked: number[] = [];
    const present = (at: number): boolean => {
      asked.push(at);
      if (at > 100) abort.abort();
      return true;
    };
    await expect(map({ present }, {}, abort)).rejects.toThrow();
    expect(Math.max(...asked)).toBeLessThan(199);
  });
});
