import { describe, expect, it } from 'vitest';
import { failuresOfBrowser, failuresOfVitest } from './failures.ts';

const colour = String.fromCharCode(27);

describe('what failed in a suite', () => {
  it('names each test and its error in a line, without colours and stack', () => {
    const report = {
      testResults: [
        {
          ...{ name: 'tank.test.ts', status: 'failed', message: '' },
          assertionResults: [
            { status: 'passed', fullName: 'a tank fills', failureMessages: [] },
            {
              ...{ status: 'failed', fullName: 'a tank overflows' },
              failureMessages: [
                `AssertionError: expected ${colour}[31m3${colour}[39m\nto be 4\n    at tank.test.ts:3:1\n    at run`,
              ],
            },
          ],
        },
        { name: 'pump.test.ts', status: 'passed', assertionResults: [] },
      ],
    };
    expect(failuresOfVitest(report)).toEqual(['tank.test.ts, a tank overflows: AssertionError: expected 3 to be 4']);
  });

  it('names a file that could not be run', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }] };
    expect(failuresOfVitest(report)).toEqual(['a.test.ts: no such module']);
  });

  it('finds the failed tests of a browser however deeply they are nested, and the first error of each', () => {
    const spec = (title: string, ok: boolean, message?: string) => ({
      ...{ title, ok, file: 'frame.spec.ts', line: 12 },
      tests: [{ results: [{ status: ok ? 'passed' : 'failed', errors: message === undefined ? [] : [{ message }] }] }],
    });
    const report = {
      suites: [
        {
          specs: [spec('opens', true)],
          suites: [{ specs: [spec('is half of the page', false, 'Error: expected []\n+ "status of 404"'), spec('ends', false)] }],
        },
      ],
      errors: [{ message: 'no server was started' }],
    };
    expect(failuresOfBrowser(report)).toEqual([
      'before any test: no server was started',
      'frame.spec.ts:12, is half of the page: Error: expected [] + "status of 404"',
      'frame.spec.ts:12, ends: no reason was given',
    ]);
  });

  it('cuts an error that is long', () => {
    const report = { testResults: [{ name: 'a', status: 'failed', message: 'x'.repeat(9000), assertionResults: [] }] };
    expect(failuresOfVitest(report)[0]).toHaveLength(603);
  });
});
