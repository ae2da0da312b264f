import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser/findChromium.ts';
import { seedOf } from './seed.ts';
import { afterSecondTry, type Ended, exitCodeOf, summary } from './suites.ts';

const suite = (fields: Partial<Ended>): Ended => ({ name: 'api', seconds: 3, passed: 2, failed: 0, skipped: 0, ...fields });

describe('the end of npm test', () => {
  it('is one line per suite, what failed in it, and the sums', () => {
    const ended = [
      suite({}),
      suite({ name: 'panel', passed: 0, notRun: 'no Chromium' }),
      suite({ failed: 1, skipped: 4, failures: ['tank.test.ts: 3'] }),
    ];
    expect(summary(ended)).toEqual([
      'passed   api: 2 tests (3 s)',
      'NOT RUN  panel: no Chromium',
      'FAILED   api: 2 tests, 4 skipped (3 s)',
      '         tank.test.ts: 3',
      '4 passed, 1 failed',
    ]);
  });

  it('is exit code 0, 2 where a suite was not run, and 1 where a test failed', () => {
    const notRun = suite({ passed: 0, notRun: 'no Chromium' });
    expect(exitCodeOf([suite({}), suite({ skipped: 1 })])).toBe(0);
    expect(exitCodeOf([suite({}), notRun])).toBe(2);
    expect(exitCodeOf([notRun, suite({ failed: 1 })])).toBe(1);
  });
});

describe('a second try of what failed', () => {
  const first = {
    passed: 8,
    failed: 2,
    skipped: 1,
    failures: ['tank.spec.ts:3, fills: Error: late', 'pump.spec.ts:9, starts: Error: off'],
  };

  it('names as unsteady what passed then, and fails with what failed again', () => {
    const second = { passed: 1, failed: 1, skipped: 0, failures: ['pump.spec.ts:9, starts: Error: off again'] };
    const both = suite({ ...first, ...afterSecondTry(first, second) });
    expect(exitCodeOf([both])).toBe(1);
    expect(summary([both])).toEqual([
      'FAILED   api: 9 tests, 1 skipped (3 s)',
      '         pump.spec.ts:9, starts: Error: off again',
      'UNSTEADY failed, and passed when tried again: tank.spec.ts:3, fills: Error: late',
      '9 passed, 1 failed',
    ]);
  });

  it('is not believed where it ran fewer tests than had failed', () => {
    expect(afterSecondTry(first, { passed: 0, failed: 0, skipped: 2, failures: [] })).toBe(first);
    expect(afterSecondTry(first, { passed: 1, failed: 0, skipped: 0, failures: [] })).toBe(first);
  });

  it('is not believed where it cannot say what failed, as when it could not even begin', () => {
    const once = { passed: 8, failed: 1, skipped: 0, failures: ['tank.spec.ts:3, fills: Error: late'] };
    expect(afterSecondTry(once, { passed: 0, failed: 1, skipped: 0 })).toBe(once);
    expect(afterSecondTry(once, { passed: 0, failed: 1, skipped: 0, failures: [] })).toBe(once);
  });
});

describe('property tests', () => {
  it('take the seed of the environment, and say it when they fail', () => {
    const seed = seedOf(process.env.HEADWORKS_TEST_SEED);
    expect(fc.readConfigureGlobal()).toMatchObject({ seed });
    expect(() => fc.assert(fc.property(fc.integer(), () => false))).toThrow(`seed: ${seed}`);
    expect([seedOf('7'), seedOf('')]).toEqual([7, seedOf(undefined)]);
    expect(() => seedOf('x')).toThrow('HEADWORKS_TEST_SEED must be a whole number');
  });
});

describe('the browser', () => {
  const find = (there: string[], env: Record<string, string> = {}) =>
    findChromium({
      env: { PATH: '/usr/local/bin:/usr/bin', ...env },
      playwrights: '/cache/chrome',
      exists: (path) => there.includes(path),
    });

  it('is the one that is asked for, then Playwright’s, then one of the PATH', () => {
    const all = ['/opt/chrome', '/cache/chrome', '/usr/bin/chromium', '/usr/bin/google-chrome'];
    expect(find(all, { HEADWORKS_CHROMIUM: '/opt/chrome' })).toBe('/opt/chrome');
    expect(find(all)).toBe('/cache/chrome');
    expect(find(all.slice(2))).toBe('/usr/bin/chromium');
    expect(find(all.slice(3))).toBe('/usr/bin/google-chrome');
    expect(find([])).toBeUndefined();
  });
});
