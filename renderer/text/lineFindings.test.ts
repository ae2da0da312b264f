import { describe, expect, it } from 'vitest';
import { type LineFindingCode, lineFindingCodes } from '../../server/contract/plant/tools/line.ts';
import { lineFindings } from './hi/parts/lineFindings.ts';

/** Each stands for itself, so that none can be mistaken for another. */
const params = {
  ...{ name: 'ETP meter', names: 'ETP meter (12 %)', slaveId: 17, tags: 'flow, counter', more: 4, address: 3001, other: 'input' },
  ...{ reason: 'cannot connect (ECONNREFUSED)', timeoutMs: 801, leastMs: 3204, percent: 7.5, count: 41, of: 52, bytes: 6001 },
  ...{ duplicates: 61, longestRepeatMs: 71, foreign: 81, overtaken: 91, exception: 13 },
};
/** What the words of a code must say. */
const said: Partial<Record<LineFindingCode, readonly (keyof typeof params)[]>> = {
  late: ['timeoutMs', 'leastMs'],
  damagedOne: ['name', 'percent'],
  damagedAll: ['percent'],
  missingSome: ['names'],
  missingAllSerial: ['percent'],
  missingAllNetwork: ['percent'],
  lateSome: ['count', 'timeoutMs', 'leastMs'],
  noise: ['bytes'],
  overloaded: ['percent'],
  busyLine: ['percent'],
  protocol: ['count'],
  notAlone: ['duplicates', 'longestRepeatMs', 'foreign', 'overtaken'],
  untrusted: ['duplicates', 'longestRepeatMs', 'foreign', 'overtaken'],
  noRegister: ['name', 'tags', 'more', 'address'],
  impossibleValue: ['name', 'tags', 'more'],
  foreignAnswer: ['name'],
  unknownFunction: ['name'],
  tooManyRegisters: ['name'],
  deviceFailure: ['name'],
  deviceWorking: ['name'],
  deviceBusy: ['name'],
  noWay: ['name'],
  unitSilent: ['name', 'slaveId'],
  exception: ['name', 'exception'],
  notRead: ['name', 'count', 'of'],
  notReadYet: ['name', 'count', 'of'],
};

describe('what is wrong with a line, in Hindi', () => {
  it.each(lineFindingCodes)('%s is said in Hindi with all that is known, and what to try next', (code) => {
    const [what, next] = lineFindings[code](params);
    for (const words of [what, next]) {
      expect(words).toMatch(/[\u0900-\u097f].*।$/);
      expect(words).not.toMatch(/undefined|NaN/);
    }
    for (const name of said[code] ?? []) expect(`${what} ${next}`).toContain(String(params[name]));
  });

  it('names the reason of a lost connection where one is known', () => {
    expect(lineFindings.hostLost({ reason: 'पोर्ट बंद (ECONNREFUSED)' })[0]).toBe('लाइन जुड़ी नहीं है: पोर्ट बंद (ECONNREFUSED)।');
    expect(lineFindings.serialLost({ reason: '' })[0]).toBe('लाइन जुड़ी नहीं है।');
  });
});
